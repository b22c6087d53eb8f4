// The parts of the Explorer. It draws what it is given and reports user actions; it stores no state.

import { ChangesPanel } from "./changes_panel.js";
import { ComparisonPanel } from "./comparison_panel.js";
import { exampleSelector, fileButton, labelled, PolicyField, selector } from "../../shared/controls.js";
import { DecodePanel } from "./decode_panel.js";
import { element } from "../../shared/dom.js";
import { IdsPanel } from "./ids_panel.js";
import { PageFrame, panel } from "../../shared/page_frame.js";
import { Settings } from "../../shared/settings.js";
import { SpanPanel } from "../../shared/span_panel.js";
import { Statistics } from "./statistics.js";
import { termLine } from "../../shared/terms.js";
import { textBox } from "../../shared/text_box.js";
import { TokenPanel } from "../../shared/token_panel.js";

const TERMS = "The [lexer] cuts the text into [spans]; the [span encoder] applies [merges] to the bytes of a span, the pair with the lowest [rank] first. The [special-token policy] says what becomes of a [special token] in the text.";

export class ExplorerPage extends PageFrame {
  name = "explorer";

  // act: the user's actions, as functions (see explorer.js)
  constructor(act, limit) {
    super("Encoding");
    this.model = selector("Vocabulary", act.model);
    this.lexer = selector("Lexer", act.lexer);
    this.encoder = selector("Encoder", act.encoder);
    this.policy = new PolicyField(act.special);
    this.text = textBox(act.text, { most: limit, refuse: act.refuse });
    this.text.rows = 2;
    this.glyphs = element("input", { type: "checkbox", onchange: () => act.glyphs(this.glyphs.checked) });
    this.statistics = new Statistics();
    this.changes = new ChangesPanel();
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
    this.comparison = new ComparisonPanel(act.compare, act.modelShown);
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.comparisonPanel = panel("Compare vocabularies", false, this.comparison.node);
    this.tokens = new TokenPanel({ onHover: (number, segment) => this.link(number, segment), onPin: pin },
      panel("Ids", true, this.ids.node), panel("Spans", true, this.spans.node));
    this.node = this.layOut(act, limit);
  }

  layOut(act, limit) {
    const check = element("label", { class: "wcl-check" }, this.glyphs, element("span", {}, "Show whitespace and invisible characters"));
    this.refused = element("p", { class: "wcl-hint", hidden: true });
    this.settings = new Settings(this.lexer.field, this.encoder.field, this.refused, this.policy.node, check, termLine(TERMS));
    return element("div", { class: "wcl wcl-explorer" },
      element("div", { class: "wcl-ask wcl-controls" }, labelled("Text", this.text),
        element("div", { class: "wcl-bar wcl-tools" }, this.model.field, exampleSelector(act.example), fileButton(act.replaceText, act.problem, limit),
          this.settings.node)),
      this.notice, this.progress, element("div", { class: "wcl-verdict" }, this.sentence, element("span", { class: "wcl-spring" }), this.tools), this.used,
      this.changes.node, this.tokens.node, this.statistics.node,
      panel("Python", false, this.code),
      panel("Decode ids", false, this.decode.node), this.comparisonPanel);
  }

  get picture() {
    return this.tokens.canvas.node;
  }

  // refused: encoder -> why the vocabulary cannot be encoded with it
  showRefused(refused) {
    this.refused.textContent = Object.entries(refused).map(([encoder, why]) => `Without ${encoder}: ${why}.`).join(" ");
    this.refused.hidden = !this.refused.textContent;
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
