/** A vocabulary in the engine's memory: tables, special tokens, and the bytes of every id; twin of vocab/unified.py. */

import { InputError, UnknownTokenError, VocabularyError } from "./errors.js";
import { buildSpecialTables } from "./special_tokens.js";
import { spelt } from "./tokenizer_json/byte_unicode.js";
import { buildTables } from "./vocab_tables.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./memory.js").FlatArray} FlatArray */

/**
 * @typedef {Object} RankedTokens
 * @property {Uint8Array} tokenData
 * @property {Uint32Array} tokenStarts token of rank i is `tokenData[tokenStarts[i]:tokenStarts[i + 1]]`
 * @property {Uint32Array} [splits] where merges are listed: the two tokens of each rank, itself if it is not merged
 * @property {Uint32Array} [ids] the id of each rank, where that is not the rank
 * @property {ReadonlyMap<number, Uint8Array>} [others] id -> bytes of entries that encoding never gives
 */

/**
 * @typedef {Object} Described
 * @property {string} name
 * @property {string} pattern
 * @property {ReadonlyMap<string, number>} specialTokens text -> id
 * @property {boolean} [isNormalized] whether texts become NFC, between special tokens, before they are split
 */

const SPARE_BYTES = 16;
const NOT_FOUND = -1;
const NO_ID = 0xffffffff;

/** What `decode` reads: the bytes of each id. */
export class Vocabulary {
  /**
   * @param {Engine} engine
   * @param {RankedTokens} ranked
   * @param {Described} described
   */
  constructor(engine, ranked, { name, pattern, specialTokens, isNormalized = false }) {
    const { memory } = engine;
    this.engine = engine;
    this.name = name;
    this.pattern = pattern;
    this.specialTokens = new Map(specialTokens);
    this.isNormalized = isNormalized;
    this.specialIds = new Set(specialTokens.values());
    const { tables, isMergeOrdered, nUnreachable } = buildTables(
      engine,
      ranked.tokenData,
      ranked.tokenStarts,
      ranked.splits ?? null,
    );
    this.tables = tables;
    this.isMergeOrdered = isMergeOrdered;
    this.nUnreachable = nUnreachable;
    const n = ranked.tokenStarts.length - 1;
    const own = [...this.specialTokens.values()];
    const numbers = ranked.ids ? new Map([...this.specialTokens.keys()].map((text, i) => [text, n + i])) : this.specialTokens;
    /** The special tokens, by the engine's numbers. */
    this.numbered = numbers;
    this.specials = buildSpecialTables(engine, numbers);
    /** Ids of ranks, then of special tokens; empty if ids are ranks. */
    this.ids = memory.copyOf("uint32", ranked.ids ? [...ranked.ids, ...own] : []);
    const byId = bytesById(ranked, this.specialTokens);
    this.maxToken = byId.starts.length - 2;
    this.data = memory.allocate("uint8", byId.data.length + SPARE_BYTES, true);
    this.data.view.set(byId.data);
    this.starts = memory.copyOf("int64", byId.starts);
    this.bounds = byId.starts;
    this.others = ranked.others ?? new Map();
    /** @type {Map<number, number> | null} */
    this.rankOf = ranked.ids ? new Map(Array.from(ranked.ids, (id, rank) => [id, rank])) : null;
    this.nRanked = 0;
    for (let i = 0; i < n; i++) if (ranked.tokenStarts[i + 1] > ranked.tokenStarts[i]) this.nRanked++;
    this.room = memory.allocate("uint8", 256);
  }

  /** The ranked token whose bytes are `span`; null if there is none. @param {Uint8Array} span @returns {number | null} */
  findToken(span) {
    const rank = this.findRank(span);
    const id = rank !== NOT_FOUND && this.ids.length ? this.ids.view[rank] : rank;
    if (id === NO_ID) return null;
    if (id !== NOT_FOUND) return id;
    for (const [other, bytes] of this.others) if (areEqual(bytes, span)) return other;
    return null;
  }

  /** @param {Uint8Array} span @returns {number} */
  findRank(span) {
    const { engine, tables } = this;
    if (span.length === 0 || span.length > Number(tables.longest_token.view[0])) return NOT_FOUND;
    const text = this.spanArray(span);
    return engine.call("find_span", tables.spans, tables.token_data, tables.token_starts, text, 0, span.length);
  }

  /** The bytes in the engine's memory, until the next call. @param {Uint8Array} span */
  spanArray(span) {
    const needed = span.length + SPARE_BYTES;
    if (needed > this.room.length) {
      this.engine.memory.release(this.room);
      this.room = this.engine.memory.allocate("uint8", 2 * needed);
    }
    this.room.view.set(span);
    return this.room.part(0, span.length);
  }

  /** Bytes of a token; throws `UnknownTokenError`. @param {number} id */
  tokenBytes(id) {
    if (!Number.isInteger(id)) throw new InputError(`expected an id, a whole number, got ${String(id)}`);
    const start = this.bounds[id];
    const end = this.bounds[id + 1];
    if (!(start < end)) throw this.unknown(id);
    return this.data.view.slice(start, end);
  }

  /** The two tokens that a token is merged from; null for a single byte and a special token. @param {number} id @returns {[number, number] | null} */
  split(id) {
    const rank = this.rankOf ? (this.rankOf.get(id) ?? -1) : id;
    const splits = this.tables.splits.view;
    if (this.specialIds.has(id) || rank < 0 || 2 * rank >= splits.length || splits[2 * rank] === rank) return null;
    const ids = this.ids.length ? this.ids.view : null;
    const [left, right] = [splits[2 * rank], splits[2 * rank + 1]];
    return ids ? [ids[left], ids[right]] : [left, right];
  }

  /** @param {number} id @param {number} [index] among the ids that were given */
  unknown(id, index) {
    const where = index === undefined ? "" : ` (at index ${index})`;
    return new UnknownTokenError(`no token has the id ${id}${where}: ${this.name} has ids from 0 to ${this.maxToken}`);
  }

  /**
   * The bytes of tokens.
   * @param {ArrayLike<number>} ids
   * @returns {Uint8Array}
   */
  decodeBytes(ids) {
    const { engine } = this;
    const { memory } = engine;
    checkIds(ids);
    const tokens = memory.copyOf("uint32", ids);
    engine.call("measure_tokens", tokens, this.starts);
    const [size, bad] = engine.pair();
    if (bad >= 0) {
      memory.release(tokens);
      throw this.unknown(ids[bad], bad);
    }
    const text = memory.allocate("uint8", size + SPARE_BYTES);
    engine.call("copy_tokens", tokens, this.data, this.starts, text);
    const bytes = text.view.slice(0, size);
    memory.release(tokens);
    memory.release(text);
    return bytes;
  }
}

/** @param {ArrayLike<number>} ids */
function checkIds(ids) {
  if (ids instanceof Uint32Array || ids instanceof Uint16Array) return;
  if (!Array.isArray(ids) && !ArrayBuffer.isView(ids)) {
    throw new InputError(`expected ids, an array of whole numbers, got ${typeof ids}`);
  }
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (!Number.isInteger(id)) {
      throw new InputError(`expected ids, whole numbers, got ${typeof id} ${String(id)} at index ${i}`);
    }
    if (id < 0 || id >= NO_ID) throw new UnknownTokenError(`no token has the id ${id} (at index ${i})`);
  }
}

/**
 * The bytes of every id: ranked tokens, special ones, and others.
 * @param {RankedTokens} ranked
 * @param {ReadonlyMap<string, number>} specialTokens
 */
function bytesById({ tokenData, tokenStarts, splits, ids, others = new Map() }, specialTokens) {
  const n = tokenStarts.length - 1;
  /** @param {number} rank */
  const bytesOf = (rank) => tokenData.subarray(tokenStarts[rank], tokenStarts[rank + 1]);
  /** @type {Map<number, string>} */
  const special = new Map();
  for (const [text, id] of specialTokens) if (!special.has(id)) special.set(id, text);
  /** @type {Map<number, Uint8Array>} */
  const notRanked = new Map(others);
  for (const [id, text] of special) notRanked.set(id, new TextEncoder().encode(text));
  let largest = ids ? -1 : n - 1;
  for (const id of notRanked.keys()) largest = Math.max(largest, id);
  for (const id of ids ?? []) if (id !== NO_ID) largest = Math.max(largest, id);
  /** @type {Int32Array} the rank of each id */
  const ranks = new Int32Array(largest + 1).fill(-1);
  for (let rank = 0; rank < n; rank++) {
    const id = ids ? ids[rank] : rank;
    const isItsOwn = id !== NO_ID && !others.has(id); // bytes without a token have that of unknown ones
    if (isItsOwn && tokenStarts[rank + 1] > tokenStarts[rank]) ranks[id] = rank;
  }
  for (const [id, text] of special) if (ranks[id] >= 0) refuseOther(id, text, bytesOf(ranks[id]), splits !== undefined);
  const starts = new Uint32Array(largest + 2);
  for (let id = 0; id <= largest; id++) {
    const rank = ranks[id];
    const size = rank >= 0 ? tokenStarts[rank + 1] - tokenStarts[rank] : (notRanked.get(id)?.length ?? 0);
    starts[id + 1] = starts[id] + size;
  }
  const data = new Uint8Array(starts[largest + 1]);
  for (const [id, bytes] of notRanked) if (ranks[id] < 0) data.set(bytes, starts[id]);
  for (let id = 0; id <= largest; id++) {
    if (ranks[id] < 0) continue;
    let to = starts[id]; // a loop: `subarray` and `set` take 20 ms for 200,000 tokens
    for (let from = tokenStarts[ranks[id]]; from < tokenStarts[ranks[id] + 1]; from++) data[to++] = tokenData[from];
  }
  return { data, starts };
}

/**
 * Throw unless the ranked token that has a special token's id is the same text, or `isListed` and spelt like it.
 * @param {number} id
 * @param {string} text
 * @param {Uint8Array} ranked
 * @param {boolean} isListed
 */
function refuseOther(id, text, ranked, isListed) {
  if (areEqual(ranked, new TextEncoder().encode(text))) return;
  const bytes = isListed ? spelt(text) : null;
  if (bytes && areEqual(ranked, bytes)) return;
  throw new VocabularyError(
    `the special token ${JSON.stringify(text)} has the id ${id}, which is another token's: give it another id`,
  );
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const areEqual = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);
