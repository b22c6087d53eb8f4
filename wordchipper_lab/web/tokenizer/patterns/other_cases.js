/** What `regex` takes for the same character if case is ignored: simple case folding, pair by pair. */

import { unionOf } from "./code_sets.js";
import { once } from "./once.js";
import { unpackNumbers } from "./packed_numbers.js";
import { CASE_PAIRS } from "./unicode_sets.js";

/** @typedef {import("./code_sets.js").CodeSet} CodeSet */

/** Codepoint -> those that are the same if case is ignored. @type {() => Map<number, number[]>} */
const otherCases = once(() => {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  const packed = unpackNumbers(CASE_PAIRS);
  for (let at = 0; at < packed.length;) {
    const [distance, runs] = packed.slice(at, at + 2);
    at += 2;
    let last = 0;
    for (let run = 0; run < runs; run++, at += 3) {
      const [gap, length, step] = packed.slice(at, at + 3);
      last += gap;
      for (let left = length; left > 0; left--) {
        for (const [one, other] of [
          [last, last + distance],
          [last + distance, last],
        ]) {
          found.set(one, [...(found.get(one) ?? []), other]);
        }
        if (left > 1) last += step;
      }
    }
  }
  return new Map([...found].sort(([one], [other]) => one - other));
});

/**
 * A set and everything that is the same as one of its characters if case is ignored.
 *
 * As `regex` has it: I is the same as i and \u0131, but these two are not the same.
 * @param {CodeSet} set
 * @returns {CodeSet}
 */
export function withOtherCases(set) {
  const added = [];
  let at = 0;
  for (const [codepoint, others] of otherCases()) {
    while (at < set.length && set[at + 1] <= codepoint) at += 2;
    if (at === set.length) break;
    if (set[at] <= codepoint) for (const other of others) added.push([other, other + 1]);
  }
  return added.length ? unionOf([set, ...added]) : set;
}
