// The parts of the Throughput screen. It draws what it is given and reports user actions; it stores no state.

import { labelled } from "../../shared/controls.js";
import { element, plural } from "../../shared/dom.js";
import { canStop, isWorking, stateWords } from "../../shared/job.js";
import { PageFrame, panel } from "../../shared/page_frame.js";
import { BarPanel } from "./bars.js";
import { ChoiceForm } from "./choice.js";
import { CostPanel } from "./cost.js";
import { CurvePanel } from "./curves.js";
import { HeatPanel } from "./heat.js";
import { ComparePanel, RunBar } from "./runs.js";
import { secondsText } from "../../shared/numbers.js";
import { TablePanel, drawTable } from "./tables.js";

export class ThroughputPage extends PageFrame {
  // act: the user's actions, as functions (see throughput.js)
  constructor(options, act) {
    super("Asking");
    this.form = new ChoiceForm(options, act);
    this.run = element("button", { type: "button", class: "wcl-primary", onclick: act.run }, "Run");
    this.stop = element("button", { type: "button", onclick: act.stop, disabled: true }, "Stop");
    this.resume = element("button", { type: "button", onclick: act.resume, hidden: true, title: "Measure what is missing from the stopped run" }, "Continue");
    this.estimate = element("span", { class: "wcl-estimate" });
    this.fill = element("div", { class: "wcl-meter-fill" });
    this.meter = element("div", { class: "wcl-meter", role: "progressbar", "aria-label": "Benchmark", "aria-valuemin": 0, "aria-valuemax": 100, hidden: true }, this.fill);
    this.now = element("p", { class: "wcl-hint wcl-now" });
    this.announced = element("span", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.summary = element("ul", { class: "wcl-summary", "aria-label": "Summary" });
    this.bars = new BarPanel(act.saveChart);
    this.heat = new HeatPanel();
    this.retained = element("div", { class: "wcl-panel-body" });
    this.curves = new CurvePanel(act.saveChart);
    this.tables = new TablePanel(act);
    this.runs = new RunBar(act);
    this.compare = new ComparePanel(act.compareRun);
    this.cost = new CostPanel(act.cost);
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.linkButton = element("button", { type: "button", onclick: act.copyLink, title: "A link that opens this page with these choices" }, "Copy link");
    this.node = this.assemble(act);
  }

  assemble(act) {
    const order = labelled("Order", this.bars.orderChoice);
    order.classList.add("wcl-inline");
    this.parts = {
      bars: panel("Throughput", true, order, this.bars.node),
      heat: panel("Relative to the best", true, this.heat.node),
      retention: panel("English and diverse text", true, this.retained),
      summary: panel("What was measured here", true, this.summary),
      latency: panel("Latency", true, this.curves.node),
      tables: panel("All tables", false, this.tables.node),
      compare: panel("Compare two runs", false, this.compare.node),
      cost: panel("What would it cost", false, this.cost.node),
    };
    const code = panel("Python", false, element("div", { class: "wcl-panel-tools" },
      element("button", { type: "button", onclick: act.copyCode }, "Copy Python code")), this.code);
    this.results = element("div", { class: "wcl-results", hidden: true }, ...Object.values(this.parts));
    return element("div", { class: "wcl wcl-throughput", "aria-busy": "false" },
      this.form.presetBar,
      element("div", { class: "wcl-bar wcl-tools" }, this.run, this.stop, this.resume, this.estimate, element("span", { class: "wcl-spring" }), this.said, this.linkButton),
      this.meter, this.now, this.announced, this.notice, this.form.node, this.results, this.runs.node, code);
  }

  // Close the form, so that the growing results are in view; it can be opened again.
  makeRoom() {
    this.form.node.open = false;
  }

  showProgress({ state, done = 0, total = 0, seconds_left: left = null, now = "" }) {
    const busy = isWorking(state);
    this.node.setAttribute("aria-busy", String(busy));
    this.node.dataset.state = state;
    this.run.disabled = busy;
    this.stop.disabled = !canStop(state);
    this.resume.disabled = busy;
    this.meter.hidden = !busy;
    this.runs.freeze(busy);
    this.parts.compare.hidden = busy;
    this.now.hidden = state === "idle";
    const percent = total ? Math.round((done / total) * 100) : 0;
    this.fill.style.width = `${percent}%`;
    this.meter.setAttribute("aria-valuenow", percent);
    const isKnown = left !== null && state === "running" && done / total >= 0.05; // the first steps load and compile
    const rest = !isKnown ? "" : ` · about ${secondsText(left)} left`;
    this.meter.setAttribute("aria-valuetext", `${done} of ${plural(total, "timed round")}${rest}`);
    const steps = total ? ` · ${done} of ${plural(total, "timed round")}` : "";
    this.now.textContent = `${stateWords(state)}${steps}${rest}${busy && now ? ` · ${now}` : ""}`;
    if (this.state !== state) this.announced.textContent = stateWords(state);
    this.state = state;
  }

  offerResume(isStopped) {
    this.resume.hidden = !isStopped;
  }

  showEstimate({ cases, seconds, problem }) {
    this.run.title = problem ?? "";
    this.estimate.textContent = problem ?? `${plural(cases, "case")}, about ${secondsText(seconds)}`;
    this.estimate.classList.toggle("wcl-is-problem", Boolean(problem));
  }

  showDrawing({ bars = [], heat = [], latency = [] }) {
    this.results.hidden = !bars.length && !latency.length;
    this.bars.show(bars);
    this.heat.show(heat);
    this.curves.show(latency);
    this.parts.bars.hidden = !bars.length;
    this.parts.heat.hidden = !heat.length;
    this.parts.latency.hidden = !latency.length;
  }

  showReport({ summary = [], tables = [], retention = [], contenders = [] }) {
    this.summary.replaceChildren(...summary.map((sentence) => element("li", {}, sentence)));
    this.parts.summary.hidden = !summary.length;
    this.retained.replaceChildren(...retention.map(drawTable));
    this.parts.retention.hidden = !retention.length;
    this.tables.show(tables);
    this.parts.tables.hidden = !tables.length;
    this.cost.offer(contenders);
    this.parts.cost.hidden = !contenders.length;
  }

  destroy() {
    super.destroy();
    this.form.destroy();
    this.bars.destroy();
    this.curves.destroy();
  }
}
