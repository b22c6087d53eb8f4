/** Spans: the parts of a text, before any token is looked up. */

export const KINDS = /** @type {const} */ (["word", "special", "gap"]);

/** @typedef {{ start: number, end: number, kind: "word" | "special" | "gap" }} Span bytes of UTF-8, half-open */

/** The spans of one text, in order; they cover it, so each begins where the one before ends. */
export class Spans {
  /**
   * @param {Uint32Array} ends in bytes of UTF-8
   * @param {Uint8Array} kinds index into `KINDS`
   */
  constructor(ends, kinds) {
    this.ends = ends;
    this.kinds = kinds;
  }

  get length() {
    return this.ends.length;
  }

  /** @param {number} i @returns {Span} */
  at(i) {
    return { start: i > 0 ? this.ends[i - 1] : 0, end: this.ends[i], kind: KINDS[this.kinds[i]] };
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}
