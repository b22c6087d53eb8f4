// Histograms as horizontal bars; each bar is a button that filters the list.

import { count, element, plural } from "../../shared/dom.js";
import { linearScale } from "../../shared/axes.js";
import { keepWidth, svgChart, svgElement, svgText } from "../../shared/svg_chart.js";

const BAR_ROW = 28;
const TOUCH_ROW = 46; // on a phone: 44 pixels for a finger
const NARROW = 500; // pixels
const BAR_LETTER = 8.4; // pixels, rounded up

// Lengths beyond the usual ones are grouped in wider classes.
export function lengthClasses(histogram) {
  const lengths = Object.keys(histogram).map(Number);
  const longest = Math.max(...lengths);
  const classes = [];
  for (let from = 1; from <= longest;) {
    const to = from < 13 ? from : from < 16 ? 15 : from < 20 ? 19 : from < 32 ? 31 : from < 64 ? 63 : longest;
    const tokens = lengths.filter((length) => length >= from && length <= to).reduce((sum, length) => sum + histogram[length], 0);
    if (tokens) classes.push({ from, to, tokens });
    from = to + 1;
  }
  return classes;
}

// rows: [{label, value, pressed, use()}]
export class CountChart {
  constructor(title, unit, onSave) {
    this.title = title;
    this.unit = unit;
    this.holder = element("div", { class: "wcl-chart" });
    this.more = element("button", { type: "button", class: "wcl-small", hidden: true, onclick: () => { this.isLong = !this.isLong; this.draw(this.width); } });
    this.node = element("section", { class: "wcl-bars", "aria-label": title },
      element("header", {}, element("h3", {}, title), element("button", { type: "button", class: "wcl-small", onclick: () => onSave(this.chart, title) }, "Save SVG")),
      this.holder, this.more);
    this.stop = keepWidth(this.holder, (width) => this.draw(width));
  }

  show(rows, most = rows.length) {
    this.rows = rows;
    this.most = most;
    if (this.width) this.draw(this.width);
  }

  draw(width) {
    this.width = width;
    if (!this.rows) return;
    this.more.hidden = this.rows.length <= this.most;
    this.more.textContent = this.isLong ? "Show fewer" : `Show all ${count(this.rows.length)}`;
    const tall = width < NARROW ? TOUCH_ROW : BAR_ROW;
    const rows = this.isLong ? this.rows : this.rows.slice(0, this.most);
    const left = Math.min(Math.max(...rows.map((row) => row.label.length)) * BAR_LETTER + 12, width * 0.5);
    const right = width - 84;
    const largest = Math.max(...rows.map((row) => row.value), 1);
    const focused = this.bars?.findIndex((bar) => bar === document.activeElement) ?? -1;
    const scale = linearScale([0, largest], [left, Math.max(right, left + 1)]);
    this.bars = rows.map((row, at) => this.bar(row, at, { left, width, scale, tall }));
    this.chart = svgChart(width, rows.length * tall + 4, `${this.title}, in ${this.unit}`, ...this.bars);
    this.chart.setAttribute("role", "group");
    this.chart.addEventListener("keydown", (event) => this.press(event));
    this.holder.replaceChildren(this.chart);
    if (focused >= 0) this.bars[Math.min(focused, this.bars.length - 1)].focus();
  }

  bar(row, at, { left, width, scale, tall }) {
    const middle = at * tall + tall / 2 + 2;
    const end = scale(row.value);
    const group = svgElement("g", {
      class: `wcl-count-bar ${row.pressed ? "wcl-is-pressed" : ""}`, role: "button", tabindex: at ? -1 : 0, "aria-pressed": String(Boolean(row.pressed)),
      "aria-label": `${row.label}: ${plural(row.value, "token")}`,
    },
    svgElement("rect", { class: "wcl-count-back", x: 0, y: middle - tall / 2 + 1, width, height: tall - 2, rx: 4, fill: "transparent" }),
    svgText(left - 10, middle + 5, row.label, row.pressed ? "wcs-strong" : "", { "text-anchor": "end" }),
    svgElement("rect", { class: `wcs-bar ${row.pressed ? "wcs-hue1 wcs-best" : "wcs-hue0"}`, x: left, y: middle - 9, width: Math.max(end - left, 1), height: 18, rx: 2 }),
    " ", // so that the text of the bar is two words
    svgText(end + 7, middle + 5, count(row.value), row.pressed ? "wcs-strong" : "wcs-small"));
    group.dataset.lmSuppressShortcuts = "true";
    group.addEventListener("click", () => row.use());
    return group;
  }

  press(event) {
    const at = this.bars.indexOf(event.target.closest("g"));
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.bars.length - 1 };
    if (at < 0) return;
    if (event.key in moves) {
      const next = this.bars[Math.max(0, Math.min(moves[event.key], this.bars.length - 1))];
      for (const bar of this.bars) bar.setAttribute("tabindex", bar === next ? 0 : -1);
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.rows[at].use();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  destroy() {
    this.stop();
  }
}

// act: change(state), saveChart(chart, title)
export class StatisticsPanel {
  constructor(act) {
    this.act = act;
    this.charts = {
      bytes: new CountChart("Length in bytes", "tokens", act.saveChart),
      characters: new CountChart("Length in characters", "tokens", act.saveChart),
      scripts: new CountChart("Scripts", "tokens", act.saveChart),
      kinds: new CountChart("What tokens consist of", "tokens", act.saveChart),
    };
    this.counts = element("dl", { class: "wcl-statistics", "aria-label": "Counts" });
    this.node = element("div", { class: "wcl-panel-body" }, this.counts,
      element("p", { class: "wcl-hint" }, "Click a bar, or press Enter on it, to list its tokens; repeat it to list all. Counts are for the whole vocabulary."),
      element("div", { class: "wcl-bar-grid" }, ...Object.values(this.charts).map((chart) => chart.node)));
  }

  show(statistics, state) {
    if (!statistics.name) return;
    this.counts.replaceChildren(...[
      ["Tokens", statistics.n_tokens], ["Ranked", statistics.n_ranked], ["Special", statistics.special_tokens.length], ["Not valid UTF-8", statistics.n_partial],
      ["Not made by any merge", statistics.n_unreachable], ["Given by no text", statistics.n_never], ["Largest id", statistics.max_token],
    ].map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, count(value)))));
    for (const unit of ["bytes", "characters"]) {
      this.charts[unit].show(lengthClasses(statistics[unit]).map(({ from, to, tokens: value }) => {
        const pressed = state[`min_${unit}`] === from && state[`max_${unit}`] === to;
        return { label: from === to ? String(from) : `${from}–${to}`, value, pressed, use: () => this.act.change({ [`min_${unit}`]: pressed ? 0 : from, [`max_${unit}`]: pressed ? 0 : to }) };
      }));
    }
    const named = (counts, name) => Object.entries(counts).map(([label, value]) => {
      const pressed = state[name] === label;
      return { label: label.replaceAll("_", " "), value, pressed, use: () => this.act.change({ [name]: pressed ? "" : label }) };
    });
    this.charts.scripts.show(named(statistics.scripts, "script"), 16);
    this.charts.kinds.show(named(statistics.kinds, "kind"));
  }

  destroy() {
    for (const chart of Object.values(this.charts)) chart.destroy();
  }
}
