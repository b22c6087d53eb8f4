// TokenView: one text and its tokens.

import { element, plural } from "../../shared/dom.js";
import { openEngine } from "../../engine/engine.js";
import { keepPalette } from "../../shared/palette.js";
import { readDrawing, tokenSegmentation } from "../../shared/segmentation.js";
import { TokenPanel } from "../../shared/token_panel.js";

function render({ model, el }) {
  const engine = openEngine(model);
  const panel = new TokenPanel({ onPin: (number) => engine.look({ selected: number ?? -1 }) });
  const caption = element("p", { class: "wcl-caption" });
  const root = element("div", { class: "wcl wcl-view" }, caption, panel.node);
  el.append(root);
  const stopPalette = keepPalette(root);
  const draw = () => {
    const drawing = engine.get("_drawing");
    const segmentation = tokenSegmentation(readDrawing(drawing));
    panel.show(segmentation);
    const bytes = segmentation.length ? segmentation.ends[segmentation.length - 1] : 0;
    caption.textContent = `${drawing.name}: ${plural(segmentation.count, "token")}, ${plural(bytes, "byte")}`;
    pin();
  };
  const pin = () => panel.pinNumber(engine.get("selected"));
  const glyphs = () => root.classList.toggle("wcl-no-glyphs", !engine.get("glyphs"));
  engine.listen({ "change:_drawing": draw, "change:glyphs": glyphs, "change:selected": pin });
  glyphs();
  draw();
  return () => {
    engine.close();
    stopPalette();
    panel.destroy();
  };
}

export default { render };
