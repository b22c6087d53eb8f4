/** A bound on the work of compiling a pattern. Twin: wordchipper_lab/spanners/automaton/work_budget.py. */

import { unsupportedError } from "./pattern_errors.js";

export const MAX_STEPS = 16_000_000;

/** Steps taken so far by compiling a pattern; a step is one visit to a state of the NFA. */
export class WorkBudget {
  /** @param {string} pattern */
  constructor(pattern) {
    this.pattern = pattern;
    this.steps = 0;
  }

  /**
   * Count steps; throws `UnsupportedPatternError` if there are more than `MAX_STEPS`.
   * @param {number} steps
   */
  spend(steps) {
    this.steps += steps;
    if (this.steps > MAX_STEPS) {
      const problem =
        "unsupported size: compiling this needs more than 16,000,000 steps; use fewer or smaller " +
        "repetitions, or the regex lexer,";
      throw unsupportedError(this.pattern, 0, problem);
    }
  }
}
