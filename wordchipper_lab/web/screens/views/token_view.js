// TokenView: one text and its tokens.

import { element, plural } from "../../shared/dom.js";
import { keepPalette } from "../../shared/palette.js";
import { readDrawing, tokenSegmentation } from "../../shared/segmentation.js";
import { TokenPanel } from "../../shared/token_panel.js";

function render({ model, el }) {
  const panel = new TokenPanel({
    onPin: (number) => {
      model.set("selected", number ?? -1);
      model.save_changes();
    },
  });
  const caption = element("p", { class: "wcl-caption" });
  const root = element("div", { class: "wcl wcl-view" }, caption, panel.node);
  el.append(root);
  const stopPalette = keepPalette(root);
  const draw = () => {
    const drawing = model.get("_drawing");
    const segmentation = tokenSegmentation(readDrawing(drawing));
    panel.show(segmentation);
    const bytes = segmentation.length ? segmentation.ends[segmentation.length - 1] : 0;
    caption.textContent = `${drawing.name}: ${plural(segmentation.count, "token")}, ${plural(bytes, "byte")}`;
    pin();
  };
  const pin = () => panel.pinNumber(model.get("selected"));
  const glyphs = () => root.classList.toggle("wcl-no-glyphs", !model.get("glyphs"));
  const listeners = { "change:_drawing": draw, "change:glyphs": glyphs, "change:selected": pin };
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  glyphs();
  draw();
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
    stopPalette();
    panel.destroy();
  };
}

export default { render };
