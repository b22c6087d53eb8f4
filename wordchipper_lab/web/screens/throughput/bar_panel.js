// All bar charts of a run: the picture of the page. While presenting, one at a time.

import { labelled } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { BarChart } from "./bars.js";

const REGIMES = {
  new: "New text: each contender gets each document once, in turns; every round has other documents. Seen before: the same documents a second time. Memory grown: what encoding them once adds, mostly spans that are remembered.",
  warm: "Seen before: every round has the same text, so memos of spans (ours if it is on, and those of some peers) are warm.",
};
const BELOW = 24; // pixels left free below a chart that is presented

export class BarPanel {
  // act: see BarChart; rule: what a tie is
  constructor(act, rule) {
    this.act = act;
    this.order = "best";
    this.charts = [];
    this.current = 0;
    this.grid = element("div", { class: "wcl-bar-grid" });
    this.orderChoice = element("select", { onchange: () => { this.order = this.orderChoice.value; this.show(this.shown); } },
      element("option", { value: "best" }, "best first"), element("option", { value: "lexer" }, "grouped by lexer"));
    const order = labelled("Order", this.orderChoice);
    order.classList.add("wcl-inline");
    this.about = element("div", { class: "wcl-about-bars wcl-controls" }, order,
      element("p", { class: "wcl-hint" }, "Bar: median of the rounds. Whisker: slowest to fastest round. Every chart has its own scale. MB is 10⁶ bytes of UTF-8."),
      element("p", { class: "wcl-hint" }, `= is tied with the fastest: too noisy to rank. ${rule}`),
      this.regimes = element("p", { class: "wcl-hint" }));
    this.node = element("div", { class: "wcl-panel-body" }, this.grid, this.about);
  }

  // charts: BarChartRecord[]
  show(charts) {
    this.shown = charts;
    while (this.charts.length > charts.length) this.drop(this.charts.pop());
    while (this.charts.length < charts.length) this.add();
    this.current = Math.min(this.current, Math.max(0, charts.length - 1));
    this.charts.forEach(({ node }, at) => node.classList.toggle("wcl-current", at === this.current));
    const room = this.isAlone ? this.room : null;
    charts.forEach((chart, at) => this.charts[at].show(chart, this.order, at === this.current ? room : null));
    const regimes = new Set(charts.map(({ regime }) => regime));
    this.regimes.textContent = Object.keys(REGIMES).filter((regime) => regimes.has(regime)).map((regime) => REGIMES[regime]).join(" ");
    this.grid.classList.toggle("wcl-one", charts.length === 1 || Boolean(this.isAlone));
    this.offerFigures(this.canOpen);
  }

  // Height for the chart that is presented.
  get room() {
    const { top } = this.charts[this.current]?.holder.getBoundingClientRect() ?? { top: 0 };
    return window.innerHeight - Math.max(0, top) - BELOW;
  }

  // Show only one chart, as large as fits; or all of them again.
  present(isAlone) {
    this.isAlone = isAlone;
    this.show(this.shown ?? []);
    this.show(this.shown ?? []); // now that it is known where the chart begins
  }

  step(by) {
    this.current = Math.min(Math.max(0, this.current + by), Math.max(0, this.charts.length - 1));
    this.present(this.isAlone);
  }

  // Figures and reports are made by the kernel, from a run that is not under way.
  offerFigures(canOpen) {
    this.canOpen = canOpen;
    for (const { plotly, explain } of this.charts) plotly.hidden = explain.hidden = !canOpen;
  }

  add() {
    const chart = new BarChart(this.act);
    this.charts.push(chart);
    this.grid.append(chart.node);
  }

  drop(chart) {
    chart.stop();
    chart.node.remove();
  }

  destroy() {
    this.charts.splice(0).forEach((chart) => this.drop(chart));
  }
}
