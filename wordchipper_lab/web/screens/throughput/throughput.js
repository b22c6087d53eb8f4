// ThroughputLab: joins the page to its engine, which measures.

import { saveFile } from "../../shared/clipboard.js";
import { PageSession, pageView } from "../../engine/page_session.js";
import { BarChart } from "./bars.js";
import { ThroughputPage } from "./page.js";
import { svgFile } from "../../shared/svg_chart.js";

const CHOICES = ["models", "lexers", "encoders", "memo", "threads", "corpora", "modes", "peers", "rounds", "latency", "memory", "text"];

function fileName(title) {
  return title.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() || "chart";
}

class ThroughputSession extends PageSession {
  constructor(model, el) {
    super(model, CHOICES);
    this.mount(new ThroughputPage(this.get("_options"), this.actions()), el);
    this.pairs = [];
    this.job = this.engine.job((progress) => this.showProgress(progress));
    const choices = CHOICES.map((name) => `change:${name}`).join(" ");
    this.open({
      [choices]: () => this.showChoice(),
      "change:_estimate": () => this.showEstimate(),
      "change:_drawing": () => this.page.showDrawing(this.get("_drawing")),
      "change:_report": () => this.page.showReport(this.get("_report")),
      "change:_runs change:_shown change:_compared": () => this.showRuns(),
      "change:_can_go_on": () => this.page.offerResume(this.get("_can_go_on")),
      "change:_comparison": () => this.showComparison(),
      "change:_cost": () => this.page.cost.show(this.get("_cost")),
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
      saveRun: () => saveFile(`${fileName(this.runName())}.json`, this.get("_report").json, "application/json"),
      savePage: () => this.save("page", `${fileName(this.runName())}.html`, "text/html"),
      saveChart: (chart, title) => saveFile(`${fileName(title)}.svg`, svgFile(chart, this.page.node), "image/svg+xml"),
      copyMarkdown: (table) => this.copy(table.markdown, "Markdown copied"),
      saveCsv: (table) => saveFile(`${fileName(table.title)}.csv`, table.csv, "text/csv"),
      saveAll: () => saveFile("throughput.md", this.get("_report").tables.map((table) => table.markdown).join("\n"), "text/markdown"),
      cost: (question) => this.askCost(question),
      copyCode: () => this.copy(this.page.code.textContent, "Python code copied"),
      copyLink: () => this.copyLink(),
    };
  }

  start(verb) {
    if (this.engine.isLive) this.page.makeRoom();
    return this.work("run", verb);
  }

  // A saved page has only the costs that it was saved with.
  askCost(question) {
    if (this.engine.isLive) this.ask("cost", { question });
  }

  showChoice() {
    this.page.form.show(this.read());
  }

  showEstimate() {
    const estimate = this.get("_estimate");
    this.page.showEstimate(estimate);
    this.page.form.showPreset(estimate.preset);
    this.page.code.textContent = estimate.code ?? "";
  }

  showProgress(progress) {
    this.page.showProgress(progress);
    if (progress.problem) this.page.warn(progress.problem);
  }

  refresh() {
    this.showChoice();
  }

  showRuns() {
    const [runs, shown, compared] = ["_runs", "_shown", "_compared"].map((name) => this.get(name));
    this.page.runs.show(runs, shown);
    this.page.compare.offer(runs, shown, compared);
  }

  showComparison() {
    for (const chart of this.pairs.splice(0)) chart.stop();
    this.page.compare.show(this.get("_comparison"), (pair) => {
      const chart = new BarChart();
      chart.save.addEventListener("click", () => this.actions().saveChart(chart.chart, pair.title));
      chart.show(pair, Math.max(...pair.rows.map((row) => row.most)), "lexer");
      this.pairs.push(chart);
      return chart.node;
    });
  }

  runName() {
    return this.get("_runs")[this.get("_shown")] ?? "run";
  }

  copyLink() {
    this.copyAddress(this.get("_estimate").link);
  }

  destroy() {
    for (const chart of this.pairs) chart.stop();
    super.destroy();
  }
}

export default pageView(ThroughputSession);
