// Where the time goes: sentences first, then the figures that explain them. The record is `WhereRecord` of
// screens/throughput/where.py.

import { axisAcross, axisUpward, linearScale, linearTicks, logScale, titleUpward } from "../../shared/axes.js";
import { count, element } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";
import { figure } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText, textWidth } from "../../shared/svg_chart.js";

const ROW = 26;
const BAR = 16;
const TOP = 6;
const BESIDE = 9; // pixels between a name and its bar
const CURVE = { height: 240, top: 12, bottom: 44, left: 56, right: 20 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

// 0.314 as "31 %", 0.0042 as "0.4 %", 0.0002 as "< 0.1 %".
export function percentText(share) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  return share >= 0.01 || share === 0 ? `${Math.round(share * 100)} %` : `${(share * 100).toFixed(1)} %`;
}

// 1,024 slots as "1 k", 1,048,576 as "1 M".
export function slotsText(slots) {
  if (slots === null) return "everything";
  const units = [[1 << 20, "M"], [1 << 10, "k"]];
  const [size, letter] = units.find(([least]) => slots >= least && slots % least === 0) ?? [1, ""];
  return letter ? `${slots / size} ${letter}` : count(slots);
}

// The rows of a chart of bars: {label, value, part, text, title}; `part` of the value is drawn in another tint.
export function stageRows(stages) {
  return stages.map(({ name, what, ns }) => ({ label: name, value: ns, part: 1, text: `${figure(ns)} ns`, title: `${name}: ${figure(ns)} ns a span; ${what}` }));
}

export function encoderRows(encoders) {
  return encoders.map(({ name, cost, ns, speed, problem }) => (problem
    ? { label: name, value: 0, part: 1, text: "not measured", title: `${name}: ${problem}` }
    : { label: name, value: speed, part: 1, text: `${figure(speed)} MB/s`, title: `${name}, ${cost}: ${figure(speed)} MB/s, ${figure(ns)} ns a span` }));
}

export function lengthRows(lengths) {
  return lengths.map(({ label, spans, bytes, one_token: single }) => ({
    label: `${label} B`, value: spans, part: single, text: percentText(spans),
    title: `${label} bytes: ${percentText(spans)} of the spans, ${percentText(bytes)} of the bytes; ${percentText(single)} of them are one token`,
  }));
}

function barChart(label, rows, width) {
  const left = Math.max(0, ...rows.map((row) => textWidth(row.label))) + BESIDE;
  const right = width - Math.max(0, ...rows.map((row) => textWidth(row.text, 12))) - BESIDE;
  const most = Math.max(0, ...rows.map((row) => row.value)) || 1;
  const scale = linearScale([0, most], [left, Math.max(right, left + 1)]);
  const bars = rows.map((row, at) => {
    const y = TOP + at * ROW;
    const length = scale(row.value) - left;
    return svgElement("g", {}, svgElement("title", {}, row.title),
      svgText(left - BESIDE, y + 13, row.label, "", { "text-anchor": "end" }),
      svgElement("rect", { class: "wcs-bar wcs-hue1", x: left, y, width: length, height: BAR, rx: 2 }),
      svgElement("rect", { class: "wcs-bar wcs-hue0", x: left, y, width: length * row.part, height: BAR, rx: 2 }),
      svgText(scale(row.value) + 6, y + 13, row.text, "wcs-small"));
  });
  return svgChart(width, TOP + rows.length * ROW, `${label}. ${rows.map((row) => row.title).join("; ")}`, ...bars);
}

function curve(points, titles) {
  return [svgElement("path", { class: "wcs-curve", d: `M${points.map((point) => point.join(" ")).join("L")}` }),
    ...points.map(([x, y], at) => svgElement("circle", { class: "wcs-mark wcs-hue0", cx: x, cy: y, r: 4.5 }, svgElement("title", {}, titles[at])))];
}

function shares({ label, across, marks, points, titles, width, more = [] }) {
  const { height, top, bottom, left, right } = CURVE;
  const y = linearScale([0, 1], [height - bottom, top]);
  const percents = svgElement("g", {}, ...axisUpward(y, TICKS, { left, right: width - right }));
  return svgChart(width, height, `${label}. ${titles.join("; ")}`, percents, ...marks,
    svgText((left + width - right) / 2, height - 5, across, "wcs-small", { "text-anchor": "middle" }),
    titleUpward(14, (height - bottom) / 2, "share of spans"), ...more.map((draw) => draw(y)),
    ...curve(points.map(([x, share]) => [x, y(share)]), titles));
}

function newChart(tenths, width) {
  const x = linearScale([1, 10], [CURVE.left, width - CURVE.right]);
  const ticks = linearTicks([1, 10], 9).filter((tick) => tick % 1 === 0);
  return shares({
    label: "New spans along the text", across: "tenth of the text", width,
    marks: axisAcross(x, ticks, { bottom: CURVE.height - CURVE.bottom, width }),
    points: tenths.map((share, at) => [x(at + 1), share]),
    titles: tenths.map((share, at) => `tenth ${at + 1}: ${percentText(share)} of its spans are new`),
  });
}

function memoChart(memo, engineSlots, width) {
  const sized = memo.filter(({ slots }) => slots !== null);
  const all = memo.find(({ slots }) => slots === null);
  const ends = [sized[0].slots, sized.at(-1).slots];
  const x = logScale(ends, [CURVE.left, width - CURVE.right]);
  const bottom = CURVE.height - CURVE.bottom;
  const anchor = (slots) => (slots === ends[1] ? "end" : slots === ends[0] ? "start" : "middle");
  const titles = sized.map(({ slots, rate }) => `${slotsText(slots)} slots${slots === engineSlots ? " (the engine's)" : ""}: ${percentText(rate)}`);
  const limit = (y) => svgElement("g", {}, svgElement("title", {}, `everything: ${percentText(all.rate)}`),
    svgElement("path", { class: "wcs-curve", "stroke-dasharray": "7 4", d: `M${CURVE.left} ${y(all.rate)}H${width - CURVE.right}` }),
    svgText(width - CURVE.right, y(all.rate) - 6, `remembering everything: ${percentText(all.rate)}`, "wcs-small", { "text-anchor": "end" }));
  return shares({
    label: `What a memo finds, by its slots. everything: ${percentText(all.rate)}`, across: "slots of the memo", width,
    marks: sized.map(({ slots }) => svgText(x(slots), bottom + 20, slotsText(slots), slots === engineSlots ? "wcs-strong" : "wcs-small", { "text-anchor": anchor(slots) })),
    points: sized.map(({ slots, rate }) => [x(slots), rate]), titles, more: [limit],
  });
}

function spanTable(label, head, rows) {
  return element("table", { class: "wcl-table", "aria-label": label },
    element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, ...rows.map(([text, ...values]) => element("tr", {},
      element("th", { scope: "row" }, element("code", {}, visibleText(text))), ...values.map((value) => element("td", {}, value))))));
}

function part(title, hint, ...content) {
  return element("section", { class: "wcl-where-part", "aria-label": title }, element("h3", {}, title), ...content,
    hint ? element("p", { class: "wcl-hint" }, hint) : null);
}

export class WherePanel {
  constructor() {
    this.sentences = element("ul", { class: "wcl-where-sentences" });
    this.charts = {};
    const chart = (name) => (this.charts[name] = element("div", { class: "wcl-chart" }));
    this.frequent = element("div", { class: "wcl-where-table" });
    this.evicted = element("div", { class: "wcl-where-table" });
    this.node = element("div", { class: "wcl-panel-body" }, this.sentences,
      part("Time by stage", "Nanoseconds a span: the medians of all rounds.", chart("stages")),
      part("Span encoders, memo off", "The lexer is part of the time.", chart("encoders")),
      part("Spans by length", "Of all spans; the first tint are those that are exactly one token, which reach no encoder.", chart("lengths")),
      part("New spans along the text", "Spans that did not occur before. Where the curve is low, a memo helps.", chart("fresh")),
      part("What a memo finds, by its slots", "Simulated, for one thread; the number in bold is the engine's.", chart("memo")),
      part("The most frequent spans", "", this.frequent),
      part("Most often evicted", "Spans that another one drives out of its slot; which spans meet is chance.", this.evicted));
    this.stop = keepWidth(this.charts.stages, () => this.redraw());
  }

  show(record) {
    this.record = record;
    this.node.setAttribute("aria-label", record.title);
    this.sentences.replaceChildren(...record.sentences.map((sentence, at) => element("li", {}, at ? sentence : element("strong", {}, sentence))));
    this.frequent.replaceChildren(spanTable("The most frequent spans", ["Span", "Times", "Of all", "Tokens"],
      record.frequent.map((one) => [one.text, count(one.count), percentText(one.share), count(one.tokens)])));
    this.evicted.replaceChildren(record.evicted.length
      ? spanTable(`Most often evicted, of ${slotsText(record.evicted_slots)} slots`, ["Span", "Evictions", "Occurrences"],
        record.evicted.map((one) => [one.text, count(one.evictions), count(one.count)]))
      : element("p", {}, "Every span keeps its slot."));
    this.redraw();
  }

  redraw() {
    const width = Math.floor(this.charts.stages.clientWidth);
    if (!this.record || !width) return;
    const { stages, encoders, lengths, new_by_tenth: tenths, memo, engine_slots: engineSlots } = this.record;
    const drawn = {
      stages: barChart("Time by stage", stageRows(stages), width),
      encoders: barChart("Span encoders, memo off", encoderRows(encoders), width),
      lengths: barChart("Spans by length", lengthRows(lengths), width),
      fresh: newChart(tenths, width),
      memo: memoChart(memo, engineSlots, width),
    };
    for (const [name, chart] of Object.entries(drawn)) this.charts[name].replaceChildren(chart);
  }

  destroy() {
    this.stop();
  }
}
