// The audit of a vocabulary's tokenizer: a verdict, then what was found, the worst first, each with examples that lead to
// their entry, and to the Explorer with a text that shows them.

import { count, element } from "../../shared/dom.js";
import { canStop, isWorking, stateWords } from "../../shared/job.js";
import { pageAddress } from "../../shared/page_link.js";

const MEANT = {
  error: "some text is lost, cannot be encoded, or takes very long", warning: "something does not do what it seems to, or other programs understand it in another way",
  note: "good to know",
};

// act: audit(wanted), open(id)
export class AuditPanel {
  constructor(act) {
    this.act = act;
    this.run = element("button", { type: "button", onclick: () => act.audit(true) }, "Audit this vocabulary");
    this.stop = element("button", { type: "button", hidden: true, onclick: () => act.audit(false) }, "Stop");
    this.meter = element("div", { class: "wcl-progress", role: "progressbar", "aria-label": "Audit", hidden: true });
    this.verdict = element("p", { class: "wcl-lead", role: "status", "aria-live": "polite" });
    this.findings = element("div", { class: "wcl-findings" });
    this.proved = element("ul", { class: "wcl-proved" });
    this.node = element("div", { class: "wcl-panel-body" },
      element("p", { class: "wcl-hint" }, "Entries that nothing produces, texts that do not come back, patterns that are slow, special tokens that overlap. It takes some seconds."),
      element("div", { class: "wcl-bar wcl-tools wcl-controls" }, this.run, this.stop), this.meter, this.verdict, this.findings, this.proved);
  }

  // audit: an AuditRecord; model: the name of the vocabulary that is shown; isLinked: whether other screens know it
  show(audit, model, isLinked) {
    const isOurs = audit.model === model;
    this.run.disabled = this.isBusy;
    if (audit === this.shown && isOurs === this.isOurs) return;
    Object.assign(this, { shown: audit, isOurs });
    this.verdict.textContent = isOurs ? `${audit.sentence} (${audit.seconds.toFixed(1)} s)` : "";
    this.findings.replaceChildren(...(isOurs ? audit.findings.map((finding) => this.finding(finding, isLinked ? model : null)) : []));
    this.proved.hidden = !isOurs || !audit.proved.length;
    this.proved.replaceChildren(...(isOurs ? audit.proved.map((fact) => element("li", {}, element("b", {}, "proved "), fact)) : []));
  }

  finding({ severity, message, count: n, text, examples }, model) {
    const rest = n - examples.length;
    return element("section", { class: `wcl-finding wcl-is-${severity}` },
      element("h3", {}, element("span", { class: "wcl-severity", title: MEANT[severity] }, severity), " ", message),
      examples.length ? element("ul", {}, ...examples.map((example) => this.example(example, model)),
        rest > 0 ? element("li", { class: "wcl-hint" }, `and ${count(rest)} more`) : null) : this.textLink(text, model, "Show it in the Explorer"));
  }

  example({ id, said, text }, model) {
    return element("li", {}, element("span", { class: "wcl-mono" }, said), " ",
      id === null ? null : element("button", { type: "button", class: "wcl-link", onclick: () => this.act.open(id) }, `entry ${id}`), " ",
      this.textLink(text, model, "in the Explorer"));
  }

  textLink(text, model, words) {
    if (text === null || model === null) return null;
    const link = element("a", { class: "wcl-page-link", hidden: true, "aria-label": `${words}: ${text.slice(0, 60)}` }, words);
    pageAddress("explorer", { text, model }).then((address) => {
      if (!address) return;
      link.href = address;
      link.hidden = false;
    });
    return link;
  }

  showProgress({ state }) {
    this.isBusy = isWorking(state);
    this.run.disabled = this.isBusy;
    this.stop.hidden = !canStop(state);
    this.meter.hidden = !this.isBusy;
    if (this.isBusy) this.verdict.textContent = stateWords(state, "Auditing …");
    else if (state === "stopped") this.verdict.textContent = "Stopped.";
  }
}
