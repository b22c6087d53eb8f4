// SpanView: one text and the spans that a lexer (with its special tokens) finds in it.

import { element, plural } from "../../shared/dom.js";
import { keepPalette } from "../../shared/palette.js";
import { readSpans, spanSegmentation } from "../../shared/segmentation.js";
import { SpanPanel } from "../../shared/span_panel.js";

function render({ model, el }) {
  const panel = new SpanPanel();
  const caption = element("p", { class: "wcl-caption" });
  const root = element("div", { class: "wcl wcl-view" }, caption, panel.node);
  el.append(root);
  const stopPalette = keepPalette(root);
  const draw = () => {
    const drawing = model.get("_drawing");
    const segmentation = spanSegmentation(readSpans(drawing));
    panel.show(segmentation);
    caption.textContent = `${drawing.name}: ${plural(segmentation.count, "span")}`;
  };
  const glyphs = () => root.classList.toggle("wcl-no-glyphs", !model.get("glyphs"));
  model.on("change:_drawing", draw);
  model.on("change:glyphs", glyphs);
  glyphs();
  draw();
  return () => {
    model.off("change:_drawing", draw);
    model.off("change:glyphs", glyphs);
    stopPalette();
    panel.destroy();
  };
}

export default { render };
