/**
 * Subset construction: prioritised NFA -> leftmost-first DFA over cells.
 *
 * Twin: wordchipper_lab/spanners/automaton/dfa.py. A DFA state is an ordered list of NFA states; reading a
 * cell first tells whether a match ends before it, then which threads continue.
 */

import { CONSUME, MATCH } from "./nfa.js";
import { unsupportedError } from "./pattern_errors.js";

/** @typedef {import("./nfa.js").Nfa} Nfa */
/** @typedef {import("./work_budget.js").WorkBudget} WorkBudget */

export const DEAD = -1;
export const MAX_DFA_STATES = 4096;

/**
 * State 0 is the start; both arrays are (states * columns,), a row for each state. `following` may be `DEAD`.
 * @typedef {{following: Int32Array, accepts: Uint8Array, nStates: number, nColumns: number}} Dfa
 */

/**
 * Determinise `nfa` and merge equivalent states.
 * @param {Nfa} nfa
 * @returns {Dfa}
 */
export function buildDfa(nfa) {
  const nColumns = nfa.cells.nCells + 1;
  const pending = [[nfa.start]];
  const seen = new Uint32Array(nfa.kinds.length);
  /** @type {Map<string, number>} */
  const numbers = new Map([[keyOf(pending[0]), 0]]);
  /** @type {number[]} */
  const following = [];
  /** @type {number[]} */
  const accepts = [];
  // The list grows during the loop.
  for (const threads of pending) {
    for (let cell = 0; cell < nColumns; cell++) {
      const [after, accepted] = read(nfa, threads, cell, seen, following.length + 1);
      let number = DEAD;
      if (after.length) {
        const key = keyOf(after);
        number = numbers.get(key) ?? pending.length;
        if (number === pending.length) {
          numbers.set(key, number);
          pending.push(after);
        }
      }
      following.push(number);
      accepts.push(accepted);
    }
    if (numbers.size > MAX_DFA_STATES) {
      const problem = `unsupported size: the automaton needs more than ${MAX_DFA_STATES} states`;
      throw unsupportedError(nfa.pattern, 0, problem);
    }
  }
  const nStates = pending.length;
  const whole = {
    following: Int32Array.from(following),
    accepts: Uint8Array.from(accepts),
    nStates,
    nColumns,
  };
  return minimise(whole, nfa.work);
}

/** @param {number[]} threads numbers of NFA states, all below 20,000 @returns {string} */
function keyOf(threads) {
  return String.fromCharCode(...threads);
}

/**
 * Threads after reading `cell`, without duplicates, and whether (1 or 0) a match ended before it.
 * @param {Nfa} nfa
 * @param {number[]} threads
 * @param {number} cell
 * @param {Uint32Array} seen number of the read in which an NFA state was last reached
 * @param {number} number of this read, from 1
 * @returns {[number[], number]}
 */
function read(nfa, threads, cell, seen, number) {
  const after = [];
  for (const state of nfa.follow(threads, cell)) {
    if (nfa.kinds[state] === MATCH) return [after, 1];
    const next = nfa.following[state];
    if (nfa.kinds[state] === CONSUME && nfa.masks[state][cell] && seen[next] !== number) {
      seen[next] = number;
      after.push(next);
    }
  }
  return [after, 0];
}

/**
 * Merge equivalent states; state 0 stays state 0, the others are numbered by the first state of their class.
 *
 * Moore's partition refinement: states are first divided into classes by their row of `accepts`, then
 * repeatedly by the classes they lead to, until nothing changes.
 * @param {Dfa} dfa
 * @param {WorkBudget} work
 * @returns {Dfa}
 */
export function minimise({ following, accepts, nStates, nColumns }, work) {
  let classes = new Int32Array(nStates);
  let nClasses = 0;
  for (;;) {
    work.spend(Math.floor((following.length + accepts.length) / 7));
    /** @type {Map<string, number>} */
    const numbers = new Map();
    /** @type {number[]} */
    const firsts = [];
    const refined = new Int32Array(nStates);
    const row = new Uint16Array(nColumns + 1);
    for (let state = 0; state < nStates; state++) {
      row[0] = classes[state];
      for (let at = 0; at < nColumns; at++) {
        const next = following[state * nColumns + at];
        const class_ = next === DEAD ? 0 : classes[next] + 1;
        row[at + 1] = 2 * class_ + accepts[state * nColumns + at];
      }
      const key = String.fromCharCode(...row);
      let number = numbers.get(key);
      if (number === undefined) {
        number = firsts.push(state) - 1;
        numbers.set(key, number);
      }
      refined[state] = number;
    }
    classes = refined;
    if (firsts.length === nClasses) return chosen(firsts);
    nClasses = firsts.length;
  }

  /** @param {number[]} firsts @returns {Dfa} */
  function chosen(firsts) {
    const merged = new Int32Array(firsts.length * nColumns);
    const ends = new Uint8Array(merged.length);
    firsts.forEach((state, number) => {
      for (let at = 0; at < nColumns; at++) {
        const next = following[state * nColumns + at];
        merged[number * nColumns + at] = next === DEAD ? DEAD : classes[next];
        ends[number * nColumns + at] = accepts[state * nColumns + at];
      }
    });
    return { following: merged, accepts: ends, nStates: firsts.length, nColumns };
  }
}
