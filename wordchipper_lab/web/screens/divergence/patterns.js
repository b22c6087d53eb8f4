// The patterns of both lexers, branch beside branch, with the characters marked in which they differ.

import { element } from "../../shared/dom.js";
import { drawPattern } from "./pattern_ink.js";
import { differencesIn } from "./pattern_text.js";

export class PatternsPanel {
  constructor() {
    this.said = element("p", { class: "wcl-hint" });
    this.body = element("tbody", {});
    this.node = element("div", { class: "wld-patterns" }, this.said,
      element("table", { class: "wcl-table", "aria-label": "Branches of both patterns" },
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "A"), element("th", { scope: "col" }, "B"))), this.body));
  }

  // patterns: a PatternsRecord. Returns whether there is anything to show.
  show(patterns) {
    const branches = patterns?.branches ?? [];
    this.body.replaceChildren(...branches.map(({ a, b }) => element("tr", {}, this.cell(a, "A"), this.cell(b, "B"))));
    const same = patterns?.same ?? 0;
    const sizes = ["a", "b"].map((name) => branches.filter((branch) => branch[name]).length);
    this.said.textContent = same === branches.length ? `Both lexers have the same pattern, of ${same === 1 ? "one branch" : `${same} branches`}: if they differ, one of them does not follow it.`
      : `${same} of A's ${sizes[0]} and B's ${sizes[1]} branches are the same; in the others, what only one of them has is marked.`;
    return branches.length > 0;
  }

  cell(pieces, letter) {
    if (!pieces) return element("td", { class: "wld-none" }, `not in ${letter}`);
    return element("td", {}, element("code", { class: "wcl-mono wld-branch" }, ...drawPattern(pieces.text.join(""), differencesIn(pieces))));
  }
}
