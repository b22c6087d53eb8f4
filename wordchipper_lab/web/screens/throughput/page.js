// The parts of the Throughput screen. It draws what it is given and reports user actions; it stores no state.

import { element, plural } from "../../shared/dom.js";
import { canStop, isWorking, stateWords } from "../../shared/job.js";
import { PageFrame, panel } from "../../shared/page_frame.js";
import { FigureDialog } from "../../shared/plotly.js";
import { Settings } from "../../shared/settings.js";
import { BarPanel } from "./bar_panel.js";
import { ChoiceForm, choiceWords } from "./choice.js";
import { CostPanel } from "./cost.js";
import { CurvePanel } from "./curves.js";
import { HeatPanel } from "./heat.js";
import { InPagePanel } from "./in_page_panel.js";
import { ComparePanel, RunBar } from "./runs.js";
import { secondsText } from "../../shared/numbers.js";
import { TablePanel, drawTable } from "./tables.js";
import { termLine } from "../../shared/terms.js";
import { WherePanel } from "./where.js";

const TERMS = "[Throughput] is how many bytes a tokenizer encodes in a second. A [lexer] cuts a text into spans, a [span encoder] merges each of them, a [memo] remembers spans that were met before.";

const NEEDS_PYTHON = "This part needs Python: here it is as it was when the page was made. wordchipper-lab serve opens a page that measures.";

export class ThroughputPage extends PageFrame {
  name = "throughput";

  // act: the user's actions, as functions (see throughput.js); inPage: what a page has that measures by itself, or nothing
  constructor(options, act, inPage) {
    super("Asking");
    this.options = options;
    this.inPage = inPage ? new InPagePanel(inPage, act, this.tools) : null;
    this.form = new ChoiceForm(options, act);
    this.settings = new Settings(this.form.node, termLine(TERMS));
    this.run = element("button", { type: "button", class: "wcl-primary", onclick: act.run }, "Run");
    this.stop = element("button", { type: "button", onclick: act.stop, disabled: true }, "Stop");
    this.resume = element("button", { type: "button", onclick: act.resume, hidden: true, title: "Measure what is missing from the stopped run" }, "Continue");
    this.estimate = element("span", { class: "wcl-estimate" });
    this.notes = element("div", { class: "wcl-hint wct-notes", hidden: true });
    this.fill = element("div", { class: "wcl-meter-fill" });
    this.meter = element("div", { class: "wcl-meter", role: "progressbar", "aria-label": "Benchmark", "aria-valuemin": 0, "aria-valuemax": 100, hidden: true }, this.fill);
    this.steps = element("span");
    this.what = element("span", { class: "wcl-now-what" });
    this.now = element("span", { class: "wcl-estimate wcl-now" }, this.steps, this.what);
    this.announced = element("span", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.summary = element("ul", { class: "wcl-summary", "aria-label": "Summary" });
    this.bars = new BarPanel(act, options.rule);
    this.heat = new HeatPanel(act);
    this.retained = element("div", { class: "wcl-panel-body" });
    this.curves = new CurvePanel(act);
    this.tables = new TablePanel(act);
    this.runs = new RunBar(act);
    this.compare = new ComparePanel(act.compareRun);
    this.cost = new CostPanel(act.cost);
    this.where = new WherePanel(act);
    this.figure = new FigureDialog();
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.node = this.assemble();
  }

  assemble() {
    this.parts = {
      heat: panel("Relative to the best", true, this.heat.node),
      retention: panel("English and diverse text", true, this.retained),
      summary: panel("What was measured here", true, this.summary),
      latency: panel("Latency", true, this.curves.node),
      tables: panel("All tables", false, this.tables.node),
      compare: panel("Compare two runs", false, this.compare.node),
      cost: panel("What would it cost", false, this.cost.node),
    };
    this.settings.node.classList.add("wcl-controls");
    return element("div", { class: "wcl wcl-throughput", "aria-busy": "false" },
      element("h2", { class: "wcl-unseen" }, "Measured speed"), this.inPage?.node,
      this.inPage && element("div", { class: "wcl-by-python" }, element("h2", {}, "Measured by Python"), element("p", { class: "wcl-hint" }, NEEDS_PYTHON)),
      element("div", { class: "wcl-bar wcl-tools wcl-run-bar wcl-controls" }, this.form.preset.field,
        element("span", { class: "wcl-run-buttons" }, this.run, this.stop, this.resume), this.inPage ? null : this.tools, this.estimate, this.now),
      this.notes, this.settings.node, this.meter, this.announced, this.notice, this.sentence, this.bars.node, this.where.node,
      ...Object.values(this.parts), this.runs.node, panel("Python", false, this.code), this.figure.node);
  }

  get picture() {
    return this.inPage?.picture ?? this.bars.grid;
  }

  // Close the settings, so that the growing results are in view; they can be opened again.
  makeRoom() {
    this.settings.node.open = false;
  }

  showChoice(state) {
    this.form.show(state, this.options);
    this.settings.show(choiceWords(state, this.options));
  }

  showProgress(progress) {
    const { state, done = 0, total = 0, seconds_left: left = null, now = "", about = "" } = progress;
    const busy = isWorking(state);
    this.where.showProgress(about === "where" ? progress : null);
    this.node.setAttribute("aria-busy", String(busy));
    this.node.dataset.state = state;
    this.run.disabled = busy;
    this.stop.disabled = !canStop(state);
    this.resume.disabled = busy;
    this.meter.hidden = !busy || Boolean(about);
    this.runs.freeze(busy);
    this.parts.compare.hidden = busy;
    this.estimate.hidden = busy;
    this.now.hidden = state === "idle" || state === "finished" || Boolean(about);
    const percent = total ? Math.round((done / total) * 100) : 0;
    this.fill.style.width = `${percent}%`;
    this.meter.setAttribute("aria-valuenow", percent);
    const isKnown = left !== null && state === "running" && done / total >= 0.05; // the first steps load and compile
    const rest = !isKnown ? "" : ` · about ${secondsText(left)} left`;
    this.meter.setAttribute("aria-valuetext", `${done} of ${plural(total, "timed round")}${rest}`);
    const steps = total ? ` · ${done} of ${plural(total, "timed round")}` : "";
    this.steps.textContent = `${stateWords(state)}${steps}${rest}`;
    this.what.textContent = busy && now ? ` · ${now}` : "";
  }

  announce(text) {
    this.announced.textContent = text;
  }

  offerResume(isStopped) {
    this.resume.hidden = !isStopped;
  }

  showEstimate({ cases, seconds, problem, notes = [] }) {
    this.notes.replaceChildren(...notes.map((note) => element("p", {}, note)));
    this.notes.hidden = !notes.length;
    this.run.title = problem ?? "";
    this.estimate.textContent = problem ?? `${plural(cases, "case")}, about ${secondsText(seconds)}`;
    this.estimate.classList.toggle("wcl-is-problem", Boolean(problem));
  }

  // planned: the bars to draw as long as there are none with figures
  showDrawing({ bars = [], heat = [], latency = [] }, planned) {
    const hasRun = bars.length > 0 || latency.length > 0;
    this.bars.show(hasRun ? bars : planned);
    this.heat.show(heat);
    this.curves.show(latency);
    this.parts.heat.hidden = !heat.length;
    this.parts.latency.hidden = !latency.length;
    this.parts.compare.classList.toggle("wcl-absent", !hasRun);
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
    this.inPage?.destroy();
    this.form.destroy();
    this.bars.destroy();
    this.where.destroy();
    this.curves.destroy();
  }
}
