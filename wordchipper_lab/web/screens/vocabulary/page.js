// The parts of the Vocabulary screen. It draws what it is given and reports user actions; it stores no state.

import { count, element } from "../../shared/dom.js";
import { button, PageFrame, panel } from "../../shared/page_frame.js";
import { StatisticsPanel } from "./charts.js";
import { DetailsPanel } from "./details.js";
import { TokenList } from "./list.js";
import { OverlapPanel, SpecialPanel, VariantsPanel } from "./panels.js";
import { QueryForm } from "./query.js";

export class VocabularyPage extends PageFrame {
  // act: the user's actions, as functions (see vocabulary.js)
  constructor(options, act) {
    super("Searching");
    this.form = new QueryForm(options, act);
    this.result = element("p", { class: "wcl-result", role: "status", "aria-live": "polite" });
    this.took = element("span", { class: "wcl-range" });
    this.glyphs = element("input", { type: "checkbox", onchange: () => act.glyphs(this.glyphs.checked) });
    this.list = new TokenList(act);
    this.details = new DetailsPanel(act);
    this.statistics = new StatisticsPanel(act);
    this.variants = new VariantsPanel(act);
    this.specials = new SpecialPanel(act);
    this.overlap = new OverlapPanel(act, options.models);
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.linkButton = button("Copy link", act.copyLink, "A link that opens this page with this search and this token");
    this.node = this.assemble(act);
  }

  assemble(act) {
    this.panels = {
      variants: panel("Variants of a word", true, this.variants.node),
      statistics: panel("Lengths, scripts and kinds", true, this.statistics.node),
      overlap: panel("Compare two vocabularies", true, this.overlap.node),
      specials: panel("Special tokens", false, this.specials.node),
    };
    return element("div", { class: "wcl wcl-vocabulary", "aria-busy": "true" },
      this.form.node, this.notice, this.progress,
      element("div", { class: "wcl-bar wcl-tools" }, this.result, this.took, element("span", { class: "wcl-spring" }),
        element("label", { class: "wcl-check" }, this.glyphs, element("span", {}, "Show whitespace and invisible characters"))),
      element("div", { class: "wcl-two" },
        element("div", { class: "wcl-left" }, this.list.node,
          element("div", { class: "wcl-bar wcl-tools" }, button("Copy ids", act.copyIds), button("Save ids as text", act.saveText), button("Save as JSON", act.saveJson),
            button("Save as CSV", act.saveCsv), button("Save page", act.savePage, "This page as one HTML file that needs no kernel"),
            element("span", { class: "wcl-spring" }), this.said, this.linkButton)),
        this.details.node),
      ...Object.values(this.panels),
      panel("Python", false, element("div", { class: "wcl-panel-tools" }, button("Copy Python code", act.copyCode)), this.code));
  }

  showResult(listing, meaning) {
    const { length, of, milliseconds } = listing;
    const found = length === of ? `All ${count(of)} tokens` : `${count(length)} of ${count(of)} tokens`;
    const took = milliseconds === undefined ? "" : `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms in the engine`;
    const text = `${found}${meaning ? ` · ${meaning}` : ""}`;
    if (this.shown !== text) this.result.replaceChildren(element("b", {}, found), meaning ? ` · ${meaning}` : "");
    this.took.textContent = took;
    this.shown = text;
    this.list.explain(length ? null : "No token matches.");
  }

  reveal(name) {
    this.panels[name].open = true;
    this.panels[name].scrollIntoView({ block: "nearest" });
  }

  destroy() {
    super.destroy();
    this.list.destroy();
    this.statistics.destroy();
  }
}
