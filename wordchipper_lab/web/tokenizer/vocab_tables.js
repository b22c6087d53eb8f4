/** The tables of a vocabulary, built by the kernels; twin of Python's vocab/tables.py, `build_tables`. */

import { CHARACTERS, WORDS, fillCharacterTable } from "./character_table.js";
import { VocabularyError } from "./errors.js";
import { NUMBERS } from "./layout.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./memory.js").FlatArray} FlatArray */

/**
 * @typedef {Object} VocabTables in the order of Python's named tuple
 * @property {FlatArray} token_data
 * @property {FlatArray} token_starts
 * @property {FlatArray} spans
 * @property {FlatArray} pairs
 * @property {FlatArray} byte_tokens
 * @property {FlatArray} splits
 * @property {FlatArray} next_prefix
 * @property {FlatArray} children
 * @property {FlatArray} edge_bytes
 * @property {FlatArray} longest_tokens
 * @property {FlatArray} two_bytes
 * @property {FlatArray} longest_token
 * @property {FlatArray} byte_pairs
 * @property {FlatArray} characters
 */

const NOT_FOUND = -1;
const LONG_TOKEN = 64;
const SPARE_BYTES = 16;

/** @param {number} n */
export const slotsFor = (n) => Math.max(16, 2 ** (32 - Math.clz32(2 * n - 1)));

/**
 * Build all tables; throws `VocabularyError` if a token occurs twice or a single byte is missing.
 * @param {Engine} engine
 * @param {Uint8Array} tokenData
 * @param {Uint32Array} tokenStarts token i is `tokenData[tokenStarts[i]:tokenStarts[i + 1]]`; empty for an unused id
 * @param {Uint32Array | null} [givenSplits] where merges are listed
 * @returns {{ tables: VocabTables, isMergeOrdered: boolean, nUnreachable: number }}
 */
export function buildTables(engine, tokenData, tokenStarts, givenSplits = null) {
  const { memory } = engine;
  const n = tokenStarts.length - 1;
  if (n > NUMBERS.MAX_TOKEN) {
    throw new VocabularyError(
      `the vocabulary has ${n.toLocaleString("en")} tokens; this engine supports up to ${NUMBERS.MAX_TOKEN.toLocaleString("en")}`,
    );
  }
  const padded = memory.allocate("uint8", tokenData.length + SPARE_BYTES, true);
  padded.view.set(tokenData);
  const data = padded.part(0, tokenData.length);
  const starts = memory.copyOf("uint32", tokenStarts);
  const spans = memory.allocate("uint64", (slotsFor(n) / 16) * 33, true);
  const duplicate = engine.call("insert_spans", spans, data, starts, n);
  if (duplicate !== NOT_FOUND) {
    throw new VocabularyError(`token ${duplicate} has the same bytes as an earlier one: every token must be unique`);
  }
  const byteTokens = memory.copyOf("uint32", findByteTokens(tokenData, tokenStarts));
  const longest = longestToken(tokenStarts);
  const pairs = memory.allocate("uint64", (slotsFor(n) / 16) * 17, true);
  const splits = memory.allocate("uint32", 2 * n);
  let isMergeOrdered = true;
  let nUnreachable = 0;
  if (givenSplits) {
    splits.view.set(givenSplits);
    engine.call("insert_splits", pairs, splits);
  } else {
    const scratch = pairScratch(engine, longest);
    const given = [spans, data, starts, byteTokens, pairs, splits, scratch];
    isMergeOrdered = engine.call("derive_pairs_in_rank_order", ...given) === NOT_FOUND;
    if (!isMergeOrdered) {
      pairs.view.fill(0n);
      nUnreachable = engine.call("derive_pairs", ...given);
    }
    scratch.forEach((array) => memory.release(array));
  }
  if (givenSplits || !isMergeOrdered) isMergeOrdered = isInOrder(splits.view);
  if (givenSplits) nUnreachable = countUnreachable(tokenStarts, splits.view);
  const bytePairs = memory.allocate("uint32", 1 << 16);
  engine.call("tabulate_byte_pairs", pairs, byteTokens, bytePairs);
  const trie = buildTrie(engine, data, starts, matchable(tokenStarts, splits.view), n);
  const characters = memory.allocate("uint64", WORDS * CHARACTERS, true);
  const halves = new Uint32Array(memory.buffer, characters.address, 2 * characters.length);
  fillCharacterTable(halves, data.view, starts.view, splits.view);
  const tables = {
    token_data: data,
    token_starts: starts,
    spans,
    pairs,
    byte_tokens: byteTokens,
    splits,
    next_prefix: trie.nextPrefix,
    children: trie.children,
    edge_bytes: trie.edgeBytes,
    longest_tokens: trie.longestTokens,
    two_bytes: trie.twoBytes,
    longest_token: memory.copyOf("int64", [longest]),
    byte_pairs: bytePairs,
    characters,
  };
  return { tables, isMergeOrdered, nUnreachable };
}

/**
 * Twin of Python's kernels/trie.py, `build_trie`.
 * @param {Engine} engine
 * @param {FlatArray} data
 * @param {FlatArray} starts
 * @param {ArrayLike<number>} tokens ids of distinct, non-empty tokens
 * @param {number} n number of ids
 */
export function buildTrie(engine, data, starts, tokens, n) {
  const { memory } = engine;
  let nBytes = 1;
  const bounds = starts.view;
  for (let i = 0; i < tokens.length; i++) nBytes += bounds[tokens[i] + 1] - bounds[tokens[i]];
  const order = memory.copyOf("int64", tokens);
  const spare = memory.allocate("int64", tokens.length);
  const counts = memory.allocate("int64", 258);
  const children = memory.allocate("uint64", nBytes + 1);
  const edgeBytes = memory.allocate("uint8", nBytes);
  const longestTokens = memory.allocate("uint32", nBytes);
  const twoBytes = memory.allocate("uint32", 1 << 16, true);
  const nextPrefix = memory.allocate("uint32", n, true);
  const nodes = engine.call(
    "fill_trie",
    ...[data, starts, order, children, edgeBytes, longestTokens, twoBytes, nextPrefix, spare, counts],
  );
  const result = {
    children: shortened(memory, children, nodes + 1),
    edgeBytes: shortened(memory, edgeBytes, nodes),
    longestTokens: shortened(memory, longestTokens, nodes),
    twoBytes,
    nextPrefix,
  };
  for (const array of [order, spare, counts]) memory.release(array);
  return result;
}

/** The first elements, in a block of their size. @param {import("./memory.js").Memory} memory @param {FlatArray} array @param {number} length */
function shortened(memory, array, length) {
  const copy = memory.allocate(array.kind, length);
  copy.view.set(array.view.subarray(0, length));
  memory.release(array);
  return copy;
}

/** @param {Engine} engine @param {number} longest */
export function pairScratch(engine, longest) {
  const n = Math.max(longest, LONG_TOKEN);
  const bounds = [0, 1, 2].map(() => engine.memory.allocate("int64", n + 1));
  return [...bounds, engine.memory.allocate("uint64", 2 * n), engine.memory.allocate("uint64", 2 * n)];
}

/** @param {Uint32Array} starts */
function longestToken(starts) {
  let longest = 0;
  for (let i = 1; i < starts.length; i++) longest = Math.max(longest, starts[i] - starts[i - 1]);
  return longest;
}

/** @param {Uint8Array} data @param {Uint32Array} starts */
function findByteTokens(data, starts) {
  const found = new Int32Array(256).fill(-1);
  for (let i = 0; i + 1 < starts.length; i++) {
    if (starts[i + 1] - starts[i] === 1) found[data[starts[i]]] = i;
  }
  const missing = [...found.keys()].filter((byte) => found[byte] < 0);
  if (missing.length > 0) {
    const listed = missing.slice(0, 8).map((byte) => `0x${byte.toString(16).padStart(2, "0")}`);
    throw new VocabularyError(
      `${missing.length} single bytes have no token (${listed.join(", ")}): a byte-level vocabulary needs all 256`,
    );
  }
  return found;
}

/** Whether every token is merged from lower ones. @param {Uint32Array} splits */
function isInOrder(splits) {
  for (let i = 0; i < splits.length; i++) if (splits[i] > i >> 1) return false;
  return true;
}

/** Tokens of two or more bytes that no merge makes. @param {Uint32Array} starts @param {Uint32Array} splits */
function countUnreachable(starts, splits) {
  let n = 0;
  for (let i = 0; i + 1 < starts.length; i++) if (starts[i + 1] - starts[i] > 1 && splits[2 * i] === i) n++;
  return n;
}

/** Tokens that merging makes. @param {Uint32Array} starts @param {Uint32Array} splits */
function matchable(starts, splits) {
  const tokens = new Uint32Array(starts.length - 1);
  let n = 0;
  for (let i = 0; i + 1 < starts.length; i++) {
    const size = starts[i + 1] - starts[i];
    if (size === 1 || (size > 1 && splits[2 * i] !== i)) tokens[n++] = i;
  }
  return tokens.subarray(0, n);
}
