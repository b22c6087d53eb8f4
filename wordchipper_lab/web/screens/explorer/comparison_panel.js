// The same text under several vocabularies: how many tokens each needs, their tokens and ids aligned, and the whole text
// of each with the boundaries marked that not all of them share.

import { Canvas } from "../../shared/canvas.js";
import { numbersOf } from "../../shared/columns.js";
import { count, element } from "../../shared/dom.js";
import { readDrawing, tokenSegmentation } from "../../shared/segmentation.js";
import { AlignedTokens } from "./aligned_tokens.js";

export class ComparisonPanel {
  // onChoose(names); shown(): the name of the vocabulary that the screen shows
  constructor(onChoose, shown = () => null) {
    this.boxes = {};
    this.canvases = [];
    Object.assign(this, { onChoose, shown });
    this.choices = element("div", { class: "wcl-choices", role: "group", "aria-label": "Vocabularies to compare" });
    this.counts = element("div", { class: "wcl-token-counts" });
    this.aligned = new AlignedTokens();
    this.rows = element("div", { class: "wcl-comparison" });
    this.whole = element("details", { class: "wcl-panel", hidden: true }, element("summary", {}, "The whole text of each"), this.rows);
    this.hint = element("p", { class: "wcl-hint" }, "Choose what to compare this vocabulary with. Boundaries that not all of them share are drawn bold.");
    this.node = element("div", { class: "wcl-comparison-body" }, this.choices, this.hint, this.counts, this.aligned.node, this.whole);
  }

  offer(names, chosen) {
    this.boxes = {};
    this.choices.replaceChildren(...names.map((name) => {
      const box = element("input", { type: "checkbox", value: name, onchange: () => this.changed(box) });
      box.checked = chosen.includes(name);
      this.boxes[name] = box;
      return element("label", {}, box, element("span", {}, name));
    }));
  }

  // The first one chosen is compared with the one that is shown.
  changed(box) {
    const shown = this.boxes[this.shown()];
    if (box.checked && shown && this.chosen().length === 1) shown.checked = true;
    this.onChoose(this.chosen());
  }

  chosen() {
    return Object.keys(this.boxes).filter((name) => this.boxes[name].checked);
  }

  choose(names) {
    for (const [name, box] of Object.entries(this.boxes)) box.checked = names.includes(name);
  }

  show(rows) {
    const names = rows.map((row) => row.name);
    if (names.join() !== this.names?.join()) this.layOut(names);
    this.showCounts(rows);
    const read = rows.map((row) => ({ name: row.name, own: row.own, data: readDrawing(row) }));
    this.aligned.show(read);
    this.whole.hidden = !rows.length;
    read.forEach(({ data, own: buffer }, at) => {
      const segmentation = tokenSegmentation(data);
      const own = new Set(numbersOf(buffer, Uint32Array));
      segmentation.isOwn = (segment) => segment > 0 && own.has(segmentation.ends[segment - 1]);
      this.canvases[at].show(segmentation);
    });
  }

  showCounts(rows) {
    const tokens = rows.map((row) => row.statistics.tokens);
    const [fewest, most] = [Math.min(...tokens), Math.max(...tokens, 1)];
    rows.forEach((row, at) => {
      const more = tokens[at] > fewest && fewest ? `, ${Math.round((tokens[at] / fewest - 1) * 100)} % more than the fewest` : "";
      this.figures[at].textContent = `${count(tokens[at])} tokens, ${row.statistics.bytes_per_token.toFixed(2)} bytes per token${more}`;
      this.bars[at].style.width = `${(tokens[at] / most) * 100}%`;
    });
  }

  layOut(names) {
    for (const canvas of this.canvases) canvas.destroy();
    this.names = names;
    this.canvases = names.map((name) => new Canvas(`Tokens of ${name}`));
    this.figures = names.map(() => element("span", { class: "wcl-range" }));
    this.bars = names.map(() => element("i", { "aria-hidden": "true" }));
    this.counts.replaceChildren(...names.map((name, at) => element("div", { class: "wcl-token-count" },
      element("b", {}, name), element("span", { class: "wcl-token-bar" }, this.bars[at]), this.figures[at])));
    this.rows.replaceChildren(...names.map((name, at) => element("section", { "aria-label": name }, element("b", {}, name), this.canvases[at].node, this.canvases[at].help)));
  }

  destroy() {
    for (const canvas of this.canvases) canvas.destroy();
    this.canvases = [];
    this.aligned.destroy();
  }
}
