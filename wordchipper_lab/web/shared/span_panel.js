// The drawn spans, with one line that describes the span under the pointer.

import { Canvas, rangeText } from "./canvas.js";
import { element } from "./dom.js";

// links: onHover(span | null)
export class SpanPanel {
  constructor(links = {}) {
    this.range = element("span", { class: "wcl-range" });
    this.line = element("p", { class: "wcl-hint" });
    const look = (segment) => this.describe(segment ?? this.canvas.pinned);
    this.canvas = new Canvas("Spans over the text", {
      onHover: (segment) => {
        look(segment);
        links.onHover?.(segment);
      },
      onPin: look,
      onRange: (first, last) => {
        this.range.textContent = rangeText(this.segmentation, first, last);
      },
    }, "Arrow keys move from span to span.");
    this.node = element("div", { class: "wcl-span-panel" },
      element("header", {}, this.line, this.range), this.canvas.node, this.canvas.help);
    this.describe(null);
  }

  show(segmentation) {
    this.segmentation = segmentation;
    this.range.textContent = "";
    this.canvas.show(segmentation);
    this.describe(null);
  }

  describe(segment) {
    if (segment === null || segment === undefined || !this.segmentation?.length) {
      this.line.textContent = "Each tinted stretch is one span. The lexer first cuts the text into spans, and no token crosses a cut.";
      return;
    }
    const from = this.segmentation.byteStart(segment);
    const to = this.segmentation.ends[segment];
    this.line.textContent = `${this.canvas.describe(segment)}; bytes ${from} – ${to}`;
  }

  destroy() {
    this.canvas.destroy();
  }
}
