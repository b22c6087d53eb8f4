// Bars with whiskers: the median of the rounds, with the slowest and the fastest round.

import { element } from "../../shared/dom.js";
import { axisAcross, linearScale, linearTicks } from "../../shared/axes.js";
import { figure } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText, textWidth } from "../../shared/svg_chart.js";

const BESIDE = { row: 26, bar: 16, middle: 13 }; // names stand beside the bars
const ABOVE = { row: 40, bar: 14, middle: 29 }; // or above them, where they would take too much of the width
const TOP = 6;
const AXIS = 29;
const TIE = 16; // pixels for the mark of a tie
const GAP = 9;
const HEAD = 38; // height of the names of the columns beside new text
const COLUMN = 78;
const NARROW_COLUMN = 66;
const COLUMNS = [
  { words: ["seen before", "MB/s"], text: ({ warm }) => (warm === null ? "" : figure(warm)) },
  { words: ["memory", "grown MB"], text: ({ grown }) => (grown === null ? "" : (grown / 1e6).toFixed(1)) },
];
const MOST_NAMES = 0.42; // of the width
const MARKS = { true: "✓ exact", false: "✗ not exact", null: "ids not compared" };
const ZOOM = [0.75, 2]; // of the usual size, while presenting

export function barOrder(rows, order) {
  const sorted = [...rows].sort((one, other) => other.median - one.median);
  if (order === "best") return sorted;
  const places = [...new Set(rows.map((row) => row.group))];
  return sorted.sort((one, other) => places.indexOf(one.group) - places.indexOf(other.group));
}

// How the ids of a row compare: `exact`, which may also say it in words.
const markOf = ({ exact }) => MARKS[exact] ?? exact;

// As much of a text as fits into a width.
function fitted(text, width, size) {
  if (textWidth(text, size) <= width) return text;
  let length = text.length;
  while (length && textWidth(`${text.slice(0, length)}…`, size) > width) length--;
  return `${text.slice(0, length)}…`;
}

function whisker(x0, x1, y) {
  return svgElement("path", { class: "wcs-whisker", d: `M${x0} ${y - 5}v10 M${x0} ${y}H${x1} M${x1} ${y - 5}v10` });
}

function describeRow(row) {
  if (row.problem) return `${row.label}: ${row.problem}`;
  if (!row.rounds) return `${row.label}: not measured yet`;
  const place = row.place ? `, place ${row.place.replace("=", ", tied")}` : "";
  return `${row.label}: median ${figure(row.median)} MB/s, from ${figure(row.least)} to ${figure(row.most)} in ${row.rounds} rounds${place}` +
    (row.warm === null ? "" : `, ${figure(row.warm)} MB/s on text seen before`) + (row.grown === null ? "" : `, memory grown by ${(row.grown / 1e6).toFixed(1)} MB`) +
    (row.exact === false ? ", ids differ from the reference" : "") + (typeof row.exact === "string" && row.exact ? `, ${row.exact}` : "");
}

function resultWidth(row) {
  return row.rounds ? textWidth(figure(row.median), 14, 700) + 7 + textWidth(markOf(row), 12) : textWidth("not measured", 12);
}

// Where everything of a chart goes, in a width: {narrow, left, right, row, bar, middle, top, column, height}. New text
// has two columns of figures beside its bars.
export function barLayout(rows, width, isNew = false) {
  const widest = (size) => Math.max(0, ...rows.map(size));
  const names = widest(({ label }) => textWidth(label, 14, 700)) + TIE + GAP;
  const narrow = names > width * MOST_NAMES;
  const sizes = narrow ? ABOVE : BESIDE;
  const left = narrow ? 4 : names;
  const column = isNew ? (narrow ? NARROW_COLUMN : COLUMN) : 0;
  const end = width - COLUMNS.length * column;
  const isAbove = narrow && !isNew; // the figure beside the name, instead of behind the bar
  const right = end - (isAbove ? 44 : widest(resultWidth) + 14);
  const top = TOP + (isNew ? HEAD : 0);
  return { ...sizes, narrow, isAbove, left, right, end, width, top, column, height: top + rows.length * sizes.row + AXIS };
}

// One chart, on its own scale: how fast each contender is on one text, with one vocabulary, in one mode.
export class BarChart {
  // act: saveChart(svg, title), openFigure(figure, title), explain(figure)
  constructor(act) {
    this.heading = element("h3");
    this.holder = element("div", { class: "wcl-chart" });
    const button = (label, use) => element("button", { type: "button", class: "wcl-small", onclick: () => use(this.state.chart) }, label);
    this.plotly = button("Open as Plotly figure", ({ figure: asked, title }) => act.openFigure(asked, title));
    this.explain = button("Where the time goes", ({ figure: asked }) => act.explain(asked));
    this.node = element("section", { class: "wcl-bars" }, this.heading, this.holder,
      element("span", { class: "wcl-chart-tools wcl-controls" }, button("Save SVG", ({ title }) => act.saveChart(this.chart, title)), this.plotly),
      element("span", { class: "wcl-chart-more wcl-controls" }, this.explain));
    this.stop = keepWidth(this.holder, (width) => this.draw(width));
  }

  // room: pixels of height to fill, where there is only one chart to see
  show(chart, order, room = null) {
    this.state = { chart, order, room };
    this.heading.textContent = chart.title;
    this.node.setAttribute("aria-label", chart.title);
    if (this.holder.clientWidth) this.draw(Math.floor(this.holder.clientWidth));
  }

  draw(fullWidth) {
    if (!this.state) return;
    const { chart, order, room } = this.state;
    const rows = barOrder(chart.rows, order);
    const isNew = chart.regime === "new";
    let [zoom, layout] = [1, barLayout(rows, fullWidth, isNew)];
    if (room) {
      zoom = Math.min(ZOOM[1], Math.max(ZOOM[0], room / layout.height));
      layout = barLayout(rows, fullWidth / zoom, isNew);
    }
    const { left, right, end, top, width, height } = layout;
    const most = Math.max(0, ...rows.map((each) => each.most));
    const best = Math.max(0, ...rows.map((each) => each.median));
    const scale = linearScale([0, most || 1], [left, right]);
    const grid = most ? axisAcross(scale, linearTicks([0, most], layout.narrow ? 3 : 5), { top, bottom: height - AXIS, width: end }) : [];
    const bars = rows.map((each, at) => this.bar(each, top + at * layout.row, layout, scale, best));
    const heads = isNew ? this.heads(layout) : [];
    const unit = svgText(end - 2, height - AXIS + 20, "MB/s", "wcs-small", { "text-anchor": "end" });
    this.chart = svgChart(width, height, `${chart.title}. ${rows.map(describeRow).join("; ")}`, ...grid, ...heads, ...bars, unit);
    this.chart.setAttribute("width", width * zoom);
    this.chart.setAttribute("height", height * zoom);
    this.holder.replaceChildren(this.chart);
  }

  // The names of the columns beside the bars.
  heads({ end, column }) {
    return COLUMNS.flatMap(({ words }, at) => words.map((word, line) =>
      svgText(end + (at + 1) * column - 2, TOP + 12 + line * 16, word, "wcs-small", { "text-anchor": "end" })));
  }

  bar(row, top, { narrow, isAbove, left, right, end, bar, middle, width, column }, scale, best) {
    const y = top + middle;
    const isBest = row.rounds > 0 && row.median === best;
    const strong = isBest ? "wcs-strong" : "";
    const name = svgText(narrow ? left : left - GAP, narrow ? top + 15 : y + 5, "", strong, { "text-anchor": narrow ? "start" : "end" });
    if (row.place === "1=") name.append(svgElement("tspan", { class: "wcs-strong" }, "="), "\u2002");
    name.append(row.label);
    const parts = [svgElement("title", {}, describeRow(row)), name];
    if (!row.rounds) {
      parts.push(svgElement("rect", { class: "wcs-plain", x: left, y: y - bar / 2, width: Math.max(right - left, 1), height: bar, rx: 2 }));
      if (row.problem) parts.push(svgText(left + 8, y + 4, typeof row.exact === "string" ? fitted(`${row.exact}: ${row.problem}`, right - left - 16, 12) : "not measured", "wcs-small"));
      return svgElement("g", {}, ...parts);
    }
    const value = svgText(isAbove ? width - 2 : scale(row.most) + 8, isAbove ? top + 15 : y + 5, "", strong, { "text-anchor": isAbove ? "end" : "start" });
    value.append(figure(row.median), svgElement("tspan", { class: "wcs-small", dx: 7, "font-weight": 400 }, markOf(row)));
    parts.push(
      svgElement("rect", { class: `wcs-bar wcs-${row.hue} ${isBest ? "wcs-best" : ""}`, x: left, y: y - bar / 2, width: Math.max(scale(row.median) - left, 1), height: bar, rx: 2 }),
      whisker(scale(row.least), scale(row.most), y), value);
    if (column) parts.push(...COLUMNS.map(({ text }, at) => svgText(end + (at + 1) * column - 2, y + 5, text(row), "", { "text-anchor": "end" })));
    return svgElement("g", {}, ...parts);
  }
}
