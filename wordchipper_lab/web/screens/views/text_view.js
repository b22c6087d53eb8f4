// A view of one text, with a caption, and its invisible characters drawn or not.

import { element } from "../../shared/dom.js";
import { openEngine } from "../../engine/engine.js";
import { keepPalette } from "../../shared/palette.js";

// makePanel(engine): the panel; show(panel, drawing, engine): draws it and returns its caption; more(panel, engine): further
// listeners. Returns the default export that anywidget expects of a view's module.
export function textView({ makePanel, show, more = () => ({}) }) {
  return {
    render({ model, el }) {
      const engine = openEngine(model);
      const panel = makePanel(engine);
      const caption = element("p", { class: "wcl-caption" });
      const root = element("div", { class: "wcl wcl-view" }, caption, panel.node);
      el.append(root);
      const stopPalette = keepPalette(root);
      const draw = () => { caption.textContent = show(panel, engine.get("_drawing"), engine); };
      const glyphs = () => root.classList.toggle("wcl-no-glyphs", !engine.get("glyphs"));
      engine.listen({ "change:_drawing": draw, "change:glyphs": glyphs, ...more(panel, engine) });
      glyphs();
      draw();
      return () => {
        engine.close();
        stopPalette();
        panel.destroy();
      };
    },
  };
}
