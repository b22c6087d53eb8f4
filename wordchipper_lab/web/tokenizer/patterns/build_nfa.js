/** Thompson's construction: syntax tree -> NFA. Twin: wordchipper_lab/spanners/automaton/build_nfa.py. */

import { END } from "./cells.js";
import { ASSERT, CONSUME, MATCH, Nfa, SPLIT } from "./nfa.js";
import { unsupportedError } from "./pattern_errors.js";
import { checkDollar, checkNotEmpty, checkPossessive } from "./soundness.js";

/** @typedef {import("./cells.js").CellMap} CellMap */
/** @typedef {import("./syntax_tree.js").Node} Node */
/** @typedef {import("./syntax_tree.js").Repeat} Repeat */
/** @typedef {import("./work_budget.js").WorkBudget} WorkBudget */

/** Possessive repeats, each with the state behind it. @typedef {[Repeat, number][]} Possessive */

/**
 * Build the NFA of a syntax tree over `cells`; throws `UnsupportedPatternError` (see soundness.js).
 * @param {Node} node
 * @param {CellMap} cells
 * @param {string} pattern
 * @param {WorkBudget} work
 * @returns {Nfa}
 */
export function buildNfa(node, cells, pattern, work) {
  const nfa = new Nfa(cells, pattern, work);
  /** @type {Possessive} */
  const possessive = [];
  nfa.start = attach(nfa, node, MATCH, possessive);
  for (const [repeat, following] of possessive) checkPossessive(nfa, repeat, following);
  checkNotEmpty(nfa);
  return nfa;
}

/**
 * Build `node` in front of state `following`; returns its first state.
 * @param {Nfa} nfa
 * @param {Node} node
 * @param {number} following
 * @param {Possessive} possessive
 * @returns {number}
 */
function attach(nfa, node, following, possessive) {
  nfa.work.spend(4); // counted even if it adds no state: (?:(?:){1000}){1000}
  if (node.kind === "CharSet") return nfa.add(CONSUME, nfa.cells.maskOf(node), following);
  if (node.kind === "TextEnd") {
    if (node.behind) checkDollar(nfa, node.behind, following, node.offset);
    const end = new Uint8Array(nfa.cells.nCells + 1);
    end[END] = 1;
    return nfa.add(ASSERT, end, following);
  }
  if (node.kind === "LookAhead") {
    const inside = nfa.cells.maskOf(node.chars);
    return nfa.add(ASSERT, node.negative ? inside.map((each) => 1 - each) : inside, following);
  }
  if (node.kind === "Sequence") {
    return node.items.reduceRight((next, item) => attach(nfa, item, next, possessive), following);
  }
  if (node.kind === "Repeat") return attachRepeat(nfa, node, following, possessive);
  let first = attach(nfa, node.branches[node.branches.length - 1], following, possessive);
  for (let branch = node.branches.length - 2; branch >= 0; branch--) {
    first = nfa.add(SPLIT, null, attach(nfa, node.branches[branch], following, possessive), first);
  }
  return first;
}

/**
 * @param {Nfa} nfa
 * @param {Repeat} repeat
 * @param {number} following
 * @param {Possessive} possessive
 * @returns {number}
 */
function attachRepeat(nfa, repeat, following, possessive) {
  if (repeat.possessive) possessive.push([repeat, following]);
  let first = following;
  if (repeat.maximum === null) {
    if (isNullable(repeat.item)) {
      const problem = "unsupported: unlimited repetition of something that can be empty";
      throw unsupportedError(nfa.pattern, repeat.offset, problem);
    }
    first = nfa.add(SPLIT, null, 0, following);
    nfa.following[first] = attach(nfa, repeat.item, first, possessive);
  } else {
    // x{0,2} is (?:x(?:x)?)?
    for (let left = repeat.maximum - repeat.minimum; left > 0; left--) {
      first = nfa.add(SPLIT, null, attach(nfa, repeat.item, first, possessive), following);
    }
  }
  for (let left = repeat.minimum; left > 0; left--) first = attach(nfa, repeat.item, first, possessive);
  return first;
}

/**
 * Whether `node` can match the empty string.
 * @param {Node} node
 * @returns {boolean}
 */
export function isNullable(node) {
  if (node.kind === "CharSet") return false;
  if (node.kind === "Sequence") return node.items.every(isNullable);
  if (node.kind === "Choice") return node.branches.some(isNullable);
  if (node.kind === "Repeat") return node.minimum === 0 || isNullable(node.item);
  return true;
}
