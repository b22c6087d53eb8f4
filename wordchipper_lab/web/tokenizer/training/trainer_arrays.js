/** The data of the compiled trainer; twin of Python's training/fast/trainer_arrays.py, which says what each array is. */

import { TrainingError } from "../errors.js";
import { TUPLES } from "../layout.js";
import { TIES, grouped } from "./options.js";

/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {import("../memory.js").FlatArray} FlatArray */
/** @typedef {import("../memory.js").Kind} Kind */
/** @typedef {Record<string, FlatArray>} TrainerArrays in the order of `TUPLES.TrainerArrays` */

const NO_PAIR = -1;

/** Indices into `numbers`. */
export const AT = {
  nPairs: 0,
  nPostings: 1,
  nHeap: 2,
  nTokens: 3,
  nSymbols: 4,
  threshold: 5,
  tie: 6,
  minimum: 7,
  limit: 8,
  status: 9,
  needed: 10,
};

const FIRST_PAIRS = 1 << 10;
const MOST_POSITIONS = 2 ** 31 - 2;

/** @type {Readonly<Record<string, Kind>>} */
const OF_PAIRS = {
  lefts: "int32",
  rights: "int32",
  n_postings: "int32",
  cursors: "int32",
  heap_places: "int32",
  heap_pairs: "int32",
  counts: "int64",
  begins: "int64",
  heap_counts: "int64",
  heap_keys: "uint64",
};
const OF_TOKENS = ["lengths", "sizes", "token_ends", "pairs_before", "pairs_behind"];

/**
 * The arrays of a corpus with no pair registered yet.
 * @param {Engine} engine
 * @param {import("./symbol_counts.js").SymbolCounts} corpus
 * @param {import("./options.js").TrainingOptions} options
 * @param {number} nMerges
 * @returns {TrainerArrays}
 */
export function newTrainerArrays(engine, corpus, options, nMerges) {
  const { memory } = engine;
  const nSymbols = corpus.symbols.length;
  const nSpans = corpus.ends.length;
  const nPositions = nSymbols + nSpans + 1;
  if (nPositions > MOST_POSITIONS) {
    throw new TrainingError(
      `the distinct spans have ${grouped(nSymbols)} symbols: expected at most ${grouped(MOST_POSITIONS - nSpans)}; ` +
        "count part of the corpus, or leave out spans that occur once",
    );
  }
  const nTokens = corpus.alphabet.length;
  const room = nTokens + Math.min(nMerges, nSymbols) + 1; // a merge leaves at least one token fewer
  const numbers = new Float64Array(11);
  numbers[AT.nTokens] = nTokens;
  numbers[AT.nSymbols] = nSymbols;
  numbers[AT.tie] = TIES.indexOf(options.tie);
  numbers[AT.minimum] = options.minFrequency;
  numbers[AT.limit] = options.maxTokenLength ?? 0;
  const sizes = new Float64Array(room);
  corpus.alphabet.forEach((symbol, i) => (sizes[i] = symbol.length));
  let end = 0;
  const tokenEnds = sizes.map((size) => (end += size));
  const alphabet = new Uint8Array(end);
  corpus.alphabet.forEach((symbol, i) => alphabet.set(symbol, tokenEnds[i] - symbol.length));
  /** @type {TrainerArrays} */
  const arrays = {
    numbers: memory.copyOf("int64", numbers),
    places: memory.allocate("int32", 2 * nPositions),
    span_of: memory.allocate("int32", nPositions),
    weights: memory.copyOf("int64", corpus.counts),
    lengths: memory.copyOf("int32", new Int32Array(room).fill(1)),
    sizes: memory.copyOf("int64", sizes),
    token_ends: memory.copyOf("int64", tokenEnds),
    token_bytes: memory.copyOf("uint8", alphabet),
    pairs_before: memory.copyOf("int32", new Int32Array(room).fill(NO_PAIR)),
    pairs_behind: memory.copyOf("int32", new Int32Array(room).fill(NO_PAIR)),
    postings: memory.allocate("int32", 2 * nSymbols + 16),
    log: memory.allocate("int32", nSymbols + 16),
  };
  for (const [name, kind] of Object.entries(OF_PAIRS)) arrays[name] = memory.allocate(kind, FIRST_PAIRS);
  const ordered = inOrder(arrays);
  const [symbols, ends] = [memory.copyOf("int32", corpus.symbols), memory.copyOf("int64", corpus.ends)];
  engine.call("lay_out", symbols, ends, members(ordered));
  memory.release(symbols);
  memory.release(ends);
  return ordered;
}

/** As a kernel's argument. @param {TrainerArrays} arrays */
export const members = (arrays) => Object.values(arrays);

/** Make room for `needed` pairs. @param {Engine} engine @param {TrainerArrays} arrays @param {number} needed */
export function growPairs({ memory }, arrays, needed) {
  const kept = Number(arrays.numbers.view[AT.nPairs]);
  for (const [name, kind] of Object.entries(OF_PAIRS)) replace(memory, arrays, name, memory.allocate(kind, needed), kept);
}

/** Make room for `needed` tokens: for known merges, which need not occur. @param {Engine} engine @param {TrainerArrays} arrays @param {number} needed */
export function growTokens({ memory }, arrays, needed) {
  const kept = Number(arrays.numbers.view[AT.nTokens]);
  for (const name of OF_TOKENS) {
    const { kind } = arrays[name];
    const larger = memory.allocate(kind, needed);
    larger.view.fill(kind === "int64" ? -1n : NO_PAIR);
    replace(memory, arrays, name, larger, kept);
  }
}

/** Double the room for bytes of tokens. @param {Engine} engine @param {TrainerArrays} arrays */
export function growBytes({ memory }, arrays) {
  const n = arrays.token_bytes.length;
  replace(memory, arrays, "token_bytes", memory.allocate("uint8", 2 * n), n);
}

/** @param {import("../memory.js").Memory} memory @param {TrainerArrays} arrays @param {string} name @param {FlatArray} larger @param {number} kept */
function replace(memory, arrays, name, larger, kept) {
  larger.view.set(arrays[name].view.subarray(0, kept));
  memory.release(arrays[name]);
  arrays[name] = larger;
}

/** @param {TrainerArrays} arrays @returns {TrainerArrays} */
function inOrder(arrays) {
  return Object.fromEntries(TUPLES.TrainerArrays.map((name) => [name, arrays[name]]));
}
