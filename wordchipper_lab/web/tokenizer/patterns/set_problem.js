/** What is wrong with a character set. */

/** @typedef {"unknown" | "too large" | "unsupported"} Kind */

/** Thrown while a set is read; whoever knows the pattern makes an error with a position of it. */
export class SetProblem extends Error {
  /** @param {string} problem @param {Kind} kind */
  constructor(problem, kind = "unknown") {
    super(problem);
    this.kind = kind;
  }
}
