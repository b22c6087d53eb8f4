/** Counted spans, and the input of a trainer; twin of Python's training/span_counts.py and symbol_counts.py. */

import { BYTE_ORDERS } from "./options.js";

/** The counts of a corpus: distinct word spans in the order in which they were first seen, concatenated. */
export class SpanCounts {
  /**
   * @param {Uint8Array} data
   * @param {Float64Array} ends whole numbers, in bytes
   * @param {Float64Array} counts whole numbers, each at least 1
   */
  constructor(data, ends, counts) {
    this.data = data;
    this.ends = ends;
    this.counts = counts;
  }

  /** Number of distinct spans. */
  get length() {
    return this.ends.length;
  }

  /** Number of bytes of all counted spans. */
  get nBytes() {
    return weighted(this.ends, this.counts);
  }

  /** @returns {Uint8Array[]} */
  spans() {
    return Array.from(this.ends, (end, i) => this.data.slice(i > 0 ? this.ends[i - 1] : 0, end));
  }
}

/** Distinct sequences of symbols, concatenated. */
export class SymbolCounts {
  /**
   * @param {Int32Array} symbols ids of the alphabet
   * @param {Float64Array} ends
   * @param {Float64Array} counts
   * @param {readonly Uint8Array[]} alphabet the bytes of each symbol; their number is the id of the first merge
   */
  constructor(symbols, ends, counts, alphabet) {
    this.symbols = symbols;
    this.ends = ends;
    this.counts = counts;
    this.alphabet = alphabet;
  }

  /** Byte-level: each byte is a symbol. @param {SpanCounts} spans @param {string} [byteOrder] one of `BYTE_ORDERS` */
  static fromSpans(spans, byteOrder = "value") {
    const order = BYTE_ORDERS[byteOrder];
    const idOfByte = new Int32Array(256);
    order.forEach((byte, id) => (idOfByte[byte] = id));
    const alphabet = order.map((byte) => Uint8Array.of(byte));
    return new SymbolCounts(Int32Array.from(spans.data, (byte) => idOfByte[byte]), spans.ends, spans.counts, alphabet);
  }

  /** Number of symbols of all counted sequences: the tokens before the first merge. */
  get nSymbols() {
    return weighted(this.ends, this.counts);
  }
}

/** @param {Float64Array} ends @param {Float64Array} counts */
function weighted(ends, counts) {
  let sum = 0;
  for (let i = 0; i < ends.length; i++) sum += (ends[i] - (i > 0 ? ends[i - 1] : 0)) * counts[i];
  return sum;
}
