/** An NFA whose edges carry priorities and conditions. Twin: wordchipper_lab/spanners/automaton/nfa.py. */

import { unsupportedError } from "./pattern_errors.js";

/** @typedef {import("./cells.js").CellMap} CellMap */
/** @typedef {import("./cells.js").Mask} Mask */
/** @typedef {import("./work_budget.js").WorkBudget} WorkBudget */

export const MATCH = 0; // ends it; number of the kind, and of the only state of this kind
export const CONSUME = 1; // reads one character of a set of cells
export const SPLIT = 2; // continues in two states, the first preferred
export const ASSERT = 3; // continues only if the next cell is in a set
const MAX_NFA_STATES = 20_000;

const NO_CELLS = new Uint8Array(0);

/** Four parallel arrays: kind, cells, next state, second choice. States are built from the end backwards. */
export class Nfa {
  /** @param {CellMap} cells @param {string} pattern @param {WorkBudget} work */
  constructor(cells, pattern, work) {
    this.cells = cells;
    this.pattern = pattern;
    this.work = work;
    this.start = 0;
    this.kinds = [MATCH];
    /** @type {Mask[]} */
    this.masks = [NO_CELLS];
    this.following = [0];
    this.second = [0];
    this.seen = new Uint32Array(MAX_NFA_STATES); // round in which a state was last seen
    this.round = 0;
  }

  /**
   * Append a state; returns its number.
   * @param {number} kind
   * @param {Mask | null} mask
   * @param {number} following
   * @returns {number}
   */
  add(kind, mask, following, second = 0) {
    if (this.kinds.length >= MAX_NFA_STATES) {
      const problem = `unsupported size: more than ${MAX_NFA_STATES} states once repetitions are written out`;
      throw unsupportedError(this.pattern, 0, problem);
    }
    this.masks.push(mask ?? NO_CELLS);
    this.following.push(following);
    this.second.push(second);
    return this.kinds.push(kind) - 1;
  }

  /**
   * CONSUME and MATCH states that `states` reach before reading `nextCell`, by priority (Pike's closure).
   * @param {ArrayLike<number>} states
   * @param {number} nextCell
   * @returns {number[]}
   */
  follow(states, nextCell) {
    const { kinds, seen } = this;
    const round = ++this.round;
    const reached = [];
    const stack = [];
    let nSeen = 0;
    for (let at = states.length - 1; at >= 0; at--) stack.push(states[at]);
    while (stack.length) {
      const number = /** @type {number} */ (stack.pop());
      if (seen[number] === round) continue;
      seen[number] = round;
      nSeen += 1;
      if (kinds[number] === SPLIT) stack.push(this.second[number], this.following[number]);
      else if (kinds[number] !== ASSERT) reached.push(number);
      else if (this.masks[number][nextCell]) stack.push(this.following[number]);
    }
    this.work.spend(nSeen + 4);
    return reached;
  }
}
