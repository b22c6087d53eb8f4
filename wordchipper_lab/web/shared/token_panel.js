// The drawn tokens with their inspector: used by TokenView, the Explorer and saved pages.

import { Canvas, rangeText } from "./canvas.js";
import { element } from "./dom.js";
import { Inspector } from "./inspector.js";

function entry(sign, meaning) {
  return element("span", {}, element("i", { class: sign, "aria-hidden": "true" }), meaning);
}

// links: onHover(number | null), onPin(number | null), with token numbers; both are optional
// rest: what is placed below the tokens, beside the inspector if there is room
export class TokenPanel {
  constructor(links = {}, ...rest) {
    this.links = links;
    this.inspector = new Inspector();
    this.range = element("span", { class: "wcl-range" });
    this.live = element("p", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.canvas = new Canvas("Tokens over the text", {
      onHover: (segment) => this.look(segment),
      onPin: (segment) => this.pinned(segment),
      onRange: (first, last) => {
        this.range.textContent = rangeText(this.segmentation, first, last);
      },
    });
    // Signs of what stages before merging made, for texts that have some.
    this.signs = [entry("wcl-made", "made of other bytes than its text has"), entry("wcl-put-in", "put in before merging"), entry("wcl-gap", "no token")];
    this.legend = element("p", { class: "wcl-legend" }, entry("wcl-start wcl-opens", "a span begins"), entry("wcl-start", "a token begins inside a span"),
      entry("wcl-torn", "one character, its bytes split over tokens"), ...this.signs);
    this.empty = element("p", { class: "wcl-hint", hidden: true }, "Nothing to show yet: the text is empty.");
    this.node = element("div", { class: "wcl-token-panel" },
      element("div", { class: "wcl-stage" },
        element("header", {}, element("h2", {}, "Tokens"), this.range), this.empty, this.canvas.node, this.canvas.help, this.legend),
      this.inspector.node, element("div", { class: "wcl-rest" }, ...rest), this.live);
  }

  show(segmentation) {
    this.segmentation = segmentation;
    for (const sign of this.signs) sign.hidden = !segmentation.data.made?.size;
    this.empty.hidden = segmentation.length > 0;
    this.range.textContent = "";
    this.canvas.show(segmentation);
    this.look(null);
  }

  numberOf(segment) {
    return segment === null ? null : this.segmentation.numbers[segment];
  }

  look(segment) {
    const shown = segment ?? this.canvas.pinned;
    this.inspector.show(this.segmentation, shown, shown !== null && shown === this.canvas.pinned);
    this.links.onHover?.(this.numberOf(segment), segment);
  }

  pinned(segment) {
    this.look(segment);
    this.live.textContent = segment === null ? "Nothing pinned." : `Pinned: ${this.canvas.describe(segment)}`;
    this.links.onPin?.(this.numberOf(segment));
  }

  hoverNumber(number) {
    const segment = this.segmentOf(number);
    this.canvas.hover(segment, false);
    this.look(segment);
  }

  pinNumber(number, reveal = true) {
    const segment = this.segmentOf(number);
    this.canvas.pin(segment, false);
    if (reveal) this.canvas.reveal(segment);
    this.look(null);
  }

  segmentOf(number) {
    return number === null || number < 0 || number >= (this.segmentation?.count ?? 0) ? null : this.segmentation.segmentOf(number);
  }

  destroy() {
    this.canvas.destroy();
  }
}
