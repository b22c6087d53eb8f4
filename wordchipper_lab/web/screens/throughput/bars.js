// Bars with whiskers: the median of the rounds, with the slowest and the fastest round.

import { element } from "../../shared/dom.js";
import { axisAcross, linearScale, linearTicks } from "../../shared/axes.js";
import { figure } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

const ROW = 32;
const TOP = 6;
const AXIS = 29;
const LETTER = 8.2; // pixels, rounded up; if names would take too much of the width, each is placed above its bar
const MARKS = { true: "✓ exact", false: "✗ not exact", null: "" };

export function barOrder(rows, order) {
  const sorted = [...rows].sort((one, other) => other.median - one.median);
  if (order === "best") return sorted;
  const places = [...new Set(rows.map((row) => row.group))];
  return sorted.sort((one, other) => places.indexOf(one.group) - places.indexOf(other.group));
}

function whisker(x0, x1, y) {
  return svgElement("path", { class: "wcs-whisker", d: `M${x0} ${y - 5}v10 M${x0} ${y}H${x1} M${x1} ${y - 5}v10` });
}

function describeRow(row) {
  if (row.problem) return `${row.label}: ${row.problem}`;
  if (!row.rounds) return `${row.label}: not measured yet`;
  return `${row.label}: median ${figure(row.median)} MB/s, from ${figure(row.least)} to ${figure(row.most)} in ${row.rounds} rounds` +
    (row.exact === false ? ", ids differ from the reference" : "");
}

// One chart: how fast each contender is on one text, with one vocabulary, in one mode.
export class BarChart {
  constructor() {
    this.heading = element("h4");
    this.holder = element("div", { class: "wcl-chart" });
    this.save = element("button", { type: "button", class: "wcl-small" }, "Save SVG");
    this.node = element("section", { class: "wcl-bars" }, element("header", {}, this.heading, this.save), this.holder);
    this.stop = keepWidth(this.holder, (width) => this.draw(width));
  }

  show(chart, most, order) {
    this.state = { chart, most, order };
    this.heading.textContent = chart.title;
    this.node.setAttribute("aria-label", chart.title);
    if (this.holder.clientWidth) this.draw(Math.floor(this.holder.clientWidth));
  }

  draw(width) {
    if (!this.state) return;
    const { chart, most, order } = this.state;
    const rows = barOrder(chart.rows, order);
    const names = Math.max(...rows.map((each) => each.label.length)) * LETTER + 14;
    const narrow = names > width * 0.44;
    const row = narrow ? ROW + 20 : ROW;
    const left = narrow ? 8 : names;
    const right = width - 148;
    const scale = linearScale([0, most], [left, right]);
    const bottom = TOP + rows.length * row;
    const best = Math.max(...rows.map((each) => each.median));
    const grid = most ? axisAcross(scale, linearTicks([0, most], narrow ? 3 : 5), { top: TOP, bottom, width }) : [];
    const bars = rows.flatMap((each, at) => this.bar(each, TOP + at * row, { scale, left, narrow, row, best }));
    const unit = svgText(width - 2, bottom + 20, "MB/s", "wcs-small", { "text-anchor": "end" });
    const label = `${chart.title}. ${rows.map(describeRow).join("; ")}`;
    this.chart = svgChart(width, bottom + AXIS, label, ...grid, ...bars, unit);
    this.holder.replaceChildren(this.chart);
  }

  bar(row, top, { scale, left, narrow, row: height, best }) {
    const middle = top + height - ROW / 2;
    const isBest = row.rounds > 0 && row.median === best;
    const name = svgText(narrow ? left : left - 10, narrow ? top + 15 : middle + 5, row.label, isBest ? "wcs-strong" : "",
      { "text-anchor": narrow ? "start" : "end" });
    const title = svgElement("title", {}, describeRow(row));
    if (!row.rounds) {
      const why = row.problem ? "not measured" : "waiting";
      return [svgElement("g", {}, title, name, svgText(left + 8, middle + 5, why, "wcs-small"))];
    }
    const end = scale(row.median);
    const value = svgText(scale(row.most) + 8, middle + 5, "", isBest ? "wcs-strong" : "");
    value.append(figure(row.median), svgElement("tspan", { class: "wcs-small", dx: 7, "font-weight": 400 }, MARKS[row.exact]));
    return [svgElement("g", {}, title, name,
      svgElement("rect", { class: `wcs-bar wcs-${row.hue} ${isBest ? "wcs-best" : ""}`, x: left, y: middle - 10, width: Math.max(end - left, 1), height: 20, rx: 2 }),
      whisker(scale(row.least), scale(row.most), middle), value)];
  }
}

// All charts of a run. Those of one mode share a scale, so that lengths can be compared across them.
export class BarPanel {
  constructor(onSave) {
    this.onSave = onSave;
    this.order = "best";
    this.charts = [];
    this.grid = element("div", { class: "wcl-bar-grid" });
    this.orderChoice = element("select", { onchange: () => { this.order = this.orderChoice.value; this.show(this.shown); } },
      element("option", { value: "best" }, "best first"), element("option", { value: "lexer" }, "grouped by lexer"));
    this.hint = element("p", { class: "wcl-hint" }, "Bar: median of the rounds. Whisker: slowest to fastest round. MB is 10⁶ bytes of UTF-8. Every round has the same text, so memos of spans (ours if it is on, and those of some peers) are warm.");
    this.node = element("div", { class: "wcl-panel-body" }, this.grid, this.hint);
  }

  show(charts) {
    this.shown = charts;
    while (this.charts.length > charts.length) this.drop(this.charts.pop());
    while (this.charts.length < charts.length) this.add();
    const most = {};
    for (const chart of charts) for (const row of chart.rows) most[chart.mode] = Math.max(most[chart.mode] ?? 0, row.most);
    charts.forEach((chart, at) => this.charts[at].show(chart, most[chart.mode], this.order));
    this.grid.classList.toggle("wcl-one", charts.length === 1);
  }

  add() {
    const chart = new BarChart();
    chart.save.addEventListener("click", () => this.onSave(chart.chart, chart.state.chart.title));
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
