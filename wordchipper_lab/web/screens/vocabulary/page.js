// The parts of the Vocabulary screen. It draws what it is given and reports user actions; it stores no state.

import { count, element } from "../../shared/dom.js";
import { PageFrame, panel } from "../../shared/page_frame.js";
import { AuditPanel } from "./audit.js";
import { StatisticsPanel } from "./charts.js";
import { DetailsPanel } from "./details.js";
import { TokenList } from "./list.js";
import { OverlapPanel, SpecialPanel, VariantsPanel } from "./panels.js";
import { QueryForm } from "./query.js";

export class VocabularyPage extends PageFrame {
  name = "vocabulary";

  // act: the user's actions, as functions (see vocabulary.js)
  constructor(options, act) {
    super("Searching");
    this.result = element("p", { class: "wcl-result" });
    this.took = element("span", { class: "wcl-range" });
    this.live = element("p", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.heard = {};
    act.announce = (text) => this.announce("token", text);
    this.list = new TokenList(act);
    this.details = new DetailsPanel(act);
    this.statistics = new StatisticsPanel(act);
    this.audit = new AuditPanel(act);
    this.variants = new VariantsPanel(act);
    this.specials = new SpecialPanel(act);
    this.overlap = new OverlapPanel(act, options.models);
    this.form = new QueryForm(options, act, this.overlap.choice.field, this.tools);
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.node = this.assemble();
  }

  assemble() {
    this.panels = {
      variants: panel("Variants of a word", true, this.variants.node),
      statistics: panel("Lengths, scripts and kinds", true, this.statistics.node),
      overlap: panel("Compare two vocabularies", true, this.overlap.node),
      specials: panel("Special tokens", false, this.specials.node),
      audit: panel("Audit", false, this.audit.node),
    };
    return element("div", { class: "wcl wcl-vocabulary", "aria-busy": "true" },
      this.form.node, this.notice, this.progress, this.sentence, this.used,
      element("div", { class: "wcl-two" },
        element("div", { class: "wcl-left" }, this.list.node, element("div", { class: "wcl-bar wcl-tools wcl-controls" }, this.result, this.took)),
        this.details.node),
      ...Object.values(this.panels), panel("Python", false, this.code), this.live);
  }

  get picture() {
    return this.details.card;
  }

  get seen() {
    return this.list.node;
  }

  // about: "list" or "token". The first text about each is not announced: the page was just opened.
  announce(about, text) {
    const isNew = about in this.heard && text && text !== this.heard[about];
    this.heard[about] = text;
    if (isNew) this.live.textContent = text;
  }

  showResult(listing, meaning) {
    const { length, of, milliseconds } = listing;
    const found = length === of ? `All ${count(of)} tokens` : `${count(length)} of ${count(of)} tokens`;
    const took = milliseconds === undefined ? "" : `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms in the engine`;
    const text = `${found}${meaning ? ` · ${meaning}` : ""}`;
    if (this.shown !== text) this.result.replaceChildren(element("b", {}, found), meaning ? ` · ${meaning}` : "");
    this.took.textContent = took;
    this.shown = text;
    this.announce("list", found);
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
