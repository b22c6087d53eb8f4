// bpe_backtrack's own data: the current candidate, the chain of shorter prefixes, the checks, the bitfield.

import { element } from "../../shared/dom.js";
import { cellRow, ownRow } from "./cells.js";
import { isolated, quotedToken, tokenLabel } from "../../shared/token_label.js";

const HOW = { match: "the longest token that fits here", shorter: "the next shorter prefix", back: "was removed: its shorter prefixes are next" };

function outcomeText(lane, own) {
  const tried = quotedToken(lane.token(own.tried));
  if (own.outcome === "accepted") return ["✓ ", `${tried} is accepted`];
  const why = own.open ? "the pair is not valid" : `byte ${own.end} is a dead end`;
  if (own.outcome === "shorter") return ["✗ ", `${why}: try ${quotedToken(lane.token(own.shorter))}`];
  return ["↩ ", `${why}, and no shorter prefix is left: byte ${own.position} is a dead end, go back`];
}

function checkTable(lane, own) {
  // What is split between one check and the next, and which part of it remains at the border.
  const undo = (at) => {
    const { left, undone } = own.checks[at];
    const next = own.checks[at + 1];
    const kept = undone === left && next.left !== left ? next.left : next.right;
    return `fine: undo ${quotedToken(lane.token(undone))}, keep ${quotedToken(lane.token(kept))}`;
  };
  const rows = own.checks.map(({ left, right, limit, rank, refuses }, at) => element("tr", { class: refuses ? "wcm-stops" : "" },
    element("td", {}, String(at + 1)),
    element("td", {}, `${isolated(tokenLabel(lane.token(left)))} + ${isolated(tokenLabel(lane.token(right)))}`),
    element("td", { class: "wcl-number" }, rank === null ? "no merge" : String(rank)),
    element("td", { class: "wcl-number" }, limit === null ? "none" : String(limit)),
    element("td", {}, refuses ? "✗ they would have been joined first" : at + 1 < own.checks.length ? undo(at) : "✓ nothing is left to undo")));
  const head = ["Check", "At the border", "Rank", "Limit", "So"].map((title) => element("th", { scope: "col" }, title));
  return element("div", { class: "wcl-scroll", tabindex: "0", role: "region", "aria-label": "Valid-pair check" }, element("table", { class: "wcl-table wcm-checks", "aria-label": "Valid-pair check" },
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)));
}

export function backtrackOwn(lane, frame, size) {
  const { own } = frame;
  const cleared = new Set(lane.list(own.cleared));
  const bits = Array.from({ length: size + 1 }, (_, at) => ({
    text: cleared.has(at) ? "0" : "1", note: String(at),
    classes: `${cleared.has(at) ? "wcm-dead" : ""}${at === own.position ? " wcm-top" : ""}${own.tried !== null && at === own.end ? " wcm-new" : ""}`,
    title: `byte ${at}: ${cleared.has(at) ? "leads nowhere" : "open"}`,
  }));
  const rows = [];
  if (own.tried === null) {
    rows.push(ownRow("Tried", "nothing yet: it starts with the longest token, not with bytes"));
  } else {
    const [mark, text] = outcomeText(lane, own);
    const chain = own.chain.flatMap((id, at) => [
      { text: tokenLabel(lane.token(id)), note: String(id), classes: at + 1 < own.chain.length ? "wcm-dead" : own.outcome === "accepted" ? "wcm-new" : "wcm-top" },
      ...(at + 1 < own.chain.length ? [{ text: "→", classes: "wcm-link", spoken: "then" }] : []),
    ]);
    rows.push(ownRow(`At byte ${own.position}`, element("span", {}, `${quotedToken(lane.token(own.tried))}, ${HOW[own.how]}`)));
    rows.push(ownRow("Prefixes", cellRow("Prefixes tried", chain)));
    if (own.checks.length) rows.push(ownRow("Valid pair?", checkTable(lane, own)));
    else rows.push(ownRow("Valid pair?", own.open ? "the first token has no left neighbour to check" : "not checked: the bit at its end is cleared"));
    rows.push(ownRow("So", element("span", { class: `wcm-verdict${own.outcome === "accepted" ? "" : " wcm-bad"}` }, mark + text)));
  }
  rows.push(ownRow("Bitfield", cellRow("Bitfield", bits, 64)));
  return rows;
}
