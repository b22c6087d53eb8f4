// The parts of the Explorer. It draws what it is given and reports user actions; it stores no state.

import { ComparisonPanel } from "./comparison_panel.js";
import { exampleSelector, fileButton, labelled, PolicyField, selector } from "../../shared/controls.js";
import { DecodePanel } from "./decode_panel.js";
import { element } from "../../shared/dom.js";
import { IdsPanel } from "./ids_panel.js";
import { button, PageFrame, panel } from "../../shared/page_frame.js";
import { SpanPanel } from "../../shared/span_panel.js";
import { Statistics } from "./statistics.js";
import { textBox } from "../../shared/text_box.js";
import { TokenPanel } from "../../shared/token_panel.js";

export class ExplorerPage extends PageFrame {
  // act: the user's actions, as functions (see explorer.js)
  constructor(act, limit) {
    super("Encoding");
    this.model = selector("Vocabulary", act.model);
    this.lexer = selector("Lexer", act.lexer);
    this.encoder = selector("Encoder", act.encoder);
    this.policy = new PolicyField(act.special);
    this.text = textBox(act.text);
    this.glyphs = element("input", { type: "checkbox", onchange: () => act.glyphs(this.glyphs.checked) });
    this.statistics = new Statistics();
    this.spans = new SpanPanel();
    const pin = (number) => {
      this.ids.mark("wcl-pinned", number, number !== null);
      act.pin(number);
    };
    this.ids = new IdsPanel({
      onHover: (number) => this.tokens.hoverNumber(number),
      onPin: (number) => {
        this.tokens.pinNumber(number);
        pin(number);
      },
    });
    this.decode = new DecodePanel(act.decode);
    this.comparison = new ComparisonPanel(act.compare);
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.linkButton = button("Copy link", act.copyLink, "A link that opens this page with this text and these choices");
    this.comparisonPanel = panel("Compare vocabularies", false, this.comparison.node);
    const idTools = element("div", { class: "wcl-panel-tools" }, button("Copy ids", act.copyIds), button("Save as text", act.saveText),
      button("Save as JSON", act.saveJson));
    this.tokens = new TokenPanel({ onHover: (number, segment) => this.link(number, segment), onPin: pin },
      panel("Ids", true, idTools, this.ids.node), panel("Spans", true, this.spans.node));
    this.node = this.layOut(act, limit);
  }

  layOut(act, limit) {
    return element("div", { class: "wcl wcl-explorer" },
      element("div", { class: "wcl-bar" }, this.model.field, this.lexer.field, this.encoder.field, this.policy.node),
      labelled("Text", this.text),
      element("div", { class: "wcl-bar wcl-tools" },
        exampleSelector(act.example), fileButton(act.replaceText, act.problem, limit),
        element("label", { class: "wcl-check" }, this.glyphs, element("span", {}, "Show whitespace and invisible characters")),
        element("span", { class: "wcl-spring" }), this.said, this.linkButton),
      this.notice, this.progress, this.statistics.node, this.tokens.node,
      panel("Python", false, element("div", { class: "wcl-panel-tools" }, button("Copy Python code", act.copyCode)), this.code),
      panel("Decode ids", false, this.decode.node), this.comparisonPanel);
  }

  // Hovering over a token highlights it everywhere.
  link(number, segment) {
    this.ids.mark("wcl-hovered", number, number !== null);
    const span = segment === null || segment === undefined ? null : this.tokens.segmentation.spans[segment];
    this.spans.canvas.hover(span, false);
  }

  // Pin token `number` (-1: none) without reporting it.
  showPin(number, reveal) {
    this.tokens.pinNumber(number, reveal);
    this.ids.mark("wcl-pinned", number);
  }

  destroy() {
    super.destroy();
    for (const part of [this.tokens, this.spans, this.ids, this.comparison]) part.destroy();
  }
}
