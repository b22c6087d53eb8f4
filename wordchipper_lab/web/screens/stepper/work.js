// The work of the encoders, counted by their own kernels: per lane, and side by side.

import { count, element } from "../../shared/dom.js";

const WORDS = {
  merges: "merges", pair_lookups: "pair lookups", compared_ranks: "compared ranks", moved_elements: "moved elements", heap_pushes: "heap pushes",
  heap_pops: "heap pops", stale_pops: "stale pops", heap_moves: "moves in the heap", trie_steps: "trie steps", pair_checks: "pair checks",
  shorter_prefixes: "shorter prefixes", back_steps: "steps back", shifts: "shifts",
};

export function counterWord(name) {
  return WORDS[name] ?? name;
}

export function workText(names, values) {
  const done = names.map((name, at) => (values[at] ? `${counterWord(name)} ${count(values[at])}` : null)).filter(Boolean);
  return done.length ? `Work so far: ${done.join(" · ")}` : "Work so far: none";
}

function operations(names, values) {
  return values.reduce((sum, value, at) => sum + (names[at] === "stale_pops" ? 0 : value), 0);
}

// The total work of each lane, with a bar for all operations together.
export function workTable(lanes) {
  if (!lanes.length) return element("p", { class: "wcl-hint" }, "Nothing to count.");
  const names = lanes[0].counterNames;
  const totals = lanes.map((lane) => lane.work(null));
  const used = names.filter((_, at) => totals.some((values) => values[at]));
  const sums = totals.map((values) => operations(names, values));
  const most = Math.max(...sums, 1);
  const rows = lanes.map((lane, row) => element("tr", {},
    element("th", { scope: "row" }, lane.name),
    ...used.map((name) => element("td", { class: "wcl-number" }, totals[row][names.indexOf(name)] ? count(totals[row][names.indexOf(name)]) : "–")),
    element("td", { class: "wcl-number" }, count(sums[row])),
    element("td", {}, element("span", { class: "wcm-bar", style: `width: ${Math.max(1, Math.round((sums[row] / most) * 120))}px` }))));
  return element("div", { class: "wcl-scroll", tabindex: "0", role: "region", "aria-label": "Work of the lanes" },
    element("table", { class: "wcl-table", "aria-label": "Work of the lanes" },
      element("thead", {}, element("tr", {}, ...["Encoder", ...used.map(counterWord), "together", ""].map((title) => element("th", { scope: "col" }, title)))),
      element("tbody", {}, ...rows)));
}
