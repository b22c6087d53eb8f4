/**
 * Three checks while the NFA is built: a pattern for which the automaton could differ is refused.
 *
 * Twin: wordchipper_lab/spanners/automaton/soundness.py, which says why they suffice.
 */

import { END } from "./cells.js";
import { MATCH } from "./nfa.js";
import { unsupportedError } from "./pattern_errors.js";
import { repr } from "./python_words.js";

/** @typedef {import("./nfa.js").Nfa} Nfa */
/** @typedef {import("./syntax_tree.js").CharSet} CharSet */
/** @typedef {import("./syntax_tree.js").Repeat} Repeat */

const LINE_FEED = 10;

/**
 * Refuse a pattern that can match the empty string: a span is never empty.
 * @param {Nfa} nfa
 */
export function checkNotEmpty(nfa) {
  for (let cell = 0; cell <= nfa.cells.nCells; cell++) {
    if (nfa.follow([nfa.start], cell).includes(MATCH)) {
      const problem =
        "unsupported: the pattern matches the empty string; every branch must match a character,";
      throw unsupportedError(nfa.pattern, 0, problem);
    }
  }
}

/**
 * Refuse a "$" whose meaning in Python (also before a final line feed) could make a difference.
 * @param {Nfa} nfa
 * @param {CharSet} behind
 * @param {number} following
 * @param {number} offset
 */
export function checkDollar(nfa, behind, following, offset) {
  if (!nfa.cells.maskOf(behind)[nfa.cells.cellOf(LINE_FEED)]) {
    const problem = `unsupported '$' after ${repr(behind.source)}, which does not match line feeds,`;
    throw unsupportedError(nfa.pattern, offset, problem);
  }
  if (!nfa.follow([following], END).includes(MATCH)) {
    throw unsupportedError(nfa.pattern, offset, "unsupported: something after '$'");
  }
}

/**
 * Refuse a possessive repeat that could differ from the greedy one that the automaton runs instead.
 * @param {Nfa} nfa
 * @param {Repeat} repeat
 * @param {number} following
 */
export function checkPossessive(nfa, repeat, following) {
  const follows = [];
  for (let cell = 0; cell <= nfa.cells.nCells; cell++) follows.push(nfa.follow([following], cell));
  if (follows.every((reached) => reached.includes(MATCH))) return;
  if (repeat.item.kind === "CharSet") {
    const inside = nfa.cells.maskOf(repeat.item);
    if (!follows.some((reached, cell) => cell !== END && inside[cell] && canGoOn(nfa, reached, cell))) return;
  }
  const problem =
    "unsupported possessive quantifier: what follows could match part of it; use the greedy one";
  throw unsupportedError(nfa.pattern, repeat.offset, problem);
}

/** @param {Nfa} nfa @param {number[]} reached @param {number} cell @returns {boolean} */
function canGoOn(nfa, reached, cell) {
  return reached.some((number) => number === MATCH || nfa.masks[number][cell] === 1);
}
