/** The kernels: one WebAssembly module, an instance of it for each vocabulary. */

import { readAll } from "./read_file.js";
import { FlatArray, Memory, setWord } from "./memory.js";

/** @typedef {FlatArray | number | boolean | null | readonly any[]} Argument a tuple is an array of its members */

const MOST_WORDS = 256;

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * The compiled module, by default the one beside this file. Each address is compiled once.
 * @param {WebAssembly.Module | BufferSource | URL | string} [source]
 * @returns {Promise<WebAssembly.Module>}
 */
export function engineModule(source = new URL("./engine.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return Promise.resolve(source);
  if (!(source instanceof URL) && typeof source !== "string") return WebAssembly.compile(source);
  const address = String(source);
  let found = compiled.get(address);
  if (!found) {
    found = readAll(source).then((bytes) => WebAssembly.compile(/** @type {BufferSource} */ (bytes)));
    found.catch(() => compiled.delete(address));
    compiled.set(address, found);
  }
  return found;
}

/** An instance of the module, with its memory. */
export class Engine {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    /** @type {Record<string, any>} */
    this.kernels = new WebAssembly.Instance(module, {}).exports;
    this.memory = new Memory(this.kernels.memory, this.kernels.__heap_base.value);
    this.words = this.memory.allocate("int64", MOST_WORDS);
  }

  /**
   * Call a kernel. An array is given by its place and length, a tuple by its members in order, null by nothing.
   * @param {string} name one of `KERNELS` in layout.js
   * @param {...Argument} given
   * @returns {number} its result, exact
   */
  call(name, ...given) {
    const words = new Int32Array(this.memory.buffer, this.words.address, 2 * MOST_WORDS);
    write(words, 0, given);
    return this.kernels[name](this.words.address);
  }

  /**
   * The two numbers that a kernel returned, if it returns a pair.
   * @returns {[number, number]}
   */
  pair() {
    const [first, second] = this.words.view;
    return [Number(first), Number(second)];
  }
}

/** @param {Int32Array} words @param {number} n words so far @param {readonly any[]} values @returns {number} */
function write(words, n, values) {
  for (const value of values) {
    if (value instanceof FlatArray) {
      words[2 * n] = value.address;
      words[2 * n + 1] = 0;
      words[2 * n + 2] = value.length;
      words[2 * n + 3] = 0;
      n += 2;
    } else if (Array.isArray(value)) {
      n = write(words, n, value);
    } else if (value !== null) {
      setWord(words, n, Number(value));
      n += 1;
    }
  }
  return n;
}
