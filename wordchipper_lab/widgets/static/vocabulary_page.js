// The Vocabulary screen's parts on the page. It draws what it is given and reports what a person does; it keeps no state.

import { count, element } from "./dom.js";
import { StatisticsPanel } from "./vocabulary_charts.js";
import { DetailsPanel } from "./vocabulary_details.js";
import { TokenList } from "./vocabulary_list.js";
import { OverlapPanel, SpecialPanel, VariantsPanel } from "./vocabulary_panels.js";
import { QueryForm } from "./vocabulary_query.js";

function foldable(title, open, ...content) {
  return element("details", { open, class: "wcl-panel" }, element("summary", {}, title), ...content);
}

function action(label, onclick, title) {
  return element("button", { type: "button", onclick, title }, label);
}

export class VocabularyPage {
  // act: the things a person can do, as functions (see vocabulary.js)
  constructor(options, act) {
    this.form = new QueryForm(options, act);
    this.notice = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.progress = element("div", { class: "wcl-progress", role: "progressbar", "aria-label": "Searching", hidden: true });
    this.result = element("p", { class: "wcl-result", role: "status", "aria-live": "polite" });
    this.took = element("span", { class: "wcl-range" });
    this.said = element("span", { class: "wcl-said", role: "status", "aria-live": "polite" });
    this.glyphs = element("input", { type: "checkbox", onchange: () => act.glyphs(this.glyphs.checked) });
    this.list = new TokenList(act);
    this.details = new DetailsPanel(act);
    this.statistics = new StatisticsPanel(act);
    this.variants = new VariantsPanel(act);
    this.specials = new SpecialPanel(act);
    this.overlap = new OverlapPanel(act, options.models);
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.linkButton = action("Copy link", act.copyLink, "A link that opens this page with this search and this token");
    this.node = this.assemble(act);
  }

  assemble(act) {
    this.panels = {
      variants: foldable("Variants of a word", true, this.variants.node),
      statistics: foldable("Lengths, scripts and kinds", true, this.statistics.node),
      overlap: foldable("Compare two vocabularies", true, this.overlap.node),
      specials: foldable("Special tokens", false, this.specials.node),
    };
    return element("div", { class: "wcl wcl-vocabulary", "aria-busy": "true" },
      this.form.node, this.notice, this.progress,
      element("div", { class: "wcl-bar wcl-tools" }, this.result, this.took, element("span", { class: "wcl-spring" }),
        element("label", { class: "wcl-check" }, this.glyphs, element("span", {}, "Show whitespace and invisible characters"))),
      element("div", { class: "wcl-two" },
        element("div", { class: "wcl-left" }, this.list.node,
          element("div", { class: "wcl-bar wcl-tools" }, action("Copy ids", act.copyIds), action("Save ids as text", act.saveText), action("Save as JSON", act.saveJson),
            action("Save as CSV", act.saveCsv), action("Save page", act.savePage, "This page as one HTML file that needs no kernel"),
            element("span", { class: "wcl-spring" }), this.said, this.linkButton)),
        this.details.node),
      ...Object.values(this.panels),
      foldable("Python", false, element("div", { class: "wcl-panel-tools" }, action("Copy Python code", act.copyCode)), this.code));
  }

  showResult(listing, meaning) {
    const { length, of, milliseconds } = listing;
    const found = length === of ? `All ${count(of)} tokens` : `${count(length)} of ${count(of)} tokens`;
    const took = milliseconds === undefined ? "" : `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms in the engine`;
    const text = `${found}${meaning ? ` · ${meaning}` : ""}`;
    if (this.shown !== text) this.result.replaceChildren(element("b", {}, found), meaning ? ` · ${meaning}` : "");
    this.took.textContent = took;
    this.shown = text;
    this.list.explain(length ? null : "No token is like that.");
  }

  reveal(name) {
    this.panels[name].open = true;
    this.panels[name].scrollIntoView({ block: "nearest" });
  }

  say(text) {
    this.said.textContent = text;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { this.said.textContent = ""; }, 4000);
  }

  warn(text) {
    this.notice.hidden = !text;
    if (this.notice.textContent !== (text ?? "")) this.notice.textContent = text ?? "";
  }

  busy(isBusy) {
    this.node.setAttribute("aria-busy", String(isBusy));
    clearTimeout(this.patience);
    if (isBusy) this.patience = setTimeout(() => { this.progress.hidden = false; }, 250);
    else this.progress.hidden = true;
  }

  destroy() {
    clearTimeout(this.forget);
    clearTimeout(this.patience);
    this.list.destroy();
    this.statistics.destroy();
  }
}
