// The spans of a toy: their tokens before and after a merge, and what the merge did to the trainer's data.

import { rowsOf } from "../../shared/columns.js";
import { count, element, plural } from "../../shared/dom.js";
import { pairTiles, tokenTile } from "./tokens.js";

const BOOK_KINDS = { withdraw: ["withdraw", "−"], register: ["register", "+"] };

// Places at which a pair is merged, from left to right: both tokens of each.
export function mergedPlaces(tokens, { left, right }) {
  const places = new Set();
  for (let at = 0; at + 1 < tokens.length; at += 1) {
    if (tokens[at] !== left || tokens[at + 1] !== right) continue;
    places.add(at).add(at + 1);
    at += 1;
  }
  return places;
}

export class SpanList {
  constructor() {
    this.title = element("h2");
    this.list = element("div", { class: "wct-spans" });
    this.note = element("p", { class: "wcl-hint" });
    this.node = element("section", { class: "wct-span-list", "aria-label": "Spans" }, this.title, this.list, this.note);
  }

  // state: {trace, tokens, frame, before, isDone, number, withBooks}
  show(state) {
    const { trace, frame, before, isDone, withBooks } = state;
    const affected = frame ? Object.keys(frame.after).length : 0;
    this.title.textContent = isDone ? `Spans before and after: ${affected} of ${plural(before.length, "distinct span")} changed` : `${plural(before.length, "distinct span")}, in single symbols`;
    const changes = new Map();
    for (const change of isDone && withBooks && frame ? rowsOf(frame.changes, "kind", "span", "left", "right", "weight") : []) {
      if (!changes.has(change.span)) changes.set(change.span, []);
      changes.get(change.span).push(change);
    }
    this.list.replaceChildren(...before.map((tokens, span) => this.span(state, tokens, span, trace.counts[span], changes.get(span) ?? [])));
    const nChanges = frame?.changes.kind.length ?? 0;
    const hasBooks = !frame || nChanges > 0;
    this.note.hidden = !isDone || !withBooks || (hasBooks && frame.n_changes <= nChanges);
    this.note.textContent = !hasBooks ? "naive stores no counts: before each merge it counts all pairs of all spans again." : `${count(frame?.n_changes ?? 0)} changes in total; the first ${count(nChanges)} are shown.`;
  }

  span({ tokens, frame, isDone }, before, span, weight, changes) {
    const after = frame?.after[span];
    const merge = frame?.merge;
    const lit = merge ? mergedPlaces(before, merge) : new Set();
    const row = (ids, classOf) => element("span", { class: "wct-row" }, ...ids.map((id, at) => tokenTile(tokens[id], classOf(id, at))));
    const parts = [row(before, (_, at) => (lit.has(at) ? "wct-lit" : ""))];
    if (isDone && after) {
      parts.push(element("span", { class: "wct-arrow", "aria-label": "becomes" }, "→"), row(after, (id) => (id === merge.token ? "wct-made" : "")));
    }
    return element("div", { class: `wct-span ${isDone && !after ? "wct-same" : ""}` },
      element("b", { class: "wct-weight", title: `occurs ${plural(weight, "time")}` }, `${count(weight)} ×`),
      element("div", { class: "wct-tokens" }, ...parts, changes.length ? this.books(changes, tokens, merge) : null));
  }

  books(changes, tokens, merge) {
    const classOf = ({ left, right }) => ([left, right].includes(merge.token) ? "wct-with-new" : left === merge.left && right === merge.right ? "wct-of-winner" : "");
    const lines = Object.entries(BOOK_KINDS).map(([kind, [name, sign]]) => {
      const found = changes.filter((change) => change.kind === kind);
      if (!found.length) return null;
      const chips = found.map((change) => element("span", { class: `wct-chip wct-${name} ${classOf(change)}` }, pairTiles(tokens[change.left], tokens[change.right]), element("b", {}, `${sign}${count(Math.abs(change.weight))}`)));
      return element("div", { class: "wct-book-line" }, element("span", { class: "wct-book-name" }, name), ...chips);
    });
    const rewritten = changes.filter(({ kind }) => kind === "rewrite").reduce((sum, { weight }) => sum + weight, 0);
    const rewrite = element("div", { class: "wct-book-line" }, element("span", { class: "wct-book-name" }, "rewrite"),
      element("span", {}, `${plural(rewritten, "pair")} merged in this span`));
    return element("div", { class: "wct-books" }, lines[0], rewrite, lines[1]);
  }
}
