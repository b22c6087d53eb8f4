// A text box with ink behind it: a drawing of the same text in the same place, for what a textarea cannot show. The
// owner calls `follow` when the text has changed. The box is as tall as the drawing, up to the height that CSS allows.

import { element } from "../../shared/dom.js";
import { glyphOf } from "../../shared/glyphs.js";

export class InkedBox {
  // box: a textarea; draw(text): the nodes to draw, which must hold exactly the text; null for no ink
  constructor(box, draw, classes = "") {
    this.box = box;
    this.draw = draw;
    this.ink = element("pre", { class: "wld-ink", "aria-hidden": "true", dir: box.dir });
    this.node = element("div", { class: `wld-inked ${classes}` }, this.ink, box);
    this.follow();
  }

  follow() {
    this.ink.dir = this.box.dir;
    const drawn = this.draw(this.box.value);
    this.node.classList.toggle("wld-no-ink", !drawn);
    // The last line break makes a line only if something follows it.
    this.ink.replaceChildren(...(drawn ?? []), "\u200b");
  }
}

// Text whose invisible characters carry a class and their sign; everything else as it is.
export function signedText(text) {
  const nodes = [];
  let plain = "";
  for (const character of text) {
    const glyph = glyphOf(character);
    if (!glyph) {
      plain += character;
      continue;
    }
    if (plain) nodes.push(plain);
    plain = "";
    nodes.push(element("span", { class: glyph.overlay === "·" ? "wld-blank" : "wld-unseen", "data-glyph": glyph.overlay ?? glyph.label }, character));
  }
  if (plain) nodes.push(plain);
  return nodes;
}
