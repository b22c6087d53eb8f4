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
    this.destroy();
    const fewest = Math.min(...rows.map((row) => row.statistics.tokens));
    this.canvases = rows.map((row) => new Canvas(`Tokens of ${row.name}`));
    this.rows.replaceChildren(...rows.map((row, at) => {
      const { tokens, bytes_per_token: ratio } = row.statistics;
      const more = tokens > fewest && fewest ? `, ${Math.round((tokens / fewest - 1) * 100)} % more than the fewest` : "";
      const figures = `${count(tokens)} tokens, ${ratio.toFixed(2)} bytes per token${more}`;
      return element("section", { "aria-label": row.name },
        element("header", {}, element("h4", {}, row.name), element("span", { class: "wcl-range" }, figures)), this.canvases[at].node);
    }));
    rows.forEach((row, at) => {
      const data = readDrawing(row);
      const segmentation = tokenSegmentation(data);
      const own = new Set(numbersOf(row.own, Uint32Array));
      segmentation.isOwn = (segment) => segment > 0 && own.has(segmentation.ends[segment - 1]);
      this.canvases[at].show(segmentation);
    });
  }

  destroy() {
    for (const canvas of this.canvases) canvas.destroy();
    this.canvases = [];
  }
}
