// The same text under several vocabularies, marking boundaries that not all of them share.

import { Canvas } from "../../shared/canvas.js";
import { numbersOf } from "../../shared/columns.js";
import { count, element } from "../../shared/dom.js";
import { readDrawing, tokenSegmentation } from "../../shared/segmentation.js";

export class ComparisonPanel {
  constructor(onChoose) {
    this.boxes = {};
    this.canvases = [];
    this.onChoose = onChoose;
    this.choices = element("div", { class: "wcl-choices", role: "group", "aria-label": "Vocabularies to compare" });
    this.rows = element("div", { class: "wcl-comparison" });
    this.hint = element("p", { class: "wcl-hint" }, "Choose vocabularies. Boundaries that not all of them share are drawn bold.");
    this.node = element("div", {}, this.choices, this.hint, this.rows);
  }

  offer(names, chosen) {
    this.boxes = {};
    this.choices.replaceChildren(...names.map((name) => {
      const box = element("input", { type: "checkbox", value: name, onchange: () => this.onChoose(this.chosen()) });
      box.checked = chosen.includes(name);
      this.boxes[name] = box;
      return element("label", {}, box, element("span", {}, name));
    }));
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
    const fewest = Math.min(...rows.map((row) => row.statistics.tokens));
    rows.forEach((row, at) => {
      const { tokens, bytes_per_token: ratio } = row.statistics;
      const more = tokens > fewest && fewest ? `, ${Math.round((tokens / fewest - 1) * 100)} % more than the fewest` : "";
      this.figures[at].textContent = `${count(tokens)} tokens, ${ratio.toFixed(2)} bytes per token${more}`;
      const data = readDrawing(row);
      const segmentation = tokenSegmentation(data);
      const own = new Set(numbersOf(row.own, Uint32Array));
      segmentation.isOwn = (segment) => segment > 0 && own.has(segmentation.ends[segment - 1]);
      this.canvases[at].show(segmentation);
    });
  }

  layOut(names) {
    this.destroy();
    this.names = names;
    this.canvases = names.map((name) => new Canvas(`Tokens of ${name}`));
    this.figures = names.map(() => element("span", { class: "wcl-range" }));
    this.rows.replaceChildren(...names.map((name, at) => element("section", { "aria-label": name },
      element("header", {}, element("h4", {}, name), this.figures[at]), this.canvases[at].node)));
  }

  destroy() {
    for (const canvas of this.canvases) canvas.destroy();
    this.canvases = [];
  }
}
