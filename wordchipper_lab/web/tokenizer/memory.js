/** Memory of a WebAssembly instance: typed arrays at addresses, given out and taken back. */

import { EngineMemoryError } from "./errors.js";

const KINDS = {
  bool: Uint8Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  int32: Int32Array,
  int64: BigInt64Array,
};

/** @typedef {keyof typeof KINDS} Kind */

const PAGE = 1 << 16;
const ALIGNMENT = 16;
const LARGEST = 0xffff0000;

/**
 * An array of the engine. Its place stays; `view` is made anew when the memory grows, so do not keep views across calls.
 */
export class FlatArray {
  /**
   * @param {Memory} memory
   * @param {Kind} kind
   * @param {number} address
   * @param {number} length in elements
   */
  constructor(memory, kind, address, length) {
    this.memory = memory;
    this.kind = kind;
    this.address = address;
    this.length = length;
    /** @type {any} */
    this.kept = null;
  }

  /** The elements, as a typed array over the engine's memory. @returns {any} */
  get view() {
    const buffer = this.memory.buffer;
    if (this.kept === null || this.kept.buffer !== buffer) {
      this.kept = new KINDS[this.kind](buffer, this.address, this.length);
    }
    return this.kept;
  }

  /** The first `n` elements of 64 bits as numbers, each below 2^32; faster than `Number` for each. @param {number} n */
  numbers(n) {
    const words = new Uint32Array(this.memory.buffer, this.address, 2 * n);
    const found = new Uint32Array(n);
    for (let i = 0; i < n; i++) found[i] = words[2 * i];
    return found;
  }

  /** The elements from `start` on, up to `end`, at the same place. @param {number} start @param {number} end */
  part(start, end) {
    const size = KINDS[this.kind].BYTES_PER_ELEMENT;
    return new FlatArray(this.memory, this.kind, this.address + size * start, end - start);
  }
}

/** Gives out blocks of a few sizes; a block that is given back is given out again for that size. */
export class Memory {
  /**
   * @param {WebAssembly.Memory} wasm
   * @param {number} start where free memory begins
   */
  constructor(wasm, start) {
    this.wasm = wasm;
    this.next = Math.ceil(start / ALIGNMENT) * ALIGNMENT;
    /** @type {Map<number, number[]>} */
    this.free = new Map();
  }

  get buffer() {
    return this.wasm.buffer;
  }

  /**
   * A new array; its elements are whatever was there before, unless `zeros`.
   * @param {Kind} kind
   * @param {number} length in elements
   * @param {boolean} [zeros]
   */
  allocate(kind, length, zeros = false) {
    const bytes = length * KINDS[kind].BYTES_PER_ELEMENT;
    if (bytes === 0) return new FlatArray(this, kind, ALIGNMENT, 0);
    const size = blockSize(bytes);
    const again = this.free.get(size)?.pop();
    const address = again ?? this.take(size);
    if (zeros && again !== undefined) new Uint8Array(this.buffer, address, bytes).fill(0);
    return new FlatArray(this, kind, address, length);
  }

  /**
   * A new array with these elements.
   * @param {Kind} kind
   * @param {ArrayLike<number>} elements
   */
  copyOf(kind, elements) {
    const array = this.allocate(kind, elements.length);
    if (kind === "int64" || kind === "uint64") {
      const words = new Int32Array(this.buffer, array.address, 2 * elements.length);
      if (elements instanceof Uint32Array) {
        words.fill(0);
        for (let i = 0; i < elements.length; i++) words[2 * i] = elements[i];
      } else {
        for (let i = 0; i < elements.length; i++) setWord(words, i, elements[i]);
      }
    } else {
      array.view.set(elements);
    }
    return array;
  }

  /** Take an array back: nothing may use it any more. @param {FlatArray} array */
  release(array) {
    const bytes = array.length * KINDS[array.kind].BYTES_PER_ELEMENT;
    if (bytes === 0) return;
    const size = blockSize(bytes);
    const known = this.free.get(size);
    if (known) known.push(array.address);
    else this.free.set(size, [array.address]);
  }

  /** @param {number} size in bytes @returns {number} */
  take(size) {
    const address = this.next;
    const end = address + size;
    if (end > LARGEST) throw new EngineMemoryError(size, address);
    const missing = Math.ceil((end - this.buffer.byteLength) / PAGE);
    if (missing > 0) {
      try {
        this.wasm.grow(missing);
      } catch {
        throw new EngineMemoryError(size, address);
      }
    }
    this.next = end;
    return address;
  }
}

/**
 * Write a whole number of up to 53 bits, with its sign, as a 64-bit word.
 * @param {Int32Array} words the low and the high half of each word
 * @param {number} index of the word
 * @param {number} value
 */
export function setWord(words, index, value) {
  words[2 * index] = value | 0;
  words[2 * index + 1] = Math.floor(value / 0x100000000);
}

/** Four sizes between a power of two and the next, so that at most a fifth is wasted. @param {number} bytes */
function blockSize(bytes) {
  if (bytes <= 64) return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  const step = 2 ** (Math.floor(Math.log2(bytes - 1)) - 2);
  return Math.ceil(bytes / step) * step;
}
