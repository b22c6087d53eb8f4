// Latency curves: microseconds of one call by the length of the prompt, both axes logarithmic.

import { element } from "../../shared/dom.js";
import { selector, fillSelector } from "../../shared/controls.js";
import { axisAcross, axisUpward, logScale, logTicks, spreadNames, titleUpward, wholeDecades } from "../../shared/axes.js";
import { figure } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

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
  constructor(onSave) {
    this.model = selector("Vocabulary", () => this.redraw());
    this.percentile = selector("Percentile", () => this.redraw());
    fillSelector(this.percentile.node, PERCENTILES, "p50");
    this.holder = element("div", { class: "wcl-chart" });
    const save = element("button", { type: "button", onclick: () => this.chart && onSave(this.chart, "latency") }, "Save SVG");
    this.node = element("div", { class: "wcl-panel-body" },
      element("div", { class: "wcl-bar" }, this.model.field, this.percentile.field, save), this.holder,
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
    const curve = this.curves?.find(({ model }) => model === this.model.node.value);
    if (curve && width) this.draw(curve, this.percentile.node.value, width);
  }

  draw({ model, series }, percentile, width) {
    const points = series.flatMap((each) => each.points);
    const values = points.map((point) => point[percentile]).filter((value) => value > 0);
    if (!values.length) return;
    const longest = Math.max(...series.map((each) => each.label.length));
    const right = width - Math.min(longest * 7.8 + 24, width * 0.5);
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
    const lines = series.map((each, at) => this.line(each, at, percentile, { x, y, right, end: ends[at] }));
    const said = series.map((each) => `${each.label}: ${each.points.map((point) => `${point.bytes} bytes ${figure(point[percentile])} µs`).join(", ")}`);
    this.chart = svgChart(width, HEIGHT, `Latency, ${model}, ${percentile}. ${said.join("; ")}`, ...grid, ...lines);
    this.holder.replaceChildren(this.chart);
  }

  line(series, at, percentile, { x, y, right, end }) {
    const places = series.points.map((point) => [x(point.bytes), y(point[percentile])]);
    const shape = SHAPES[at % SHAPES.length];
    return svgElement("g", {},
      svgElement("path", { class: "wcs-curve", "stroke-dasharray": DASHES[Math.floor(at / SHAPES.length) % DASHES.length], d: `M${places.map((place) => place.join(" ")).join("L")}` }),
      ...places.map(([px, py], point) => svgElement("path", { class: `wcs-mark wcs-hue${at % 4}`, d: shape(px, py) },
        svgElement("title", {}, `${series.label}, ${series.points[point].bytes} bytes: ${figure(series.points[point][percentile])} µs`))),
      svgText(right + 14, end, series.label));
  }

  destroy() {
    this.stop();
  }
}
