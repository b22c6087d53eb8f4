// Where the time goes: a verdict first, then the figures that explain it. The record is `WhereRecord` of
// screens/throughput/where.py. It draws the progress of the report, too.

import { canStop, isWorking, stateWords } from "../../shared/job.js";
import { axisAcross, linearScale, linearTicks, logScale } from "../../shared/axes.js";
import { count, element } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";
import { figure, secondsText } from "../../shared/numbers.js";
import { keepWidth, svgChart, svgElement, svgText, textWidth } from "../../shared/svg_chart.js";

const ROW = 26;
const BAR = 16;
const TOP = 6;
const BESIDE = 9; // pixels between a name and its bar
const STACK = { row: 36, bar: 24, middle: 17 };
const CURVE = { height: 250, top: 24, bottom: 46, left: 56, right: 20 };
const MEMO_BOTTOM = 66; // two lines of labels
const LABEL = 54; // pixels that the label of a size takes
const LEGEND = 22; // height of a line of a legend
const MARK = 12;
const TINTS = ["wcs-hue0", "wcs-hue1", "wcs-hue2", "wcs-hue3", "wcs-plain"]; // of the parts of a stack
const ROWS = 10; // of a table of spans

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

export function sizeText(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${figure(bytes / 1e6)} MB`;
}

// What the parts of all stacks are called, in the order in which the time is spent; the last of each is the last of all.
export function partNames(stacks) {
  const names = stacks.map(({ parts }) => parts.map(({ name }) => name));
  return [...new Set([...names.flatMap((each) => each.slice(0, -1)), ...names.map((each) => each.at(-1))])];
}

// The rows of a chart of bars: {label, value, part, text, title}; `part` of the value is drawn in another tint.
export function encoderRows(encoders) {
  return encoders.map(({ name, cost, ns, speed, problem }) => (problem
    ? { label: name, value: 0, part: 1, text: "not measured", title: `${name}: ${problem}` }
    : { label: name, value: speed, part: 1, text: `${figure(speed)} MB/s`, title: `${name}, ${cost}: ${figure(speed)} MB/s, ${figure(ns)} ns a span` }));
}

export function lengthRows(lengths) {
  return lengths.map(({ label, spans, bytes, one_token: single }) => ({
    label: `${label} B`, value: spans, part: single, text: `${percentText(spans)} · ${percentText(single)}`,
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

// Where the lines of a legend break: [{name, x, y}], and the height of it all.
function placeLegend(names, left, width) {
  let [x, y] = [left, 0];
  const places = names.map((name) => {
    const size = MARK + 6 + textWidth(name, 12) + 18;
    if (x > left && x + size > width) [x, y] = [left, y + LEGEND];
    const place = { name, x, y };
    x += size;
    return place;
  });
  return { places, height: y + LEGEND };
}

// The time for a span as bars of parts. Each part has a number, in the bar and in the legend.
function stackChart(stacks, width) {
  const names = partNames(stacks);
  const left = Math.max(...stacks.map(({ name }) => textWidth(name))) + BESIDE;
  const texts = stacks.map(({ ns }) => `${figure(ns)} ns`);
  const right = width - Math.max(...texts.map((text) => textWidth(text, 14, 700))) - BESIDE;
  const scale = linearScale([0, Math.max(...stacks.map(({ ns }) => ns)) || 1], [left, Math.max(right, left + 1)]);
  const titles = stacks.map(({ name, parts }, at) => `${name}: ${texts[at]} a span: ${parts.map((one) => `${figure(one.ns)} for ${one.name}`).join(", ")}`);
  const bars = stacks.map(({ name, ns, parts }, at) => {
    const y = TOP + at * STACK.row;
    let before = 0;
    const drawn = parts.map((one) => {
      const number = names.indexOf(one.name);
      const [from, to] = [scale(before), scale(before += one.ns)];
      const said = [`${number + 1}: ${figure(one.ns)} ns`, `${number + 1}: ${figure(one.ns)}`, String(number + 1)].find((text) => textWidth(text) + 6 < to - from) ?? "";
      return svgElement("g", {}, svgElement("title", {}, `${one.name}: ${figure(one.ns)} ns`),
        svgElement("rect", { class: `wcs-bar ${TINTS[number]}`, x: from, y, width: to - from, height: STACK.bar }),
        svgText((from + to) / 2, y + STACK.middle, said, "", { "text-anchor": "middle" }));
    });
    return svgElement("g", {}, svgText(left - BESIDE, y + STACK.middle, name, "", { "text-anchor": "end" }), ...drawn,
      svgText(scale(ns) + 7, y + STACK.middle, texts[at], "wcs-strong"));
  });
  const top = TOP + stacks.length * STACK.row + 4;
  const { places, height } = placeLegend(names.map((name, at) => `${at + 1} ${name}`), 2, width);
  const legend = places.map(({ name, x, y }, at) => svgElement("g", {},
    svgElement("rect", { class: `wcs-bar ${TINTS[at]}`, x, y: top + y, width: MARK, height: MARK, rx: 2 }),
    svgText(x + MARK + 6, top + y + 11, name, "wcs-small")));
  return svgChart(width, top + height, `Nanoseconds for a span. ${titles.join("; ")}`, ...bars, ...legend);
}

function curve(points, titles, isDashed = false) {
  if (!points.length) return [];
  return [svgElement("path", { class: "wcs-curve", "stroke-dasharray": isDashed && "7 4", d: `M${points.map((point) => point.join(" ")).join("L")}` }),
    ...points.map(([x, y], at) => svgElement("circle", { class: `wcs-mark wcs-hue${isDashed ? 1 : 0}`, cx: x, cy: y, r: 4.5 }, svgElement("title", {}, titles[at])))];
}

// The quarters that enclose some shares.
export function quarters(values) {
  const [low, high] = [Math.floor(Math.min(...values, 1) * 4) / 4, Math.ceil(Math.max(...values, 0) * 4) / 4];
  return low < high ? [low, high] : low < 1 ? [low, low + 0.25] : [0.75, 1];
}

function shares({ label, across, marks, points, titles, width, range, bottom = CURVE.bottom, more = [] }) {
  const { height, top, left, right } = CURVE;
  const y = linearScale(range, [height - bottom, top]);
  const percents = linearTicks(range, 5).flatMap((tick) => [
    svgElement("line", { class: "wcs-grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
    svgText(left - 8, y(tick) + 4, percentText(tick), "wcs-small", { "text-anchor": "end" })]);
  return svgChart(width, height, label, ...percents, ...marks,
    svgText((left + width - right) / 2, height - 3, across, "wcs-small", { "text-anchor": "middle" }),
    ...more.flatMap((draw) => draw(y)), ...curve(points.map(([x, share]) => [x, y(share)]), titles));
}

function newChart(tenths, width) {
  const x = linearScale([1, 10], [CURVE.left, width - CURVE.right]);
  const ticks = linearTicks([1, 10], 9).filter((tick) => tick % 1 === 0);
  const titles = tenths.map((share, at) => `tenth ${at + 1}: ${percentText(share)} of its spans are new`);
  return shares({
    label: `New spans along the text. ${titles.join("; ")}`, across: "tenth of the text", width, titles, range: quarters([0, ...tenths]),
    marks: axisAcross(x, ticks, { bottom: CURVE.height - CURVE.bottom, width }),
    points: tenths.map((share, at) => [x(at + 1), share]),
  });
}

// Which sizes are labelled: as many as have room, the engine's first, then from the largest.
export function labelledSizes(sizes, engineSlots, x) {
  const chosen = [];
  for (const slots of [engineSlots, ...[...sizes].reverse()]) {
    if (chosen.every((other) => Math.abs(x(other) - x(slots)) >= LABEL)) chosen.push(slots);
  }
  return chosen;
}

function memoChart({ memo, engine }, width) {
  const sized = memo.filter(({ slots }) => slots !== null);
  const all = memo.find(({ slots }) => slots === null);
  const tokened = sized.filter((one) => one.with_tokens !== null);
  const ends = [sized[0].slots, sized.at(-1).slots];
  const x = logScale(ends, [CURVE.left + 8, width - CURVE.right - 8]);
  const bottom = CURVE.height - MEMO_BOTTOM;
  const bytesOf = (slots) => (slots === engine.slots ? engine.bytes : sized.find((one) => one.slots === slots).bytes);
  const say = ({ slots, bytes, rate }) => `${slotsText(slots)} slots, ${sizeText(bytes)}: ${percentText(rate)}`;
  const titles = sized.map(say);
  const tokenTitles = tokened.map((one) => `${slotsText(one.slots)} slots with all short tokens in them: ${percentText(one.with_tokens)}`);
  const own = `the engine's grows to ${say(engine)}`;
  const anchor = (slots) => (slots === ends[1] ? "end" : slots === ends[0] ? "start" : "middle");
  const edge = (slots) => (slots === ends[1] ? width - 2 : slots === ends[0] ? CURVE.left - 12 : x(slots));
  const marks = labelledSizes(sized.map(({ slots }) => slots), engine.slots, x).flatMap((slots) => [slotsText(slots), sizeText(bytesOf(slots))]
    .map((text, line) => svgText(edge(slots), bottom + 22 + line * 16, text, slots === engine.slots ? "wcs-strong" : "wcs-small", { "text-anchor": anchor(slots) })));
  const limit = (y) => svgElement("g", {}, svgElement("title", {}, `everything: ${percentText(all.rate)}`),
    svgElement("path", { class: "wcs-whisker", "stroke-dasharray": "2 3", d: `M${CURVE.left} ${y(all.rate)}H${width - CURVE.right}` }));
  const ours = (y) => svgElement("g", {}, svgElement("title", {}, own),
    svgElement("circle", { class: "wcs-mark wcs-hue2 wcs-best", cx: x(engine.slots), cy: y(engine.rate), r: 8 }));
  const range = quarters([engine.rate, ...memo.flatMap(({ rate, with_tokens: full }) => [rate, full ?? rate])]);
  const withTokens = (y) => curve(tokened.map((one) => [x(one.slots), y(one.with_tokens)]), tokenTitles, true);
  return shares({
    label: `What a memo finds, by its slots. ${[...titles, ...tokenTitles, `everything: ${percentText(all.rate)}`, own].join("; ")}`,
    across: "slots of the memo, and the memory of it", width, range, bottom: MEMO_BOTTOM, marks, points: sized.map(({ slots, rate }) => [x(slots), rate]), titles,
    more: [limit, ours, withTokens],
  });
}

function spanTable(label, head, rows) {
  const cell = (value) => element("td", { class: "wcl-number" }, value);
  return element("table", { class: "wcl-table", "aria-label": label },
    element("thead", {}, element("tr", {}, ...head.map((name, at) => element("th", { scope: "col", class: at ? "wcl-number" : "" }, name)))),
    element("tbody", {}, ...rows.map(([text, ...values]) => element("tr", {},
      element("th", { scope: "row" }, element("code", {}, visibleText(text))), ...values.map(cell)))));
}

function part(title, hint, ...content) {
  return element("section", { class: "wcl-where-part", "aria-label": title }, element("h3", {}, title), ...content,
    hint ? element("p", { class: "wcl-hint" }, hint) : null);
}

export class WherePanel {
  // act: stop(), copyMarkdown(record), saveChart(svg, title)
  constructor(act) {
    this.act = act;
    this.charts = {};
    const chart = (name) => (this.charts[name] = element("div", { class: "wcl-chart" }));
    const table = () => element("div", { class: "wcl-scroll", tabindex: "0" });
    this.verdict = element("p", { class: "wcl-where-verdict" });
    this.sentences = element("ul", { class: "wcl-summary", "aria-label": "What it means" });
    this.frequent = table();
    this.evicted = table();
    this.evictedHint = element("p", { class: "wcl-hint" });
    this.memoWords = element("p", {});
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this report" });
    this.stop = element("button", { type: "button", onclick: act.stop }, "Stop");
    this.fill = element("div", { class: "wcl-meter-fill" });
    this.meter = element("div", { class: "wcl-meter", role: "progressbar", "aria-label": "Report", "aria-valuemin": 0, "aria-valuemax": 100 }, this.fill);
    this.words = element("span", { class: "wcl-estimate wcl-now" });
    this.work = element("div", { class: "wcl-where-work wcl-controls", hidden: true }, element("div", { class: "wcl-bar" }, this.stop, this.words), this.meter);
    this.report = element("div", { class: "wcl-panel-body", hidden: true }, this.verdict,
      part("Time for a span, by what it is spent on", "Nanoseconds: the medians of all rounds. New text: by a tokenizer that has seen nothing. Seen before: every span is known.", chart("stacks")),
      element("div", { class: "wcl-where-grid" },
        part("Spans by length", "The first figure is of all spans; the second, and the blue part, are those of them that are exactly one token, which no encoder has to merge.", chart("lengths")),
        part("New spans along the text", "Spans that did not occur before. Where the curve is low, a memo helps.", chart("fresh")),
        part("What a memo finds, by its size", "Solid: it begins empty. Dashed: all short tokens are in it from the start. Dotted line: it remembers everything. Large circle: the engine's, which grows. For one thread.", chart("memo"), this.memoWords),
        part("Span encoders, memo off", "The lexer is part of the time.", chart("encoders")),
        part("The most frequent spans", "", this.frequent),
        part("What a small memo forgets", "", this.evicted, this.evictedHint)),
      this.sentences,
      element("div", { class: "wcl-bar wcl-controls" },
        element("button", { type: "button", onclick: () => act.copyMarkdown(this.record) }, "Copy as Markdown"),
        element("button", { type: "button", onclick: () => act.saveChart(this.charts.stacks.querySelector("svg"), this.record.title) }, "Save SVG")),
      this.code);
    this.heading = element("h3", { class: "wcl-where-title" });
    this.node = element("section", { class: "wcl-where wcl-panel-body", "aria-label": "Where the time goes", hidden: true }, this.heading, this.work, this.report);
    this.end = keepWidth(this.charts.stacks, () => this.redraw());
  }

  // asked: what the report will be about; null once it is known
  begin(asked) {
    this.asked = asked;
    this.heading.textContent = `Where the time goes: ${asked}`;
    this.node.hidden = false;
    this.report.hidden = true;
  }

  // progress: that of the report, or null if it is about something else
  showProgress(progress) {
    const isBusy = Boolean(progress) && isWorking(progress.state);
    this.work.hidden = !isBusy;
    if (!isBusy) {
      if (progress) this.show(this.record ?? {}); // a report that was stopped leaves what was shown before
      return;
    }
    const { state, done = 0, total = 0, seconds_left: left = null, now = "" } = progress;
    this.stop.disabled = !canStop(state);
    const percent = total ? Math.round((done / total) * 100) : 0;
    this.fill.style.width = `${percent}%`;
    this.meter.setAttribute("aria-valuenow", percent);
    const rest = left === null || state !== "running" ? "" : ` · about ${secondsText(left)} left`;
    this.words.textContent = `${stateWords(state)}${total ? ` · ${done} of ${count(total)} steps` : ""}${rest}${now ? ` · ${now}` : ""}`;
  }

  // record: WhereRecord, or nothing
  show(record) {
    const isThere = Boolean(record.title);
    this.report.hidden = !isThere;
    this.node.hidden = !isThere;
    if (!isThere) return;
    this.record = record;
    this.heading.textContent = record.title;
    this.verdict.textContent = record.verdict;
    this.code.textContent = record.code;
    this.sentences.replaceChildren(...record.sentences.map((sentence) => element("li", {}, sentence)));
    const { engine } = record;
    this.memoWords.textContent = `The engine's memo grows to ${slotsText(engine.slots)} slots here, ${sizeText(engine.bytes)}, and finds ${percentText(engine.rate)} of the spans.`;
    this.frequent.setAttribute("aria-label", "The most frequent spans");
    this.frequent.replaceChildren(spanTable("The most frequent spans", ["Span", "Times", "Of all", "Tokens"],
      record.frequent.slice(0, ROWS).map((one) => [one.text, count(one.count), percentText(one.share), count(one.tokens)])));
    this.evicted.setAttribute("aria-label", "Most often forgotten");
    const slots = `${slotsText(record.evicted_slots)} slots`;
    this.evicted.replaceChildren(record.evicted.length
      ? spanTable(`Most often forgotten, of ${slots}`, ["Span", "Forgotten", "Times"],
        record.evicted.slice(0, ROWS).map((one) => [one.text, count(one.evictions), count(one.count)]))
      : element("p", {}, `With ${slots} nothing is forgotten.`));
    this.evictedHint.textContent = record.evicted.length ? `If the memo stayed at ${slots}, it would find ${percentText(record.evicted_rate)} of the spans: how often one was gone when it came again.` : "";
    this.redraw();
  }

  redraw() {
    if (!this.record || this.report.hidden) return;
    const { stacks, encoders, lengths, new_by_tenth: tenths } = this.record;
    const draw = {
      stacks: (width) => stackChart(stacks, width),
      encoders: (width) => barChart("Span encoders, memo off", encoderRows(encoders), width),
      lengths: (width) => barChart("Spans by length", lengthRows(lengths), width),
      fresh: (width) => newChart(tenths, width),
      memo: (width) => memoChart(this.record, width),
    };
    for (const [name, drawn] of Object.entries(draw)) {
      const width = Math.floor(this.charts[name].clientWidth);
      if (width) this.charts[name].replaceChildren(drawn(width));
    }
  }

  destroy() {
    this.end();
  }
}
