// ThroughputLab: joins the page to the widget's state. The kernel measures; this draws and asks.

import { saveFile } from "../../shared/clipboard.js";
import { PageSession } from "../../engine/page_session.js";
import { BarChart } from "./bars.js";
import { isWorking } from "../../shared/job.js";
import { ThroughputPage } from "./page.js";
import { svgFile } from "../../shared/svg_chart.js";

const CHOICES = ["models", "lexers", "encoders", "memo", "threads", "corpora", "modes", "peers", "rounds", "latency", "memory", "text"];
const WAITING = 15000; // milliseconds without an answer after which the page says so
const GONE = "No answer from the kernel. If it has gone, what was measured stays: it can still be read, switched between tables and saved.";

function fileName(title) {
  return title.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() || "chart";
}

class ThroughputSession extends PageSession {
  constructor(model, el) {
    super(model);
    this.mount(new ThroughputPage(model.get("_options"), this.actions()), el);
    this.pairs = [];
    const choices = CHOICES.map((name) => `change:${name}`).join(" ");
    this.listen({
      [choices]: () => this.showChoice(),
      "change:_estimate": () => this.showEstimate(),
      "change:_progress": () => this.showProgress(),
      "change:_drawing": () => this.page.showDrawing(model.get("_drawing")),
      "change:_report": () => this.page.showReport(model.get("_report")),
      "change:_runs change:_shown change:_compared": () => this.showRuns(),
      "change:_can_go_on": () => this.page.offerResume(model.get("_can_go_on")),
      "change:_comparison": () => this.showComparison(),
      "change:_cost": () => this.page.cost.show(model.get("_cost")),
      "msg:custom": (message) => this.receive(message),
    });
    this.showAll();
    this.openLink();
  }

  actions() {
    return {
      change: (state) => this.change(state),
      preset: (name) => this.ask({ do: "preset", name }),
      problem: (problem) => this.page.warn(problem),
      run: () => this.start("run"),
      stop: () => this.halt(),
      resume: () => this.start("resume"),
      showRun: (number) => this.ask({ do: "show", number }),
      compareRun: (number) => this.ask({ do: "compare", number }),
      openRun: (text, name) => this.ask({ do: "open", text, name }),
      saveRun: () => saveFile(`${fileName(this.runName())}.json`, this.model.get("_report").json, "application/json"),
      savePage: () => this.ask({ do: "page" }),
      saveChart: (chart, title) => saveFile(`${fileName(title)}.svg`, svgFile(chart, this.page.node), "image/svg+xml"),
      copyMarkdown: (table) => this.copy(table.markdown, "Markdown copied"),
      saveCsv: (table) => saveFile(`${fileName(table.title)}.csv`, table.csv, "text/csv"),
      saveAll: () => saveFile("throughput.md", this.model.get("_report").tables.map((table) => table.markdown).join("\n"), "text/markdown"),
      cost: (question) => { if (!this.model.isSaved) this.tell({ do: "cost", question }); },
      copyCode: () => this.copy(this.page.code.textContent, "Python code copied"),
      copyLink: () => this.copyLink(),
    };
  }

  change(state) {
    if (this.model.isSaved) return this.showChoice();
    return this.set(state);
  }

  ask(message) {
    if (this.model.isSaved) {
      this.page.warn("This is a saved page: it has no kernel to ask.");
      return false;
    }
    this.page.warn(null);
    this.tell(message);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.page.warn(GONE), WAITING);
    return true;
  }

  // Both show at once what was asked for; the kernel's own words follow.
  start(what) {
    if (!this.ask({ do: what })) return;
    this.page.makeRoom();
    this.page.showProgress({ state: "starting" });
  }

  halt() {
    if (this.ask({ do: "stop" })) this.page.showProgress({ ...this.model.get("_progress"), state: "stopping" });
  }

  answered() {
    clearTimeout(this.waiting);
    if (this.page.notice.textContent === GONE) this.page.warn(null);
  }

  showChoice() {
    this.page.form.show(Object.fromEntries(CHOICES.map((name) => [name, this.model.get(name)])));
  }

  showEstimate() {
    const estimate = this.model.get("_estimate");
    this.page.showEstimate(estimate);
    this.page.form.showPreset(estimate.preset);
    this.page.code.textContent = estimate.code ?? "";
  }

  showProgress() {
    const progress = this.model.get("_progress");
    this.answered();
    this.page.showProgress(progress);
    if (progress.problem) this.page.warn(progress.problem);
    if (isWorking(progress.state) && !this.model.isSaved) this.waiting = setTimeout(() => this.page.warn(GONE), WAITING * 4);
  }

  showRuns() {
    const [runs, shown, compared] = ["_runs", "_shown", "_compared"].map((name) => this.model.get(name));
    this.page.runs.show(runs, shown);
    this.page.compare.offer(runs, shown, compared);
  }

  showComparison() {
    for (const chart of this.pairs.splice(0)) chart.stop();
    this.page.compare.show(this.model.get("_comparison"), (pair) => {
      const chart = new BarChart();
      chart.save.addEventListener("click", () => this.actions().saveChart(chart.chart, pair.title));
      chart.show(pair, Math.max(...pair.rows.map((row) => row.most)), "lexer");
      this.pairs.push(chart);
      return chart.node;
    });
  }

  runName() {
    return this.model.get("_runs")[this.model.get("_shown")] ?? "run";
  }

  receive(message) {
    this.answered();
    if (message.page) saveFile(`${fileName(this.runName())}.html`, message.page, "text/html");
    if (!message.problem) return;
    this.page.showProgress(this.model.get("_progress")); // what was shown at once did not come about
    this.page.warn(message.problem);
  }

  copyLink() {
    this.copyAddress(this.model.get("_estimate").link);
  }

  openLink() {
    const link = this.linkedState();
    if (link) this.ask({ do: "link", link });
  }

  destroy() {
    for (const chart of this.pairs) chart.stop();
    super.destroy();
  }
}

function render({ model, el }) {
  const session = new ThroughputSession(model, el);
  return () => session.destroy();
}

export default { render };
