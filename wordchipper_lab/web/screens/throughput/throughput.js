// ThroughputLab: joins the page to its engine, which measures.

import { saveFile } from "../../shared/clipboard.js";
import { PageSession, pageView } from "../../engine/page_session.js";
import { plural } from "../../shared/dom.js";
import { isWorking, stateWords } from "../../shared/job.js";
import { TokenizerOpener } from "../../shared/open_tokenizer.js";
import { secondsText } from "../../shared/numbers.js";
import { svgFile } from "../../shared/svg_chart.js";
import { BarChart } from "./bars.js";
import { ThroughputPage } from "./page.js";

const CHOICES = ["models", "lexers", "encoders", "memo", "threads", "corpora", "modes", "peers", "rounds", "latency", "memory", "regime", "text", "opened"];
const CALM = 5000; // milliseconds between two announcements of progress
const STEPS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };

function fileName(title) {
  return title.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() || "chart";
}

class ThroughputSession extends PageSession {
  constructor(model, el) {
    super(model, CHOICES);
    this.mount(new ThroughputPage(this.get("_options"), this.actions(), this.get("_in_page")), el);
    this.opener = new TokenizerOpener(this, this.page.form.opened, {
      use: ({ name }) => this.set({ opened: [...new Set([...this.get("opened"), name])] }),
      offer: (options) => { this.page.options = options; },
      isBesideName: false,
    });
    this.pairs = [];
    this.told = { state: "idle", percent: 0, at: 0 };
    this.job = this.engine.job((progress) => this.showProgress(progress));
    const choices = CHOICES.map((name) => `change:${name}`).join(" ");
    this.open({
      [choices]: () => this.showChoice(),
      "change:_estimate": () => this.showEstimate(),
      "change:_drawing": () => this.showDrawing(),
      "change:_report": () => this.page.showReport(this.get("_report")),
      "change:_runs change:_shown change:_compared": () => this.showRuns(),
      "change:_can_go_on": () => this.page.offerResume(this.get("_can_go_on")),
      "change:_comparison": () => this.showComparison(),
      "change:_cost": () => this.page.cost.show(this.get("_cost")),
      "change:_where": () => this.page.where.show(this.get("_where")),
    });
  }

  actions() {
    return {
      change: (state) => this.set(state),
      preset: (name) => this.ask("preset", { name }),
      problem: (problem) => this.page.warn(problem),
      run: () => this.start("run"),
      stop: () => this.work("stop"),
      resume: () => this.start("resume"),
      showRun: (number) => this.ask("show", { number }),
      compareRun: (number) => this.ask("compare", { number }),
      openRun: (text, name) => this.ask("open", { text, name }),
      saveChart: (chart, title) => saveFile(`${fileName(title)}.svg`, svgFile(chart, this.page.node), "image/svg+xml"),
      openFigure: (chart, title) => this.openFigure(chart, title),
      copyMarkdown: (table) => this.copy(table.markdown, "Markdown copied"),
      saveCsv: (table) => saveFile(`${fileName(table.title)}.csv`, table.csv, "text/csv"),
      explain: (chart) => this.explain(chart),
      cost: (question) => this.askCost(question),
    };
  }

  dataItems(item) {
    return [
      item("Save run as JSON", () => this.withReport(({ json }) => saveFile(`${this.fileName}.json`, json, "application/json")), "Open run … reads it"),
      item("Save tables as CSV", () => this.withReport(({ tables }) => saveFile(`${this.fileName}.csv`, tables.map(({ title, csv }) => `${title}\n${csv}`).join("\n"), "text/csv"))),
      item("Save tables as Markdown", () => this.withReport((report) => saveFile(`${this.fileName}.md`, markdownOf(report), "text/markdown"))),
      item("Copy tables as Markdown", () => this.withReport((report) => this.copy(markdownOf(report), "Markdown copied"))),
    ];
  }

  withReport(use) {
    const report = this.get("_report");
    if (report.json) use(report);
    else this.page.warn("There is no finished run yet: press Run, or open a saved one.");
  }

  start(verb) {
    if (this.engine.isLive) this.page.makeRoom();
    return this.work("run", verb);
  }

  async explain({ model, corpus }) {
    const { where } = this.page;
    where.begin(`${corpus}, ${model}`);
    const asked = this.work("run", "where", { model, corpus }, undefined, "where");
    where.node.scrollIntoView({ block: "nearest" });
    const { problem } = await asked;
    if (problem) where.show(this.get("_where"));
  }

  async openFigure(chart, title) {
    const found = async (verb, fields) => {
      const answer = await this.ask(verb, fields);
      if (answer.problem) throw new Error(answer.problem);
      return answer[verb];
    };
    const asked = { ...chart, scheme: this.page.node.dataset.scheme };
    const problem = await this.page.figure.open(title, fileName(title), () => found("figure", { chart: asked }), () => found("plotly", {}));
    if (problem) this.page.warn(problem);
  }

  // A saved page has only the costs that it was saved with.
  askCost(question) {
    if (this.engine.isLive) this.ask("cost", { question });
  }

  showChoice() {
    this.page.showChoice(this.read());
  }

  showEstimate() {
    const estimate = this.get("_estimate");
    this.page.showEstimate(estimate);
    this.page.form.showPreset(estimate.preset);
    this.page.code.textContent = estimate.code ?? "";
    if (!this.get("_drawing").bars) this.showDrawing();
  }

  showDrawing() {
    this.page.showDrawing(this.get("_drawing"), this.get("_estimate").planned ?? []);
    this.tell();
    this.offerFigures();
  }

  showProgress(progress) {
    this.isWorking = isWorking(progress.state);
    this.page.showProgress(progress);
    if (progress.problem) this.page.warn(progress.problem);
    this.tell();
    this.announce(progress);
    this.offerFigures();
  }

  offerFigures() {
    const canOpen = this.engine.isLive && this.get("_shown") >= 0 && !this.isWorking;
    for (const part of [this.page.bars, this.page.heat, this.page.curves]) part.offerFigures(canOpen);
  }

  // The sentence above the bars: the verdict, or what there will be to see.
  tell() {
    const { verdict, bars } = this.get("_drawing");
    const { cases, seconds, problem } = this.get("_estimate");
    if (this.isPresenting && bars?.[this.page.bars.current]?.verdict) this.page.tell(bars[this.page.bars.current].verdict);
    else if (verdict) this.page.tell(verdict);
    else if (bars || this.isWorking) this.page.tell("The bars grow as they are measured; the verdict follows.");
    else this.page.tell(problem ? "" : `Nothing is measured yet: Run measures ${plural(cases, "case")} on this machine, in about ${secondsText(seconds)}.`);
  }

  // New states at once, progress at most every few seconds and every tenth.
  announce({ state, done = 0, total = 0, about = "" }) {
    const percent = total ? Math.floor((done / total) * 10) * 10 : 0;
    const isNew = state !== this.told.state;
    if (!isNew && (state !== "running" || percent === this.told.percent || Date.now() - this.told.at < CALM)) return;
    this.told = { state, percent, at: Date.now() };
    const verdict = state === "finished" ? this.get(about ? "_where" : "_drawing").verdict : "";
    this.page.announce([stateWords(state), verdict, state === "running" && percent ? `${percent} %` : ""].filter(Boolean).join(". "));
  }

  refresh() {
    this.showChoice();
  }

  showRuns() {
    const [runs, shown, compared] = ["_runs", "_shown", "_compared"].map((name) => this.get(name));
    this.page.runs.show(runs, shown);
    this.page.compare.offer(runs, shown, compared);
    this.offerFigures();
  }

  showComparison() {
    for (const chart of this.pairs.splice(0)) chart.stop();
    this.page.compare.show(this.get("_comparison"), (pair) => {
      const chart = new BarChart(this.actions());
      chart.plotly.hidden = !this.engine.isLive;
      chart.explain.hidden = true;
      chart.show(pair, "lexer");
      this.pairs.push(chart);
      return chart.node;
    });
  }

  present(on) {
    super.present(on);
    if (this.page.inPage) {
      this.page.inPage.present(on);
      return;
    }
    this.page.bars.present(on);
    this.tell();
    if (on) this.page.bars.present(on); // the sentence may have changed its height
  }

  // While presenting: from one chart to the next.
  press({ key }, isFree) {
    const by = STEPS[key];
    if (!by || !isFree || !this.isPresenting || this.page.inPage) return false;
    this.page.bars.step(by);
    this.tell();
    this.page.bars.present(true);
    this.page.announce(this.page.sentence.textContent);
    return true;
  }

  get fileName() {
    return fileName(this.get("_runs")[this.get("_shown")] ?? "throughput");
  }

  copyLink() {
    const opened = this.get("opened");
    this.copyAddress(this.get("_estimate").link, null, opened.length ? `Link copied, without ${opened.join(" and ")}: files do not travel in a link` : undefined);
  }

  destroy() {
    for (const chart of this.pairs) chart.stop();
    super.destroy();
  }
}

function markdownOf({ tables }) {
  return tables.map((table) => table.markdown).join("\n");
}

export default pageView(ThroughputSession);
