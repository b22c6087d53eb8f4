// TokenView: one text and its tokens.

import { plural } from "../../shared/dom.js";
import { readDrawing, tokenSegmentation } from "../../shared/segmentation.js";
import { TokenPanel } from "../../shared/token_panel.js";
import { textView } from "./text_view.js";

const pin = (panel, engine) => panel.pinNumber(engine.get("selected"));

const VIEW = {
  makePanel: (engine) => new TokenPanel({ onPin: (number) => engine.look({ selected: number ?? -1 }) }),
  show(panel, drawing, engine) {
    const segmentation = tokenSegmentation(readDrawing(drawing));
    panel.show(segmentation);
    pin(panel, engine);
    const bytes = segmentation.length ? segmentation.ends[segmentation.length - 1] : 0;
    return `${drawing.name}: ${plural(segmentation.count, "token")}, ${plural(bytes, "byte")}`;
  },
  more: (panel, engine) => ({ "change:selected": () => pin(panel, engine) }),
};

export default textView(VIEW);
