// How the work grows with the length of a span: counts on logarithmic scales, and the fitted exponents.

import { labelled } from "../../shared/controls.js";
import { count, element } from "../../shared/dom.js";
import { counterWord } from "./work.js";
import { keepWidth, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

const DASHES = ["", "7 4", "2 4", "10 3 2 3", ""];
const CHART_HEIGHT = 340;
const MARGINS = { left: 74, right: 150, top: 14, bottom: 44 };

function powers(from, to) {
  const ticks = [];
  for (let power = Math.ceil(from); power <= Math.floor(to); power++) ticks.push(power);
  return ticks;
}

function growthChart(width, growth) {
  const { lengths, encoders } = growth;
  const all = encoders.flatMap((found) => found.operations);
  const xs = [Math.log10(lengths[0]), Math.log10(lengths.at(-1))];
  const ys = [Math.log10(Math.min(...all)), Math.log10(Math.max(...all))];
  const x = (value) => MARGINS.left + ((Math.log10(value) - xs[0]) / (xs[1] - xs[0] || 1)) * (width - MARGINS.left - MARGINS.right);
  const y = (value) => CHART_HEIGHT - MARGINS.bottom - ((Math.log10(value) - ys[0]) / (ys[1] - ys[0] || 1)) * (CHART_HEIGHT - MARGINS.top - MARGINS.bottom);
  const parts = powers(...ys).flatMap((power) => [
    svgElement("line", { x1: MARGINS.left, x2: width - MARGINS.right, y1: y(10 ** power), y2: y(10 ** power), class: "wcs-grid" }),
    svgText(MARGINS.left - 8, y(10 ** power) + 4, count(10 ** power), "wcs-small", { "text-anchor": "end" })]);
  for (const length of lengths) parts.push(svgText(x(length), CHART_HEIGHT - MARGINS.bottom + 20, count(length), "wcs-small", { "text-anchor": "middle" }));
  parts.push(svgText(MARGINS.left, CHART_HEIGHT - 6, "bytes of the span; both scales logarithmic: a straight line is a power", "wcs-small"));
  let above = -Infinity; // names that would overlap are pushed down
  const order = encoders.map((found, at) => ({ found, at })).sort((a, b) => b.found.operations.at(-1) - a.found.operations.at(-1));
  for (const { found, at } of order) {
    const points = found.operations.map((value, i) => `${x(lengths[i]).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    parts.push(svgElement("polyline", { points, class: "wcs-curve", "stroke-dasharray": DASHES[at % DASHES.length] }));
    for (const [i, value] of found.operations.entries()) {
      const dot = { class: `wcs-mark wcs-hue${at % 4}` };
      parts.push(at % 2 ? svgElement("rect", { x: x(lengths[i]) - 4, y: y(value) - 4, width: 8, height: 8, ...dot }) : svgElement("circle", { cx: x(lengths[i]), cy: y(value), r: 5, ...dot }));
    }
    const end = Math.max(y(found.operations.at(-1)) + 5, above + 17);
    above = end;
    parts.push(svgText(width - MARGINS.right + 12, end, found.encoder, "wcs-strong"));
  }
  const label = encoders.map((found) => `${found.encoder} grows as n to the power of ${found.exponent}`).join("; ");
  return svgChart(width, CHART_HEIGHT, `Work by length of the span: ${label}`, ...parts);
}

function exponentTable(growth) {
  const longest = growth.lengths.length - 1;
  const rows = growth.encoders.map((found) => element("tr", {},
    element("th", { scope: "row" }, found.encoder),
    element("td", {}, found.cost),
    element("td", { class: "wcl-number wcm-exponent" }, element("b", {}, `n^${found.exponent.toFixed(2)}`)),
    element("td", { class: "wcl-number" }, count(found.operations[longest])),
    element("td", {}, Object.entries(found.exponents).map(([name, slope]) => `${counterWord(name)} n^${slope.toFixed(2)}`).join(", "))));
  const titles = ["Encoder", "Theory", "Fitted", `Operations at ${count(growth.lengths[longest])} bytes`, "By kind of work"];
  return element("div", { class: "wcl-scroll", tabindex: "0", role: "region", "aria-label": "Fitted exponents" },
    element("table", { class: "wcl-table wcm-exponents", "aria-label": "Fitted exponents" },
      element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)))), element("tbody", {}, ...rows)));
}

export class GrowthPanel {
  // onCount(kind of text), onSave(chart)
  constructor(kinds, onCount, onSave) {
    const names = { span: "the span, repeated" };
    this.kind = element("select", {}, ...kinds.map((kind) => element("option", { value: kind }, names[kind] ?? kind)));
    this.button = element("button", { type: "button", onclick: () => onCount(this.kind.value) }, "Count");
    this.save = element("button", { type: "button", class: "wcl-small", hidden: true, onclick: () => onSave(this.chart.firstChild) }, "Save SVG");
    this.chart = element("div", { class: "wcl-chart" });
    this.names = names;
    this.caption = element("h4", {});
    this.table = element("div", {});
    this.hint = element("p", { class: "wcl-hint" }, "Each encoder's kernel counts what it does on spans of growing length, up to 2,000 bytes. Nothing is timed, so the counts are the same on every machine.");
    this.node = element("div", { class: "wcl-panel-body" }, element("div", { class: "wcl-bar" }, labelled("Text", this.kind), this.button, this.save), this.hint, this.caption, this.chart, this.table);
    this.stop = keepWidth(this.chart, (width) => this.draw(width));
  }

  show(growth) {
    this.growth = growth.encoders ? growth : null;
    this.save.hidden = !this.growth;
    this.caption.textContent = this.growth ? `${this.growth.vocabulary}, ${this.names[this.growth.text] ?? this.growth.text}` : "";
    this.draw(Math.floor(this.chart.clientWidth));
    this.table.replaceChildren(...(this.growth ? [exponentTable(this.growth)] : []));
  }

  draw(width) {
    this.chart.replaceChildren(...(this.growth && width > 300 ? [growthChart(width, this.growth)] : []));
  }

  destroy() {
    this.stop();
  }
}
