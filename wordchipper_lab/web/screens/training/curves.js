// Curves over the merges: compression, frequency of the merged pair, affected spans, entries of the heap.

import { element } from "../../shared/dom.js";
import { axisAcross, axisUpward, linearScale, linearTicks, logScale, logTicks } from "../../shared/axes.js";
import { figure } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

const CURVE_HEIGHT = 210;
const CURVE_FRAME = { top: 12, bottom: 30, left: 56, right: 20 };

export class Curve {
  // isLog: the vertical axis is logarithmic; isDots: no line joins the values; from: where a linear axis begins
  constructor(title, onSave, { isLog = false, isDots = false, from = 0 } = {}) {
    Object.assign(this, { title, isLog, isDots, from });
    this.holder = element("div", { class: "wcl-chart" });
    this.value = element("b");
    const save = element("button", { type: "button", class: "wcl-small", onclick: () => this.chart && onSave(this.chart, title) }, "Save SVG");
    this.node = element("section", { class: "wcl-bars", "aria-label": title }, element("header", {}, element("h2", {}, title), this.value, save), this.holder);
    this.stop = keepWidth(this.holder, () => this.draw());
  }

  // lines: [{name, values}], with one value for each of xs
  show(xs, lines, said) {
    Object.assign(this, { xs, lines });
    this.value.textContent = said;
    this.draw();
  }

  draw() {
    const width = Math.floor(this.holder.clientWidth);
    if (!width || !this.xs?.length) return;
    const { top, left, right } = CURVE_FRAME;
    const most = Math.max(1, ...this.lines.flatMap(({ values }) => values));
    const end = Math.max(1, this.xs.at(-1));
    const bottom = CURVE_HEIGHT - CURVE_FRAME.bottom;
    const x = linearScale([0, end], [left, width - right]);
    const range = this.isLog ? [1, Math.max(most, 10)] : [this.from, most * 1.06];
    const y = (this.isLog ? logScale : linearScale)(range, [bottom, top]);
    const grid = [
      ...axisUpward(y, this.isLog ? logTicks(range, 5) : linearTicks([this.from, most], 4), { left, right: width - right }),
      ...axisAcross(x, linearTicks([0, end], width > 460 ? 5 : 3), { bottom, width }),
    ];
    const order = this.lines.map(({ values }) => values.at(-1));
    const curves = this.lines.flatMap(({ name, values }, at) => {
      const from = values[0] === 0 && this.isLog ? 1 : 0; // before the first merge there is no value
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
      this.heap.show(curves.merges, [{ name: "live", values: curves.live.map((value) => value ?? 0) }, { name: "stale", values: curves.stale.map((value) => value ?? 0) }], `${live.heap.live.toLocaleString("en-US")} live, ${live.heap.stale.toLocaleString("en-US")} stale`);
    }
  }

  destroy() {
    for (const curve of this.all) curve.destroy();
  }
}
