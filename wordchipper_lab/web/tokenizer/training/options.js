/** The options of a training run, checked once; twin of Python's training/options.py. */

import { TrainingError, UnknownNameError } from "../errors.js";
import { NUMBERS } from "../layout.js";
import { CHARACTERS } from "../tokenizer_json/byte_unicode.js";

/** Which of the most frequent pairs wins, in the order of the kernels' numbers. */
export const TIES = ["lowest_ids", "greatest_bytes", "least_bytes", "first_seen"];

const MOST = 2 ** 48;

const byValue = Array.from({ length: 256 }, (_, byte) => byte);

/** Which byte has which id. @type {Readonly<Record<string, readonly number[]>>} */
export const BYTE_ORDERS = {
  value: byValue,
  gpt2: [...byValue].sort((a, b) => CHARACTERS[a].charCodeAt(0) - CHARACTERS[b].charCodeAt(0)),
};

/**
 * @typedef {Object} GivenOptions
 * @property {number} vocabSize of all tokens: the alphabet (256 bytes), merges and special tokens
 * @property {string} [tie] one of `TIES`
 * @property {number} [minFrequency] rarer pairs are not merged
 * @property {number | null} [maxTokenLength] in bytes; longer tokens are not made
 * @property {readonly string[]} [specialTokens] never merged or counted; they have the ids after the merges
 * @property {string} [byteOrder] one of `BYTE_ORDERS`
 */

/** What to train; throws `TrainingError` for invalid values. */
export class TrainingOptions {
  /** @param {GivenOptions} given */
  constructor({ vocabSize, tie = "lowest_ids", minFrequency = 1, maxTokenLength = null, specialTokens = [], byteOrder = "value" }) {
    if (!TIES.includes(tie)) throw new UnknownNameError("tie-breaking", tie, TIES);
    if (!Object.hasOwn(BYTE_ORDERS, byteOrder)) throw new UnknownNameError("byte order", byteOrder, Object.keys(BYTE_ORDERS));
    this.tie = tie;
    this.byteOrder = byteOrder;
    this.vocabSize = wholeNumber("vocab_size", vocabSize);
    this.minFrequency = wholeNumber("min_frequency", minFrequency);
    this.maxTokenLength = maxTokenLength === null ? null : wholeNumber("max_token_length", maxTokenLength);
    this.specialTokens = [...specialTokens];
    if (vocabSize > NUMBERS.MAX_TOKEN) {
      throw new TrainingError(`vocab_size is ${grouped(vocabSize)}: expected at most ${grouped(NUMBERS.MAX_TOKEN)}`);
    }
    if (this.specialTokens.includes("")) throw new TrainingError("a special token is empty: expected at least one character");
    if (new Set(this.specialTokens).size < this.specialTokens.length) {
      throw new TrainingError(`a special token occurs twice: ${this.specialTokens.join(", ")}`);
    }
    if (minFrequency < 1) throw new TrainingError(`min_frequency is ${minFrequency}: expected at least 1`);
    if (maxTokenLength !== null && maxTokenLength < 1) {
      throw new TrainingError(`max_token_length is ${maxTokenLength}: expected at least 1, or None for any`);
    }
  }

  /** Number of merges that lead from an alphabet of this size to `vocabSize` tokens. @param {number} alphabetSize */
  nMerges(alphabetSize) {
    const n = this.vocabSize - alphabetSize - this.specialTokens.length;
    if (n >= 0) return n;
    throw new TrainingError(
      `vocab_size is ${this.vocabSize}: expected at least ${this.vocabSize - n}, ` +
        `for ${alphabetSize} single symbols and ${this.specialTokens.length} special tokens`,
    );
  }
}

/** @param {string} name @param {number} value */
function wholeNumber(name, value) {
  if (Number.isInteger(value) && Math.abs(value) <= MOST) return value;
  throw new TrainingError(`${name} is ${String(value)}: expected a whole number of at most ${grouped(MOST)}`);
}

/** @param {number} number */
export const grouped = (number) => number.toLocaleString("en-US");
