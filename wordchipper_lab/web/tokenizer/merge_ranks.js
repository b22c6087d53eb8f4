/**
 * A vocabulary whose merges are listed, in an order of their own: tokens are numbered by the rank of their
 * last merge.
 *
 * Twin: wordchipper_lab/vocab/merge_ranks.py, which says why that is exact. Tokens are given in GPT-2's
 * spelling, a character for each byte.
 */

import { NUMBERS } from "./layout.js";
import { CHARACTERS, writeSpelt } from "./tokenizer_json/byte_unicode.js";
import { refusal } from "./tokenizer_json/json_parts.js";
import { pairScratch, slotsFor } from "./vocab_tables.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./tokenizer_json/vocab_and_merges.js").Entries} Entries */
/** @typedef {import("./vocabulary.js").RankedTokens} RankedTokens */

const NO_ID = 0xffffffff;
const SPARSE = 65536;

/** @param {number} byte */
const isNeverInUtf8 = (byte) => byte === 0xc0 || byte === 0xc1 || byte >= 0xf5;

/** The bytes that UTF-8 contains and that have no token. @param {Entries} entries @returns {number[]} */
export const bytesWithoutToken = (entries) => withoutToken(entries).filter((byte) => !isNeverInUtf8(byte));

/** @param {Entries} entries */
const withoutToken = (entries) => [...CHARACTERS.keys()].filter((byte) => entries.find(CHARACTERS[byte]) < 0);

/**
 * Tokens in the order in which merges make them; `others` of the result are those that merges never make.
 * @param {Engine} engine
 * @param {Entries} entries
 * @param {Int32Array} sides entries of left, right and result of each merge
 * @param {{ wholeSpans: boolean, unknown: number | null }} options wholeSpans: whether a span that is a token
 *   becomes it, whatever merging makes; unknown: the id for a byte without a token
 * @returns {RankedTokens & { others: Map<number, Uint8Array> }}
 */
export function rankByMerges(engine, entries, sides, { wholeSpans, unknown }) {
  const needed = bytesWithoutToken(entries);
  if (unknown === null && needed.length > 0) {
    throw refusal(
      `${needed.length} of the single bytes that texts contain have no token (the first is ` +
        `0x${needed[0].toString(16).padStart(2, "0")}), and there is no token for unknown ones`,
    );
  }
  const missing = withoutToken(entries);
  const texts = entries.texts.concat(missing.map((byte) => CHARACTERS[byte]));
  if (texts.length > NUMBERS.MAX_TOKEN) {
    const [given, limit] = [texts.length, NUMBERS.MAX_TOKEN].map((n) => n.toLocaleString("en"));
    throw refusal(`the vocabulary has ${given} tokens; this engine supports up to ${limit}`);
  }
  const ids = new Uint32Array(texts.length);
  ids.set(entries.ids);
  missing.forEach((byte, i) => (ids[entries.ids.length + i] = isNeverInUtf8(byte) ? NO_ID : Number(unknown)));
  if (needed.length > 0 && sides.some((entry, at) => at % 3 < 2 && ids[entry] === unknown)) {
    throw refusal(`a merge joins the token for unknown bytes, id ${unknown}: expected none that does`);
  }
  const packed = packTexts(texts);
  const last = findLastMerges(engine, packed, sides);
  const order = orderOf(packed, last.ranks, sides.length / 3);
  /** @type {Map<number, Uint8Array>} */
  const others = new Map();
  if (!wholeSpans) for (const i of order.never) others.set(ids[i], bytesOf(packed, i));
  const kept = [...order.single, ...order.merged, ...(wholeSpans ? order.never : [])];
  const areIds = missing.length === 0 && areRanks(ids, order) && largest(ids) <= 2 * ids.length + SPARSE;
  const numbers = new Uint32Array(texts.length);
  kept.forEach((i, number) => (numbers[i] = areIds ? ids[i] : number));
  const ranked = { ...numbered(packed, kept, numbers, last.parts), others };
  return areIds ? ranked : { ...ranked, ids: Uint32Array.from(kept, (i) => ids[i]) };
}

/** @typedef {{ data: Uint8Array, starts: Uint32Array }} Packed token i is `data[starts[i]:starts[i + 1]]` */

/** @param {readonly string[]} texts @returns {Packed} */
function packTexts(texts) {
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, i) => (starts[i + 1] = starts[i] + text.length));
  const data = new Uint8Array(starts[texts.length]);
  texts.forEach((text, i) => writeSpelt(text, data, starts[i]));
  return { data, starts };
}

/** @param {Packed} packed @param {number} i */
const bytesOf = ({ data, starts }, i) => data.slice(starts[i], starts[i + 1]);

/**
 * Rank and parts of the last merge of each token: -1, and the token itself, if there is none.
 * @param {Engine} engine
 * @param {Packed} packed
 * @param {Int32Array} sides
 */
function findLastMerges(engine, { data, starts }, sides) {
  const { memory } = engine;
  const n = starts.length - 1;
  const nMerges = sides.length / 3;
  const byteTokens = new Uint32Array(256);
  let longest = 1;
  for (let i = 0; i < n; i++) {
    const size = starts[i + 1] - starts[i];
    longest = Math.max(longest, size);
    if (size === 1) byteTokens[data[starts[i]]] = i;
  }
  const arrays = [
    memory.copyOf("uint8", data),
    memory.copyOf("uint32", starts),
    memory.copyOf("uint32", byteTokens),
    memory.copyOf("int64", sides),
    memory.copyOf("int64", sides.filter((_, at) => at % 3 === 2)),
    memory.copyOf("int64", lastPlaces(sides, n)),
    memory.allocate("uint64", (slotsFor(nMerges + 1) / 16) * 17, true),
    memory.allocate("int64", n),
    memory.allocate("int64", 2 * n),
  ];
  const scratch = pairScratch(engine, longest);
  engine.call("find_last_merges", ...arrays, scratch);
  const [ranks, parts] = arrays.slice(-2).map((array) => {
    return new Int32Array(memory.buffer, array.address, 2 * array.length).filter((_, at) => at % 2 === 0);
  });
  for (const array of [...arrays, ...scratch]) memory.release(array);
  return { ranks, parts };
}

/**
 * The ranks that count: of a pair that is listed twice, the last.
 *
 * Pairs with one result differ in their left parts, which are tokens of as many lengths: no such list is
 * long.
 * @param {Int32Array} sides
 * @param {number} n
 */
function lastPlaces(sides, n) {
  const nMerges = sides.length / 3;
  const latest = new Int32Array(n).fill(-1); // [result]: the merge found last
  const following = new Int32Array(nMerges);
  const counts = new Int32Array(nMerges);
  let first = nMerges;
  for (let rank = nMerges - 1; rank >= 0; rank--) {
    const [left, result] = [sides[3 * rank], sides[3 * rank + 2]];
    let other = latest[result];
    while (other >= 0 && sides[3 * other] !== left) other = following[other];
    if (other >= 0) continue;
    counts[--first] = rank;
    following[rank] = latest[result];
    latest[result] = rank;
  }
  return counts.subarray(first);
}

/**
 * Tokens of one byte, those that merges make, by rank, and those that they never make.
 * @param {Packed} packed
 * @param {Int32Array} ranks
 * @param {number} nMerges
 */
function orderOf({ starts }, ranks, nMerges) {
  const single = [];
  const never = [];
  const byRank = new Int32Array(nMerges).fill(-1);
  for (let i = 0; i < ranks.length; i++) {
    if (starts[i + 1] - starts[i] === 1) single.push(i);
    else if (ranks[i] < 0) never.push(i);
    else byRank[ranks[i]] = i;
  }
  return { single, merged: byRank.filter((i) => i >= 0), never };
}

/**
 * The tokens by their numbers, and the numbers of the two of which each is merged.
 * @param {Packed} packed
 * @param {readonly number[]} kept
 * @param {Uint32Array} numbers of each entry that is kept
 * @param {Int32Array} parts
 */
function numbered({ data, starts }, kept, numbers, parts) {
  const n = kept.reduce((most, i) => Math.max(most, numbers[i] + 1), 0);
  const splits = new Uint32Array(2 * n).map((_, at) => at >> 1);
  const tokenStarts = new Uint32Array(n + 1);
  for (const i of kept) {
    const number = numbers[i];
    tokenStarts[number + 1] = starts[i + 1] - starts[i];
    splits[2 * number] = numbers[parts[2 * i]];
    splits[2 * number + 1] = numbers[parts[2 * i + 1]];
  }
  for (let number = 0; number < n; number++) tokenStarts[number + 1] += tokenStarts[number];
  const tokenData = new Uint8Array(tokenStarts[n]);
  for (const i of kept) tokenData.set(data.subarray(starts[i], starts[i + 1]), tokenStarts[numbers[i]]);
  return { tokenData, tokenStarts, splits };
}

/** @param {Uint32Array} ids */
const largest = (ids) => ids.reduce((most, id) => Math.max(most, id), 0);

/**
 * Whether ids are ranks as they are: those of bytes first, and those of merged tokens ascending.
 * @param {Uint32Array} ids
 * @param {{ single: readonly number[], merged: Int32Array }} order
 */
function areRanks(ids, { single, merged }) {
  let last = single.reduce((most, i) => Math.max(most, ids[i]), -1);
  for (const i of merged) {
    if (ids[i] <= last) return false;
    last = ids[i];
  }
  return true;
}
