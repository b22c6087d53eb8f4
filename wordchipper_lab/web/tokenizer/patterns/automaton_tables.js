/**
 * A split pattern -> the tables that the automaton kernel walks.
 *
 * Twin: wordchipper_lab/spanners/automaton/automaton_tables.py, which describes the entries. All arrays are
 * equal to those it makes.
 */

import { buildNfa } from "./build_nfa.js";
import { END, buildCells, patternSets } from "./cells.js";
import { DEAD, buildDfa } from "./dfa.js";
import { ACCEPT, EMIT, REWIND } from "./entries.js";
import { buildPairSteps } from "./pair_steps.js";
import { parsePattern } from "./pattern_syntax.js";
import { WorkBudget } from "./work_budget.js";

/**
 * All arrays that the kernel needs.
 * @typedef {object} AutomatonTables
 * @property {Uint32Array} transitions (states * columns,)
 * @property {Uint16Array} pages (8704,)
 * @property {Uint8Array} cells (128 * distinct pages,)
 * @property {Uint32Array} pairSteps (states * pair classes,)
 * @property {Uint16Array} pairClasses (65536,)
 * @property {number} nColumns
 */

/**
 * Compile a split pattern: about 10 ms.
 *
 * Throws `PatternSyntaxError`, or `UnsupportedPatternError`, also if it takes too long (see work_budget.js).
 * @param {string} source
 * @returns {AutomatonTables}
 */
export function compilePattern(source) {
  const node = parsePattern(source);
  const work = new WorkBudget(source);
  const cells = buildCells(source, patternSets(node), work);
  const dfa = buildDfa(buildNfa(node, cells, source, work));
  const { nStates, nColumns } = dfa;
  const transitions = fuse(dfa);
  const pairs = buildPairSteps(transitions, nColumns, cells.cells.subarray(0, 128));
  for (let state = 0; state < nStates; state++) {
    transitions[state * nColumns + END] |= state * (pairs.steps.length / nStates);
  }
  const { pages, cells: pageCells } = cells;
  return {
    transitions,
    pages,
    cells: pageCells,
    pairSteps: pairs.steps,
    pairClasses: pairs.classes,
    nColumns,
  };
}

/**
 * Pack a DFA into the self-restarting table.
 * @param {import("./dfa.js").Dfa} dfa
 * @returns {Uint32Array} (states * columns,)
 */
export function fuse({ following, accepts, nColumns }) {
  const table = new Uint32Array(following.length);
  for (let at = 0; at < table.length; at++) {
    const restart = following[at % nColumns]; // the start state accepts nothing, since no branch is empty
    const isAlive = following[at] !== DEAD;
    const emits = !isAlive && accepts[at] && restart !== DEAD;
    const next = isAlive ? following[at] : emits ? restart : 0;
    table[at] = next * nColumns;
    if (emits) table[at] |= EMIT;
    else if (accepts[at]) table[at] |= ACCEPT;
    // A match ends, but the next character starts none: ACCEPT and REWIND together, for the slow path.
    if (!isAlive && !emits) table[at] |= REWIND;
    if (at % nColumns === END) table[at] = accepts[at] ? ACCEPT : REWIND;
  }
  return table;
}
