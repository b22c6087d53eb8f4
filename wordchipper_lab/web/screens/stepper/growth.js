// How the work grows with the length of a span: counts on logarithmic scales, and the fitted exponents.

import { labelled } from "../../shared/controls.js";
import { count, element } from "../../shared/dom.js";
import { counterWord } from "./work.js";
import { axisAcross, axisUpward, logScale, logTicks, spreadNames } from "../../shared/axes.js";
import { keepWidth, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

const DASHES = ["", "7 4", "2 4", "10 3 2 3", ""];
const CHART_HEIGHT = 340;
const MARGINS = { left: 74, right: 150, top: 14, bottom: 44 };

function growthChart(width, growth) {
  const { lengths, encoders } = growth;
  const all = encoders.flatMap((found) => found.operations);
  const [bottom, right] = [CHART_HEIGHT - MARGINS.bottom, width - MARGINS.right];
  const ys = [Math.min(...all), Math.max(...all)];
  const x = logScale([lengths[0], lengths.at(-1)], [MARGINS.left, right]);
  const y = logScale(ys, [bottom, MARGINS.top]);
  const parts = [
    ...axisUpward(y, logTicks(ys), { left: MARGINS.left, right }),
    ...axisAcross(x, lengths, { bottom, width }),
    svgText(MARGINS.left, CHART_HEIGHT - 6, "bytes of the span; both scales logarithmic: a straight line is a power", "wcs-small")];
  const names = spreadNames(encoders.map((found) => y(found.operations.at(-1))));
  const order = [...encoders.keys()].sort((one, other) => encoders[other].operations.at(-1) - encoders[one].operations.at(-1));
  for (const at of order) { // the least work on top
    const found = encoders[at];
    const points = found.operations.map((value, i) => `${x(lengths[i]).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    parts.push(svgElement("polyline", { points, class: "wcs-curve", "stroke-dasharray": DASHES[at % DASHES.length] }));
    for (const [i, value] of found.operations.entries()) {
      const dot = { class: `wcs-mark wcs-hue${at % 4}` };
      parts.push(at % 2 ? svgElement("rect", { x: x(lengths[i]) - 4, y: y(value) - 4, width: 8, height: 8, ...dot }) : svgElement("circle", { cx: x(lengths[i]), cy: y(value), r: 5, ...dot }));
    }
    parts.push(svgText(right + 12, names[at], found.encoder, "wcs-strong"));
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
    this.caption = element("h3", { hidden: true });
    this.table = element("div", {});
    this.hint = element("p", { class: "wcl-hint" }, "Each encoder's kernel counts what it does on spans of growing length, up to 2,000 bytes. Nothing is timed, so the counts are the same on every machine.");
    this.node = element("div", { class: "wcl-panel-body" }, element("div", { class: "wcl-bar" }, labelled("Text", this.kind), this.button, this.save), this.hint, this.caption, this.chart, this.table);
    this.stop = keepWidth(this.chart, (width) => this.draw(width));
  }

  show(growth) {
    this.growth = growth.encoders ? growth : null;
    this.save.hidden = !this.growth;
    this.caption.hidden = !this.growth;
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
