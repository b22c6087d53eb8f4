// Measuring in the page itself: its engine, and tokenizers of npm where the site has them. The picture first, what there is
// to choose beside it.

import { element, plural } from "../../shared/dom.js";
import { BarChart } from "./bars.js";
import { InPageContender } from "./in_page_contender.js";
import { InPageControls } from "./in_page_controls.js";
import { InPageRun } from "./in_page_run.js";
import { batchesOf, documentsOf, fetchCode, LEAST, withoutSpecial } from "./in_page_text.js";
import { barRows, measuredWords, progressWords, tableOf, verdictOf } from "./in_page_words.js";
import { drawTable } from "./tables.js";

const ALONE = "For other tokenizers beside ours, export the site with those that npm has installed: wordchipper-lab export-site DIR --npm NODE_MODULES";
const BELOW = 60; // pixels left free for the words below a chart that is presented

const addressOf = ({ href }) => new URL(href, document.baseURI).href;
const addressesOf = (files) => Object.fromEntries(Object.entries(files).map(([name, file]) => [name, addressOf(file)]));

export class InPagePanel {
  // page: what the site has (widgets/site.py): {version, worker, files, models, scripts, peers}
  // act: see BarChart; tools: of the page; start: (address) -> Worker
  constructor(page, act, tools, start = (address) => new Worker(address, { type: "module" })) {
    Object.assign(this, { page, start, run: null, asked: 0, ours: `wordchipper-lab ${page.version}` });
    this.sentence = element("p", { class: "wcl-sentence" });
    this.announced = element("span", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.chart = new BarChart(act);
    this.chart.node.classList.add("wcl-current"); // it is what is presented
    this.chart.plotly.hidden = this.chart.explain.hidden = true;
    this.measured = element("p", { class: "wcl-hint" });
    this.table = element("div", { class: "wcl-controls" });
    this.controls = new InPageControls(page.models, { measure: () => this.begin(), stop: () => this.end(), choose: () => this.showPlan() });
    this.node = element("section", { class: "wcl-in-page wcl-panel-body", "aria-label": "In this page", "aria-busy": "false" },
      element("header", { class: "wcl-controls" }, element("h2", {}, "In this page"), tools), this.sentence, this.announced,
      element("div", { class: "wcl-in-page-body" }, element("div", { class: "wcl-panel-body" }, this.chart.node, this.measured), this.controls.node, this.table));
    this.showPlan();
  }

  get picture() {
    return this.chart.node;
  }

  // [{name, label, files}] of those that have the chosen vocabulary
  contenders() {
    const { model } = this.controls;
    const peers = this.page.peers.filter(({ models }) => models[model]);
    return [
      { name: "ours", label: this.ours, files: this.page.files },
      ...peers.map(({ name, version, models }) => ({ name, label: `${name} ${version}`.trim(), files: models[model] })),
    ];
  }

  // What would be measured.
  showPlan() {
    const { peers } = this.page;
    const contenders = this.contenders();
    const known = [...new Set(peers.flatMap(({ models }) => Object.keys(models)))].join(" and ");
    this.controls.explain(!peers.length ? ALONE : contenders.length === 1 ? `The tokenizers of npm are measured with ${known}.` : "");
    this.controls.warn("");
    this.controls.showProgress(0, "");
    this.measured.textContent = "";
    this.table.replaceChildren();
    this.run = null;
    const who = contenders.length > 1 ? `do ${this.ours} and ${plural(contenders.length - 1, "tokenizer")} of npm` : `does ${this.ours}`;
    this.sentence.textContent = `Nothing is measured yet: how fast ${who} encode new text in your browser?`;
    this.drawBars(contenders.map(({ label }) => ({ label, speeds: [], compared: 0, different: 0, problem: null })));
  }

  drawBars(rows) {
    this.rows = rows;
    this.chart.show({ title: `${this.controls.model}, ${this.controls.text}`, rows: barRows(rows), regime: "" }, "best", this.room);
  }

  async begin() {
    const asked = ++this.asked;
    this.showPlan();
    this.showWork(true);
    this.controls.showProgress(0, "Reading the text …");
    try {
      const batches = await this.batches();
      if (asked !== this.asked) return;
      const { model, text, isOwn } = this.controls;
      this.measured.textContent = measuredWords(batches, model, text, isOwn ? "special tokens are ordinary text" : "documents with special tokens are left out");
      const contenders = this.contenders().map(({ name, label, files }) =>
        new InPageContender(this.start(addressOf(this.page.worker)), label, { name, model, files: addressesOf(files) }));
      this.run = new InPageRun(contenders, batches, (run) => { if (run === this.run) this.showRun(run); });
      this.showRun(this.run);
      await this.run.run();
    } catch (error) {
      if (asked !== this.asked) return;
      this.showPlan();
      this.showWork(false);
      this.controls.warn(error.message);
    }
  }

  async batches() {
    const documents = this.controls.isOwn ? documentsOf(this.controls.own) : withoutSpecial(documentsOf(await fetchCode(this.page.scripts.map(addressOf))));
    const bytes = documents.reduce((total, document) => total + document.bytes, 0);
    if (bytes < LEAST) throw new Error(`This text has ${plural(bytes, "byte")}; measuring takes at least ${plural(LEAST, "byte")}: paste more, or open a file.`);
    return batchesOf(documents);
  }

  // At once, whatever is under way.
  end() {
    this.asked += 1;
    if (this.run) this.run.stop();
    else this.showPlan();
    this.showWork(this.run?.isWorking ?? false);
  }

  showWork(isWorking) {
    this.node.setAttribute("aria-busy", String(isWorking));
    this.controls.showWork(isWorking);
  }

  showRun(run) {
    const { rows, state, done, batches } = run;
    this.showWork(run.isWorking);
    this.controls.showProgress(Math.round((done / batches.length) * 100), progressWords(run));
    this.drawBars(rows);
    if (done) this.table.replaceChildren(drawTable(tableOf(rows)));
    const words = run.isWorking ? "The bars grow as they are measured; the verdict follows." : verdictOf(rows, state);
    if (this.sentence.textContent !== words) this.sentence.textContent = this.announced.textContent = words;
  }

  // Only the sentence and the bars, as large as fits.
  present(isAlone) {
    this.isAlone = isAlone;
    this.drawBars(this.rows);
  }

  get room() {
    return this.isAlone ? window.innerHeight - Math.max(0, this.chart.holder.getBoundingClientRect().top) - BELOW : null;
  }

  destroy() {
    this.end();
    this.chart.stop();
  }
}
