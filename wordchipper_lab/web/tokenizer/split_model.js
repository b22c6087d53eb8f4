/** What a vocabulary file's reader knows of the tokens before the next one. Twin: browser/split_model.py. */

import { VocabularyFileError } from "./errors.js";

export const CLASSES = 256; // of left parts

/** Tokens in the order of how often they were used, most first. */
export class UsedFirst {
  /** @param {number} most tokens that there will be */
  constructor(most) {
    this.order = new Uint32Array(most);
    this.uses = new Uint32Array(most); // by position: never ascending
    this.length = 0;
    /** @type {number[]} [uses] -> how many tokens were used more often */
    this.above = [];
  }

  /** Put a new token at the end. @param {number} token */
  add(token) {
    this.order[this.length++] = token;
  }

  /**
   * The token at `position`, which then moves to the front of those used as often as it was.
   * @param {number} position
   */
  use(position) {
    const { order, uses, above } = this;
    if (position >= this.length) throw new VocabularyFileError("refers to a token that it does not have");
    const used = uses[position];
    if (used === above.length) above.push(0);
    const front = above[used]++;
    const token = order[position];
    order[position] = order[front];
    order[front] = token;
    uses[front] = used + 1;
    return token;
  }
}

/**
 * The class of a left part by its last character. Bytes that are no UTF-8 have one, too.
 * @param {Uint8Array} data
 * @param {number} start
 * @param {number} end more than `start`
 */
export function classOf(data, start, end) {
  let at = end - 1;
  const last = Math.max(start, end - 4);
  while (at > last && (data[at] & 0xc0) === 0x80) at--;
  return (data[at] === 0xe0 || data[at] === 0xe1) && at + 1 < end ? data[at + 1] : data[at];
}
