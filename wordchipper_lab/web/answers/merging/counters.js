// The work of an encoder on a span, counted by its own kernel. Twin: lab/merging/counters.py.

import { BACKTRACK, CHECK, LOOKUP, MATCH, MERGE, POP, PUSH, SCAN, SHIFT, SHORTER, SIFT, STALE } from "./events.js";

const FIELDS = 5;

// Counter -> what it adds up: column 0 is the number of events, 1 to 4 are the sums of their values.
const SOURCES = Object.entries({
  merges: [[MERGE, 0]],
  pair_lookups: [[LOOKUP, 0]],
  compared_ranks: [[SCAN, 1]],
  moved_elements: [[MERGE, 4]],
  heap_pushes: [[PUSH, 0]],
  heap_pops: [[POP, 0], [STALE, 0]],
  stale_pops: [[STALE, 0]],
  heap_moves: [[SIFT, 1]],
  trie_steps: [[MATCH, 3]],
  pair_checks: [[CHECK, 0]],
  shorter_prefixes: [[SHORTER, 0]],
  back_steps: [[BACKTRACK, 0]],
  shifts: [[SHIFT, 0]],
});

export const COUNTERS = SOURCES.map(([name]) => name);

// totals: of each code, the number of events and the sums of their values
export function countersOf(totals) {
  const sum = (source) => source.reduce((total, [code, column]) => total + totals[code][column], 0);
  return Object.fromEntries(SOURCES.map(([name, source]) => [name, sum(source)]));
}

// The counters after the first `stops[i]` events (ascending), for each i.
export function countersAlong(events, nCodes, stops) {
  const totals = Array.from({ length: nCodes }, () => new Array(FIELDS).fill(0));
  let at = 0;
  return stops.map((stop) => {
    for (; at < stop; at++) {
      const event = events[at];
      const sums = totals[event[0]];
      sums[0] += 1;
      for (let column = 1; column < FIELDS; column++) sums[column] += event[column];
    }
    return countersOf(totals);
  });
}

// What determines the time. (Stale pops are included in the pops.)
export function operationsOf(counters) {
  return COUNTERS.reduce((sum, name) => sum + counters[name], 0) - counters.stale_pops;
}
