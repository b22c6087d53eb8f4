// A run in progress: its last merge, its figures, the newest tokens.

import { count, element } from "../../shared/dom.js";
import { figure } from "../../shared/numbers.js";
import { Curves } from "./curves.js";
import { readToken, tokenTile } from "./tokens.js";

const SHOWN_TOKENS = 40;

export class LivePanel {
  constructor(act) {
    this.numbers = element("dl", { class: "wcl-statistics", "aria-label": "Live figures" });
    this.newest = element("div", { class: "wct-newest", role: "list", "aria-label": "Newest tokens" });
    this.curves = new Curves(act.saveChart);
    this.node = element("div", { class: "wct-live", hidden: true }, this.numbers, this.newest, this.curves.node);
  }

  show(live) {
    this.node.hidden = !live.curves;
    if (!live.curves) return;
    this.curves.node.hidden = live.made < 2;
    const [newest] = live.newest;
    const rows = [
      ["merges", `${count(live.made)}`, `of ${count(live.total)}`],
      ["merges per second", live.rate ? count(Math.round(live.rate)) : "–", ""],
      ["last frequency", newest ? count(newest.frequency) : "–", ""],
      ["affected spans", newest ? count(newest.affected) : "–", `of ${count(live.spans)}`],
      ["bytes per token", figure(live.bytes / Math.max(live.tokens, 1)), ""],
      ["tokens in the corpus", count(live.tokens), `of ${count(live.bytes)}`],
      ...(live.heap ? [["heap, live entries", count(live.heap.live), `${count(live.heap.stale)} stale`]] : []),
    ];
    this.numbers.replaceChildren(...rows.map(([name, value, more]) => element("div", {}, element("dt", {}, name), element("dd", {}, value, more ? element("small", {}, ` ${more}`) : null))));
    const tiles = live.newest.slice(0, SHOWN_TOKENS).map(({ token: id, left, right, frequency }, at) =>
      element("span", { class: "wct-word", role: "listitem" }, tokenTile(readToken(left + right, id), at ? "" : "wct-made", `token ${id}, ${count(frequency)} times`), element("small", {}, count(frequency))));
    this.newest.replaceChildren(...tiles);
    this.curves.show(live);
  }

  destroy() {
    this.curves.destroy();
  }
}
