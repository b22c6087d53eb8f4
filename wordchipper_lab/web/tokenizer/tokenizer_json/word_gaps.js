/**
 * Patterns that leave gaps, where each unmatched stretch has tokens, too. Twin:
 * wordchipper_lab/spanners/gaps.py.
 *
 * Such a pattern gets a last branch for the characters that begin no match. Here it must be one character
 * that decides whether a match begins; then the branch is in the automaton's subset.
 */

import { buildNfa, isNullable } from "../patterns/build_nfa.js";
import { END, buildCells, patternSets } from "../patterns/cells.js";
import { DEAD, buildDfa } from "../patterns/dfa.js";
import { parsePattern } from "../patterns/pattern_syntax.js";
import { WorkBudget } from "../patterns/work_budget.js";
import { unsupported, written } from "./json_parts.js";

/** @typedef {import("../patterns/cells.js").CellMap} CellMap */
/** @typedef {import("../patterns/dfa.js").Dfa} Dfa */
/** @typedef {import("../patterns/syntax_tree.js").CharSet} CharSet */

/**
 * The pattern whose words are everything that the split yields.
 * @param {import("./pre_tokenizer.js").SplitPattern} split
 * @returns {string}
 */
export function wordsPattern({ pattern, keepsGaps }) {
  const node = parsePattern(pattern);
  if (isNullable(node)) {
    const given = `the split pattern ${written(pattern)}, which can match the empty string,`;
    throw unsupported(given, "one that matches at least one character");
  }
  if (!keepsGaps) return pattern;
  const work = new WorkBudget(pattern);
  const sets = patternSets(node);
  const cells = buildCells(pattern, sets, work);
  const { begins, mayBegin } = firstCells(buildDfa(buildNfa(node, cells, pattern, work)));
  if (begins.every(Boolean)) return pattern;
  const first = begins.every((always, i) => always === mayBegin[i]) ? spellSet(cells, sets, begins) : null;
  if (first) return `${pattern}|(?:${first.map((chars) => `(?!${chars})`).join("")}[\\s\\S])+`;
  const given = `the split pattern ${written(pattern)}, which leaves text that is split off, too,`;
  throw unsupported(given, "one of whose matches the first character decides whether they begin");
}

/**
 * For each cell but the end: whether its characters always begin a match, and whether they may.
 * @param {Dfa} dfa
 */
function firstCells(dfa) {
  const { following, nColumns } = dfa;
  const fails = failingStates(dfa);
  const cells = Array.from({ length: nColumns - END - 1 }, (_, i) => END + 1 + i);
  const mayBegin = cells.map((cell) => following[cell] !== DEAD);
  return { begins: cells.map((cell, i) => mayBegin[i] && !fails[following[cell]]), mayBegin };
}

/** The states from which some continuation of the text is not a match. @param {Dfa} dfa */
function failingStates({ following, accepts, nStates, nColumns }) {
  const fails = new Uint8Array(nStates);
  /** @type {Set<number>[]} */
  const before = Array.from({ length: nStates }, () => new Set());
  const waiting = [];
  for (let state = 0; state < nStates; state++) {
    for (let at = state * nColumns; at < (state + 1) * nColumns; at++) {
      if (accepts[at]) continue;
      if (following[at] !== DEAD) {
        before[following[at]].add(state);
      } else if (!fails[state]) {
        fails[state] = 1;
        waiting.push(state);
      }
    }
  }
  for (const state of waiting) {
    for (const earlier of before[state]) {
      if (!fails[earlier]) {
        fails[earlier] = 1;
        waiting.push(earlier);
      }
    }
  }
  return fails;
}

/**
 * Sets of the pattern that together hold exactly the `wanted` cells; null if there are none.
 * @param {CellMap} cells
 * @param {readonly CharSet[]} sets
 * @param {readonly boolean[]} wanted
 */
function spellSet(cells, sets, wanted) {
  const left = [...wanted];
  const inside = sets.map((chars) => Array.from(cells.maskOf(chars)).slice(END + 1));
  const sizes = inside.map((mask) => mask.filter(Boolean).length);
  const order = [...sets.keys()].sort((a, b) => sizes[b] - sizes[a]);
  const spelt = [];
  for (const number of order) {
    const mask = inside[number];
    if (mask.some((isIn, i) => isIn && !wanted[i]) || !mask.some((isIn, i) => isIn && left[i])) continue;
    mask.forEach((isIn, i) => (left[i] &&= !isIn));
    const { source, ignoreCase } = sets[number];
    spelt.push(ignoreCase ? `(?i:${source})` : source);
  }
  return left.some(Boolean) ? null : spelt;
}
