// Latency curves: microseconds of one call by the length of the prompt, both axes logarithmic.

import { element } from "../../shared/dom.js";
import { selector, fillSelector } from "../../shared/controls.js";
import { axisAcross, axisUpward, logScale, logTicks, spreadNames, titleUpward, wholeDecades } from "../../shared/axes.js";
import { figure } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText, textWidth } from "../../shared/svg_chart.js";

const MOST_NAMES = 0.4; // of the width
const LINE = 22; // pixels of a name below the chart
const GAP = 18;
const PERCENTILES = ["p50", "p90", "p99", "p99.9"];
const HEIGHT = 380;
const FRAME = { top: 14, bottom: 44, left: 62 };
const DASHES = ["", "7 4", "2 3", "10 3 2 3"];
const SHAPES = [
  (x, y) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z`,
  (x, y) => `M${x - 5} ${y - 5}h10v10h-10Z`,
  (x, y) => `M${x} ${y - 6}L${x + 6} ${y + 5}H${x - 6}Z`,
  (x, y) => `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`,
];

export class CurvePanel {
  // act: saveChart(svg, title), openFigure(figure, title)
  constructor(act) {
    this.model = selector("Vocabulary", () => this.redraw());
    this.percentile = selector("Percentile", () => this.redraw());
    fillSelector(this.percentile.node, PERCENTILES, "p50");
    this.holder = element("div", { class: "wcl-chart" });
    const save = element("button", { type: "button", onclick: () => this.chart && act.saveChart(this.chart, "latency") }, "Save SVG");
    this.plotly = element("button", { type: "button", onclick: () => act.openFigure({ ...this.curve.figure, percentile: this.percentile.node.value }, `Latency, ${this.curve.model}`) }, "Open as Plotly figure");
    this.node = element("div", { class: "wcl-panel-body" },
      element("div", { class: "wcl-bar" }, this.model.field, this.percentile.field, save, this.plotly), this.holder,
      element("p", { class: "wcl-hint" }, "p99 is the time that 99 of 100 calls stay below."));
    this.stop = keepWidth(this.holder, () => this.redraw());
  }

  show(curves) {
    this.curves = curves;
    if (!curves.length) return;
    const names = curves.map((curve) => curve.model);
    fillSelector(this.model.node, names, names.includes(this.model.node.value) ? this.model.node.value : names[0]);
    this.redraw();
  }

  redraw() {
    const width = Math.floor(this.holder.clientWidth);
    this.curve = this.curves?.find(({ model }) => model === this.model.node.value);
    if (this.curve && width) this.draw(this.curve, this.percentile.node.value, width);
  }

  draw({ model, series }, percentile, width) {
    const points = series.flatMap((each) => each.points);
    const values = points.map((point) => point[percentile]).filter((value) => value > 0);
    if (!values.length) return;
    const longest = Math.max(...series.map(({ label }) => textWidth(label))) + 30;
    const narrow = longest > width * MOST_NAMES; // names stand below, with their marks
    const height = HEIGHT + (narrow ? series.length * LINE + GAP : 0);
    const right = narrow ? width - 12 : width - longest;
    const bottom = HEIGHT - FRAME.bottom;
    const xs = wholeDecades(points.map((point) => point.bytes));
    const ys = wholeDecades(values);
    const x = logScale(xs, [FRAME.left, right]);
    const y = logScale(ys, [bottom, FRAME.top]);
    const grid = [
      ...axisAcross(x, logTicks(xs), { top: FRAME.top, bottom, width }),
      ...axisUpward(y, logTicks(ys), { left: FRAME.left, right }),
      svgText((FRAME.left + right) / 2, HEIGHT - 5, "bytes of the prompt", "wcs-small", { "text-anchor": "middle" }),
      titleUpward(14, bottom / 2, "µs a call"),
    ];
    const ends = spreadNames(series.map((each) => y(each.points.at(-1)[percentile])));
    const names = series.map((_, at) => (narrow ? { x: FRAME.left - 20, y: HEIGHT + GAP + at * LINE, isBelow: true } : { x: right + 14, y: ends[at] }));
    const lines = series.map((each, at) => this.line(each, at, percentile, { x, y, name: names[at] }));
    const said = series.map((each) => `${each.label}: ${each.points.map((point) => `${point.bytes} bytes ${figure(point[percentile])} µs`).join(", ")}`);
    this.chart = svgChart(width, height, `Latency, ${model}, ${percentile}. ${said.join("; ")}`, ...grid, ...lines);
    this.holder.replaceChildren(this.chart);
  }

  line(series, at, percentile, { x, y, name }) {
    const places = series.points.map((point) => [x(point.bytes), y(point[percentile])]);
    const shape = SHAPES[at % SHAPES.length];
    const dash = DASHES[Math.floor(at / SHAPES.length) % DASHES.length];
    const key = !name.isBelow ? [] : [
      svgElement("path", { class: "wcs-curve", "stroke-dasharray": dash, d: `M${name.x - 32} ${name.y - 5}h24` }),
      svgElement("path", { class: `wcs-mark wcs-hue${at % 4}`, d: shape(name.x - 20, name.y - 5) })];
    return svgElement("g", {}, ...key,
      svgElement("path", { class: "wcs-curve", "stroke-dasharray": dash, d: `M${places.map((place) => place.join(" ")).join("L")}` }),
      ...places.map(([px, py], point) => svgElement("path", { class: `wcs-mark wcs-hue${at % 4}`, d: shape(px, py) },
        svgElement("title", {}, `${series.label}, ${series.points[point].bytes} bytes: ${figure(series.points[point][percentile])} µs`))),
      svgText(name.x, name.y, series.label));
  }

  offerFigures(canOpen) {
    this.plotly.hidden = !canOpen;
  }

  destroy() {
    this.stop();
  }
}
