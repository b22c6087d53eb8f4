// SpanView: one text and the spans that a lexer (with its special tokens) finds in it.

import { plural } from "../../shared/dom.js";
import { readSpans, spanSegmentation } from "../../shared/segmentation.js";
import { SpanPanel } from "../../shared/span_panel.js";
import { textView } from "./text_view.js";

const VIEW = {
  makePanel: () => new SpanPanel(),
  show(panel, drawing) {
    const segmentation = spanSegmentation(readSpans(drawing));
    panel.show(segmentation);
    return `${drawing.name}: ${plural(segmentation.count, "span")}`;
  },
};

export default textView(VIEW);
