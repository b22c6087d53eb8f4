/**
 * The Unicode version is 16, as in tiktoken: what is newer is shown as something that will never be assigned.
 *
 * Twin: wordchipper_lab/spanners/automaton/unicode_version.py.
 */

import { NOTHING, complementOf, hasCodepoint, intersectionOf, unionOf } from "./code_sets.js";
import { once } from "./once.js";
import { unpackNumbers } from "./packed_numbers.js";
import { findCategory } from "./unicode_data.js";
import { STAND_INS } from "./unicode_sets.js";

/** @typedef {import("./code_sets.js").CodeSet} CodeSet */

const NEVER_ASSIGNED = 0xffff;
const SURROGATES = [0xd800, 0xe000];

/** The unassigned codepoints. @type {() => CodeSet} */
const unassigned = once(() => findCategory("CN")?.codes() ?? NOTHING);

/** Those that are shown as others than U+FFFF, with these others. @type {() => [CodeSet, number][]} */
const otherStretches = once(() => {
  const packed = unpackNumbers(STAND_INS);
  /** @type {[CodeSet, number][]} */
  const found = [];
  for (let at = 0; at < packed.length; at += 3) {
    found.push([[packed[at], packed[at] + packed[at + 1]], packed[at + 2]]);
  }
  return found;
});

/** The characters that are shown as they are. @type {() => CodeSet} */
const shownAsTheyAre = once(() =>
  complementOf(unionOf([unassigned(), ...otherStretches().map(([codes]) => codes)])),
);

/** The characters that are shown as U+FFFF. @type {() => CodeSet} */
const shownAsUnassigned = once(() =>
  intersectionOf(unassigned(), complementOf(unionOf(otherStretches().map(([codes]) => codes)))),
);

/**
 * The characters that are in the set once they are shown as in Unicode 16. Twin: `as_unicode_16`.
 *
 * Surrogates go with the character before them: they are in no text, and so they make no cell of their own.
 * @param {CodeSet} set
 * @returns {CodeSet}
 */
export function asUnicode16(set) {
  const parts = [intersectionOf(set, shownAsTheyAre())];
  if (hasCodepoint(set, NEVER_ASSIGNED)) parts.push(shownAsUnassigned());
  for (const [codes, standIn] of otherStretches()) {
    if (hasCodepoint(set, standIn)) parts.push(codes);
  }
  const shown = unionOf(parts);
  if (hasCodepoint(shown, SURROGATES[0] - 1)) return unionOf([shown, SURROGATES]);
  return intersectionOf(shown, complementOf(SURROGATES));
}
