// The table of pairs: how often each occurs before a merge, which one wins, which are equally frequent, and
// what the merge changed.

import { rowsOf } from "../../shared/columns.js";
import { count, element } from "../../shared/dom.js";
import { movementTime, Slide } from "../../shared/slide.js";
import { tokenLabel } from "../../shared/token_label.js";
import { pairTiles } from "./tokens.js";

export class PairTable {
  constructor() {
    this.slide = new Slide();
    this.title = element("h2");
    this.body = element("div", { class: "wct-pairs", role: "table", "aria-label": "Pairs and how often they occur", tabindex: "0" });
    this.rest = element("p", { class: "wcl-hint", hidden: true });
    this.node = element("section", { class: "wct-pair-table", "aria-label": "Pair counts" }, this.title, this.body, this.rest);
  }

  // frame: a FrameRecord; tokens: by id; isDone: whether the merge has been made
  show(frame, tokens, isDone, number) {
    this.title.textContent = isDone ? `Pair counts before merge ${number}, and what it changed` : "Pair counts at the start";
    const pairs = rowsOf(frame.pairs, "left", "right", "before", "after");
    const made = rowsOf(frame.new, "left", "right", "count");
    const most = Math.max(1, ...frame.pairs.before);
    const rows = pairs.map(({ left, right, before, after }, at) =>
      this.row({ left: tokens[left], right: tokens[right], before, after: isDone ? after : before, most, isWinner: at === 0, isTied: at > 0 && at < frame.n_tied }));
    const fresh = isDone ? made.map(({ left, right, count: after }) => this.row({ left: tokens[left], right: tokens[right], before: 0, after, most, isNew: true })) : [];
    const newTitle = fresh.length ? [element("div", { class: "wct-new-title", role: "row" }, element("span", { role: "cell" }, "New pairs, with the new token"))] : [];
    this.slide.redraw(this.body, () => this.body.replaceChildren(...rows, ...newTitle, ...fresh), this.timeToMove());
    const left = frame.n_pairs - pairs.length;
    this.rest.hidden = left <= 0;
    this.rest.textContent = `… ${count(left)} more pairs, less frequent`;
  }

  // Steps that follow each other fast leave no time.
  timeToMove() {
    const since = performance.now() - (this.drawnAt ?? -Infinity);
    this.drawnAt = performance.now();
    return movementTime(since);
  }

  row({ left, right, before, after, most, isWinner = false, isTied = false, isNew = false }) {
    const sign = isWinner ? "▲" : isTied ? "=" : isNew ? "+" : "";
    const kind = isWinner ? "wct-winner" : isTied ? "wct-tied" : isNew ? "wct-new" : "";
    const shown = isNew ? after : before;
    const bar = element("i", { class: "wct-bar", style: `width: ${Math.max((shown / most) * 100, 1)}%`, "aria-hidden": "true" });
    const change = after === before ? "" : isNew ? "new" : after === 0 ? "→ gone" : `→ ${count(after)}`;
    const said = `${tokenLabel(left)} and ${tokenLabel(right)}: ${shown}${isWinner ? ", wins" : isTied ? ", as often as the winner" : ""}${change ? `, ${change}` : ""}`;
    return element("div", { class: `wct-pair-row ${kind}`, role: "row", "aria-label": said, "data-key": `${left.id} ${right.id}` },
      element("span", { class: "wct-sign", role: "cell" }, sign), element("span", { role: "cell" }, pairTiles(left, right)),
      element("span", { class: "wct-bar-holder", role: "cell" }, bar), element("b", { class: "wct-count", role: "cell" }, count(shown)),
      element("span", { class: "wct-change", role: "cell" }, change));
  }
}
