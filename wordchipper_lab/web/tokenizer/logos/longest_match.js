/** Token definitions -> one longest-match DFA over cells; twin of Python's spanners/logos/longest_match.py. */

import { fuse } from "../patterns/automaton_tables.js";
import { buildNfa } from "../patterns/build_nfa.js";
import { END, buildCells, patternSets } from "../patterns/cells.js";
import { DEAD, MAX_DFA_STATES, minimise } from "../patterns/dfa.js";
import { CONSUME, MATCH } from "../patterns/nfa.js";
import { unsupportedError } from "../patterns/pattern_errors.js";
import { parsePattern } from "../patterns/pattern_syntax.js";
import { WorkBudget } from "../patterns/work_budget.js";

/** @typedef {import("./definitions.js").TokenDefinition} TokenDefinition */
/** @typedef {import("../patterns/cells.js").CellMap} CellMap */
/** @typedef {import("../patterns/nfa.js").Nfa} Nfa */

/**
 * `longest` holds the next row, with the role of the token that ends there in bits 24 to 27; `restarting` is a table as
 * in automaton_tables.js, in which only tokens that never need a repair are matches.
 * @typedef {{ longest: Uint32Array, restarting: Uint32Array, pages: Uint16Array, cells: Uint8Array }} TokenTables
 */

const ROLE_BIT = 24;
const STOP = 2 ** 31;
const PUNCTUATION = 2;
const STANDALONE = 3;
const CHECK_CONTRACTION = 1;
const WORD_ROLE = 8;

/**
 * The cells of all fragments together.
 * @param {readonly TokenDefinition[]} definitions
 * @param {WorkBudget} [work]
 * @returns {CellMap}
 */
export function definitionCells(definitions, work = new WorkBudget(sourceOf(definitions))) {
  const trees = definitions.map(({ fragment }) => parsePattern(fragment));
  return buildCells(sourceOf(definitions), patternSets(...trees), work);
}

/** @param {readonly TokenDefinition[]} definitions */
const sourceOf = (definitions) => definitions.map(({ fragment }) => fragment).join("|");

/**
 * Throws `PatternSyntaxError` or `UnsupportedPatternError` for a fragment.
 * @param {readonly TokenDefinition[]} definitions
 * @returns {TokenTables}
 */
export function compileTokens(definitions) {
  const work = new WorkBudget(sourceOf(definitions));
  const cells = definitionCells(definitions, work);
  const nfas = definitions.map(({ fragment }) => buildNfa(parsePattern(fragment), cells, fragment, work));
  const { following, accepts, nStates, nColumns } = minimise(determinise(nfas, definitions, cells, work), work);
  const roles = Array.from({ length: nStates }, (_, state) => accepts[state * nColumns + END]);
  const longest = Uint32Array.from(following, (next) => (next === DEAD ? STOP : next * nColumns + roles[next] * 2 ** ROLE_BIT));
  const simple = Uint8Array.from(following, (_, at) => Number(isSimple(roles[Math.floor(at / nColumns)])));
  const restarting = fuse({ following, accepts: simple, nStates, nColumns });
  return { longest, restarting, pages: cells.pages, cells: cells.cells };
}

/** Whether a token of this role is a span unchanged when no whitespace is buffered. @param {number} role */
function isSimple(role) {
  const isUncheckedWord = (role & WORD_ROLE) !== 0 && (role & CHECK_CONTRACTION) === 0;
  return isUncheckedWord || role === PUNCTUATION || role === STANDALONE;
}

/**
 * Run all fragments side by side: a state is a set of NFA states of each fragment. The column END, in which nothing
 * follows, holds the role of the token that ends in a state.
 * @param {Nfa[]} nfas
 * @param {readonly TokenDefinition[]} definitions
 * @param {CellMap} cells
 * @param {WorkBudget} work
 * @returns {import("../patterns/dfa.js").Dfa}
 */
function determinise(nfas, definitions, cells, work) {
  const nColumns = cells.nCells + 1;
  const pending = [nfas.map(({ start }) => [start])];
  const numbers = new Map([[keyOf(pending[0]), 0]]);
  /** @type {number[]} */
  const following = [];
  /** @type {number[]} */
  const accepts = [];
  // The list grows during the loop.
  for (const states of pending) {
    const reached = nfas.map((nfa, at) => nfa.follow(states[at], END));
    work.spend(cells.nCells * reached.reduce((sum, threads) => sum + threads.length, nfas.length));
    following.push(DEAD);
    accepts.push(winningRole(reached, definitions));
    for (let cell = 1; cell < nColumns; cell++) {
      const after = nfas.map((nfa, at) => step(nfa, reached[at], cell));
      let number = DEAD;
      if (after.some((threads) => threads.length)) {
        const key = keyOf(after);
        number = numbers.get(key) ?? pending.push(after) - 1;
        numbers.set(key, number);
      }
      following.push(number);
      accepts.push(0);
    }
    if (numbers.size > MAX_DFA_STATES) {
      const problem = `unsupported size: the definitions need more than ${MAX_DFA_STATES} states`;
      throw unsupportedError(definitions[0].fragment, 0, problem);
    }
  }
  return { following: Int32Array.from(following), accepts: Uint8Array.from(accepts), nStates: pending.length, nColumns };
}

/** The states after a cell, each once, ascending. @param {Nfa} nfa @param {number[]} threads @param {number} cell */
function step(nfa, threads, cell) {
  const after = new Set();
  for (const state of threads) {
    if (nfa.kinds[state] === CONSUME && nfa.masks[state][cell]) after.add(nfa.following[state]);
  }
  return [...after].sort((a, b) => a - b);
}

/** @param {number[][]} states @returns {string} */
function keyOf(states) {
  return states.map((threads) => threads.join()).join(";");
}

/** The role of the token that ends here; 0 if none does. @param {number[][]} reached @param {readonly TokenDefinition[]} definitions */
function winningRole(reached, definitions) {
  let [role, priority] = [0, -Infinity];
  reached.forEach((threads, at) => {
    if (!threads.includes(MATCH) || definitions[at].priority <= priority) return;
    ({ role, priority } = definitions[at]);
  });
  return role;
}
