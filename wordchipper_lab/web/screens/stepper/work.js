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

// work: number by name, see Lane.work
export function workText(work) {
  const done = Object.entries(work).filter(([, times]) => times).map(([name, times]) => `${counterWord(name)} ${count(times)}`);
  return done.length ? `Work so far: ${done.join(" · ")}` : "Work so far: none";
}

function operations(work) {
  return Object.entries(work).reduce((sum, [name, times]) => sum + (name === "stale_pops" ? 0 : times), 0); // these are heap pops, too
}

// The total work of each lane, with a bar for all operations together.
export function workTable(lanes) {
  if (!lanes.length) return element("p", { class: "wcl-hint" }, "Nothing to count.");
  const totals = lanes.map((lane) => lane.work(null));
  const used = lanes[0].counterNames.filter((name) => totals.some((work) => work[name]));
  const sums = totals.map(operations);
  const most = Math.max(...sums, 1);
  const rows = lanes.map((lane, row) => element("tr", {},
    element("th", { scope: "row" }, lane.name),
    ...used.map((name) => element("td", { class: "wcl-number" }, totals[row][name] ? count(totals[row][name]) : "–")),
    element("td", { class: "wcl-number" }, count(sums[row])),
    element("td", {}, element("span", { class: "wcm-bar", style: `width: ${Math.max(1, Math.round((sums[row] / most) * 120))}px` }))));
  return element("div", { class: "wcl-scroll", tabindex: "0", role: "region", "aria-label": "Work of the lanes" },
    element("table", { class: "wcl-table", "aria-label": "Work of the lanes" },
      element("thead", {}, element("tr", {}, ...["Encoder", ...used.map(counterWord), "together"].map((title) => element("th", { scope: "col" }, title)), element("td", {}))),
      element("tbody", {}, ...rows)));
}
