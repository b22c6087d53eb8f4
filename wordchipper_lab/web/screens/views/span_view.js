// SpanView: one text and the spans that a lexer (with its special tokens) finds in it.

import { element, plural } from "../../shared/dom.js";
import { openEngine } from "../../engine/engine.js";
import { keepPalette } from "../../shared/palette.js";
import { readSpans, spanSegmentation } from "../../shared/segmentation.js";
import { SpanPanel } from "../../shared/span_panel.js";

function render({ model, el }) {
  const engine = openEngine(model);
  const panel = new SpanPanel();
  const caption = element("p", { class: "wcl-caption" });
  const root = element("div", { class: "wcl wcl-view" }, caption, panel.node);
  el.append(root);
  const stopPalette = keepPalette(root);
  const draw = () => {
    const drawing = engine.get("_drawing");
    const segmentation = spanSegmentation(readSpans(drawing));
    panel.show(segmentation);
    caption.textContent = `${drawing.name}: ${plural(segmentation.count, "span")}`;
  };
  const glyphs = () => root.classList.toggle("wcl-no-glyphs", !engine.get("glyphs"));
  engine.listen({ "change:_drawing": draw, "change:glyphs": glyphs });
  glyphs();
  draw();
  return () => {
    engine.close();
    stopPalette();
    panel.destroy();
  };
}

export default { render };
