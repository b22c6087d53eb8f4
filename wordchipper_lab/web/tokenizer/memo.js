/**
 * The memo of spans, which grows with what the texts hold; twin of Python's encoders/memo_growth.py, `grown_memo`.
 *
 * What it means is said in encoders/span_memo.py. Here nothing helps beside: a larger memo is made while the text waits,
 * 10 ms for the tokens of o200k_base.
 */

import { NUMBERS } from "./layout.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./memory.js").FlatArray} FlatArray */
/** @typedef {{ slots: FlatArray, ring: FlatArray, used: FlatArray }} LongMemo */
/** @typedef {{ short: FlatArray, used: FlatArray, staged: FlatArray, long: LongMemo }} SpanMemo */

const ENTRY_WORDS = 4;
const ENTRY_BYTES = 32;
const LONG_SLOT_BYTES = 80;
const RING_BYTES_A_SLOT = 64;
const SLACK = 16;
const FIRST_SLOTS = 1 << 12;
const FIRST_LONG_SLOTS = 1 << 10;
const LONGEST_MEMO_SPAN = 15;
const GROWTH = 4;
const LARGE = 1 << 16;

const ENTRIES = 0;
const REPLACED = 1;
const SHORT_GROWS = 2;
const LONG_GROWS = 3;
const HOLDS_TOKENS = 4;

/** The largest power of two up to `most`, but at least 64. @param {number} most */
const powerOfTwo = (most) => 2 ** Math.max(6, Math.floor(Math.log2(Math.max(most, 1))));

/** @param {number} slots @param {number} most */
const more = (slots, most) => Math.min(most, slots * (slots >= LARGE ? 2 : GROWTH));

/** Slots of the two memos when each has half of the memory. @param {number} mostBytes */
function mostSlots(mostBytes) {
  return [powerOfTwo(mostBytes / 2 / ENTRY_BYTES), powerOfTwo(mostBytes / 2 / LONG_SLOT_BYTES)];
}

/** @param {Engine} engine @param {number} slots @returns {LongMemo} */
function newLongMemo({ memory }, slots) {
  return {
    slots: memory.allocate("uint64", 2 * slots, true),
    ring: memory.allocate("uint8", RING_BYTES_A_SLOT * slots + SLACK, true),
    used: memory.allocate("int64", 3, true),
  };
}

/**
 * Empty memos that may grow to `mostBytes` together; 0 bytes disable them.
 * @param {Engine} engine
 * @param {number} mostBytes
 * @returns {SpanMemo}
 */
export function newSpanMemo(engine, mostBytes) {
  const { memory } = engine;
  const used = memory.allocate("int64", 6, true);
  const staged = memory.allocate("uint64", NUMBERS.STAGED_WORDS);
  if (mostBytes === 0) {
    const none = memory.allocate("uint64", 0);
    const long = { slots: none, ring: memory.allocate("uint8", 0), used: memory.allocate("int64", 3, true) };
    return { short: none, used, staged, long };
  }
  const [mostShort, mostLong] = mostSlots(mostBytes);
  const short = memory.allocate("uint64", ENTRY_WORDS * Math.min(FIRST_SLOTS, mostShort), true);
  const long = newLongMemo(engine, Math.min(FIRST_LONG_SLOTS, mostLong));
  return allowGrowth({ short, used, staged, long }, mostShort, mostLong);
}

/** @param {SpanMemo} memo @param {number} mostShort @param {number} mostLong */
function allowGrowth(memo, mostShort, mostLong) {
  memo.used.view[SHORT_GROWS] = BigInt(memo.short.length / ENTRY_WORDS < mostShort);
  memo.used.view[LONG_GROWS] = BigInt(memo.long.slots.length / 2 < mostLong);
  return memo;
}

/** As a kernel's argument. @param {SpanMemo} memo @returns {any[]} */
export const memoArguments = ({ short, used, staged, long }) => [short, used, staged, longArguments(long)];

/** @param {LongMemo} long */
const longArguments = ({ slots, ring, used }) => [slots, ring, used];

/**
 * Memos with the same entries, of which those that were crowded are larger. The old ones cannot be used any more.
 * @param {Engine} engine
 * @param {SpanMemo} memo
 * @param {number} mostBytes
 * @param {{ token_data: FlatArray, token_starts: FlatArray }} tables
 * @returns {SpanMemo}
 */
export function grownMemo(engine, memo, mostBytes, tables) {
  const { memory } = engine;
  const [mostShort, mostLong] = mostSlots(mostBytes);
  let { short, long } = memo;
  if (memo.used.view[SHORT_GROWS] && engine.call("is_crowded", short, memo.used)) {
    short = largerShort(engine, memo, mostShort, tables);
  }
  if (memo.used.view[LONG_GROWS] && engine.call("is_crowded_long", longArguments(long))) {
    const larger = newLongMemo(engine, more(long.slots.length / 2, mostLong));
    engine.call("copy_ring", longArguments(long), longArguments(larger));
    engine.call("move_slots", longArguments(long), longArguments(larger));
    for (const array of Object.values(long)) memory.release(array);
    long = larger;
  }
  return allowGrowth({ ...memo, short, long }, mostShort, mostLong);
}

/** @param {Engine} engine @param {SpanMemo} memo @param {number} most @param {{ token_data: FlatArray, token_starts: FlatArray }} tables */
function largerShort(engine, memo, most, tables) {
  const { memory } = engine;
  const slots = more(memo.short.length / ENTRY_WORDS, most);
  const mayTake = slots >= LARGE && !memo.used.view[HOLDS_TOKENS];
  const forTokens = mayTake ? slotsForTokens(tables.token_starts.view) : Infinity;
  const takesTokens = forTokens <= most;
  const larger = memory.allocate("uint64", ENTRY_WORDS * (takesTokens ? Math.max(slots, forTokens) : slots), true);
  const used = memory.allocate("int64", 6, true);
  if (takesTokens) addTokens(engine, larger, used, tables);
  engine.call("move_entries", memo.short, larger, used, takesTokens);
  memo.used.view[ENTRIES] = used.view[ENTRIES];
  memo.used.view[REPLACED] = takesTokens ? used.view[REPLACED] : memo.used.view[REPLACED];
  if (takesTokens) memo.used.view[HOLDS_TOKENS] = 1n;
  memory.release(memo.short);
  memory.release(used);
  return larger;
}

/** @param {Engine} engine @param {FlatArray} short @param {FlatArray} used @param {{ token_data: FlatArray, token_starts: FlatArray }} tables */
function addTokens(engine, short, used, { token_data: data, token_starts: starts }) {
  const { memory } = engine;
  const padded = memory.allocate("uint8", data.length + SLACK, true);
  const one = memory.allocate("uint32", 1);
  const said = memory.allocate("int64", 6, true);
  const ending = memory.allocate("int64", 1, true);
  engine.call("make_memo_ready", short, short.length, used, data, padded, starts, one, said, ending);
  for (const array of [padded, one, said, ending]) memory.release(array);
}

/** Slots of which the short tokens take at most half. @param {Uint32Array} starts */
function slotsForTokens(starts) {
  let n = 0;
  for (let i = 1; i < starts.length; i++) {
    const size = starts[i] - starts[i - 1];
    if (size > 0 && size <= LONGEST_MEMO_SPAN) n++;
  }
  return 2 * powerOfTwo(2 * n - 1);
}
