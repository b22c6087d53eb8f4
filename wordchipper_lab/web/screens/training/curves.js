// Curves over the merges: compression, frequency of the merged pair, affected spans, entries of the heap.

import { element } from "../../shared/dom.js";
import { figure, keepWidth, linearTicks, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

const CURVE_HEIGHT = 210;
const CURVE_FRAME = { top: 12, bottom: 30, left: 56, right: 20 };

function powersOfTen(most) {
  const ticks = [];
  for (let tick = 1; tick <= most * 1.0001; tick *= 10) ticks.push(tick);
  return ticks.length > 5 ? ticks.filter((_, at) => at % 2 === 0) : ticks;
}

export class Curve {
  // isLog: the vertical axis is logarithmic; isDots: no line joins the values; from: where a linear axis begins
  constructor(title, onSave, { isLog = false, isDots = false, from = 0 } = {}) {
    Object.assign(this, { title, isLog, isDots, from });
    this.holder = element("div", { class: "wcl-chart" });
    this.value = element("b");
    const save = element("button", { type: "button", class: "wcl-small", onclick: () => this.chart && onSave(this.chart, title) }, "Save SVG");
    this.node = element("section", { class: "wcl-bars", "aria-label": title }, element("header", {}, element("h4", {}, title), this.value, save), this.holder);
    this.stop = keepWidth(this.holder, () => this.draw());
  }

  // lines: [{name, values}], as long as xs
  show(xs, lines, said) {
    Object.assign(this, { xs, lines });
    this.value.textContent = said;
    this.draw();
  }

  draw() {
    const width = Math.floor(this.holder.clientWidth);
    if (!width || !this.xs?.length) return;
    const { top, bottom, left, right } = CURVE_FRAME;
    const most = Math.max(1, ...this.lines.flatMap(({ values }) => values));
    const end = Math.max(1, this.xs.at(-1));
    const x = (value) => left + (value / end) * (width - left - right);
    const height = CURVE_HEIGHT - top - bottom;
    const share = (value) => (this.isLog ? Math.log10(Math.max(value, 1)) / Math.log10(Math.max(most, 10)) : (value - this.from) / (most * 1.06 - this.from || 1));
    const y = (value) => top + height * (1 - share(value));
    const ys = this.isLog ? powersOfTen(Math.max(most, 10)) : linearTicks(most, 4).filter((tick) => tick >= this.from);
    const grid = [
      ...ys.flatMap((tick) => [
        svgElement("line", { class: "wcs-grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
        svgText(left - 7, y(tick) + 4, tick.toLocaleString("en-US"), "wcs-small", { "text-anchor": "end" })]),
      ...linearTicks(end, width > 460 ? 5 : 3).map((tick) => svgText(x(tick), CURVE_HEIGHT - 10, tick.toLocaleString("en-US"), "wcs-small", { "text-anchor": tick === 0 ? "start" : x(tick) > width - right - 20 ? "end" : "middle" })),
    ];
    const order = this.lines.map(({ values }) => values.at(-1));
    const curves = this.lines.flatMap(({ name, values }, at) => {
      const from = values[0] === 0 && this.isLog ? 1 : 0; // before the first merge there is none
      const points = values.slice(from).map((value, place) => `${x(this.xs[place + from]).toFixed(1)} ${y(value).toFixed(1)}`);
      if (!points.length) return [];
      const [px, py] = points.at(-1).split(" ").map(Number);
      const path = this.isDots
        ? svgElement("path", { class: "wcs-curve", "stroke-linecap": "round", style: "stroke-width: 4.5px", d: points.map((point) => `M${point}h0`).join("") })
        : svgElement("path", { class: "wcs-curve", "stroke-dasharray": at ? "6 4" : "", d: `M${points.join("L")}` });
      const label = this.lines.length > 1 ? svgText(Math.max(px - 6, left + 30), py + (order[at] < Math.max(...order) || (at && order[0] === order[1]) ? 18 : -9), name, "wcs-small", { "text-anchor": "end" }) : null;
      return [path, svgElement("circle", { class: `wcs-mark wcs-hue${at + 1}`, cx: px, cy: py, r: 5 }), label].filter(Boolean);
    });
    this.chart = svgChart(width, CURVE_HEIGHT, `${this.title}, over ${end.toLocaleString("en-US")} merges: ${this.value.textContent}`, ...grid, ...curves);
    this.holder.replaceChildren(this.chart);
  }

  destroy() {
    this.stop();
  }
}

export class Curves {
  constructor(onSave) {
    this.compression = new Curve("Bytes per token", onSave, { from: 1 });
    this.frequency = new Curve("How often the merged pair occurred", onSave, { isLog: true });
    this.affected = new Curve("Distinct spans that a merge changed", onSave, { isLog: true, isDots: true });
    this.heap = new Curve("Entries of the heap", onSave);
    this.all = [this.compression, this.frequency, this.affected, this.heap];
    this.node = element("div", { class: "wct-curves" }, ...this.all.map(({ node }) => node), element("p", { class: "wcl-hint wct-axis" }, "Across: merges made."));
  }

  show(live) {
    const { curves } = live;
    const last = (values) => values.at(-1) ?? 0;
    this.compression.show(curves.merges, [{ name: "", values: curves.bytes_per_token }], figure(last(curves.bytes_per_token)));
    this.frequency.show(curves.merges, [{ name: "", values: curves.frequency }], last(curves.frequency).toLocaleString("en-US"));
    this.affected.show(curves.merges, [{ name: "", values: curves.affected }], last(curves.affected).toLocaleString("en-US"));
    this.heap.node.hidden = !live.heap;
    if (live.heap) {
      this.heap.show(curves.merges, [{ name: "live", values: curves.live.map((value) => value ?? 0) }, { name: "stale", values: curves.stale.map((value) => value ?? 0) }], `${live.heap[0].toLocaleString("en-US")} live, ${live.heap[1].toLocaleString("en-US")} stale`);
    }
  }

  destroy() {
    for (const curve of this.all) curve.destroy();
  }
}
