/** The arrays that the engine works with, kept from call to call; twin of Python's encoders/workspace.py. */

import { NUMBERS, WORK } from "./layout.js";
import { grownMemo, memoArguments, newSpanMemo } from "./memo.js";
import { addressTable } from "./address_table.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./memory.js").FlatArray} FlatArray */
/** @typedef {import("./vocab_tables.js").VocabTables} VocabTables */

export const SPANS_A_BLOCK = 8192;

const FIRST_SPAN_BYTES = 256;
const FIRST_TOKENS = 1 << 12;
const KEPT_TOKENS = 1 << 20;
const KEPT_SPAN_BYTES = 1 << 18;
const KEPT_TEXT = 1 << 22;
const MOST_MEMO_TOKENS = 4;

/** @type {Record<string, (n: number, remembers: boolean) => Record<string, [import("./memory.js").Kind, number]>>} */
const SCRATCH = {
  buffer_sweep: (n) => ({ working: ["uint32", n] }),
  tail_sweep: () => ({}),
  merge_heap: (n) => ({ ranks: ["int64", n] }),
  priority_merge: (n) => ({
    working: ["uint32", n],
    previous: ["int32", n],
    following: ["int32", n],
    heap_keys: ["uint64", 2 * n],
    heap_pairs: ["uint64", 2 * n],
  }),
  bpe_backtrack: (n, remembers) => ({
    bits: ["uint64", (n + 64) >> 6],
    ...(remembers ? { steps: /** @type {[import("./memory.js").Kind, number]} */ (["uint64", NUMBERS.STEP_WORDS]) } : {}),
  }),
  shift_reduce: () => ({}),
  greedy_left: () => ({}),
};

/**
 * The scratch memory of a span encoder, for spans of up to `capacity` bytes; arrays it does not use are empty.
 * @param {Engine} engine
 * @param {string} encoder
 * @param {number} capacity
 * @param {boolean} remembers whether anything may be remembered between spans
 * @returns {Record<string, FlatArray>} in the order of Python's `SpanWork`
 */
export function scratchWork(engine, encoder, capacity, remembers) {
  const { memory } = engine;
  const asked = SCRATCH[encoder](capacity, remembers);
  /** @param {string} name @param {import("./memory.js").Kind} kind */
  const array = (name, kind) => memory.allocate(kind, asked[name] ? asked[name][1] : 0);
  const work = {
    capacity: memory.copyOf("int64", [capacity]),
    working: array("working", "uint32"),
    ranks: array("ranks", "int64"),
    previous: array("previous", "int32"),
    following: array("following", "int32"),
    heap_keys: array("heap_keys", "uint64"),
    heap_pairs: array("heap_pairs", "uint64"),
    bits: array("bits", "uint64"),
    short: memory.allocate("uint32", remembers ? NUMBERS.SHORT_WORDS : 0),
    waiting: memory.allocate("uint64", remembers ? NUMBERS.WAITING_WORDS : 0),
    steps: array("steps", "uint64"),
    own: memory.allocate("uint64", 0),
    plug: memory.allocate("int64", 3, true),
  };
  work.steps.view.fill(0xffffffffffffffffn);
  return work;
}

/** One tokenizer's arrays: a block of spans, the tokens so far, the span encoder's scratch. */
export class Workspace {
  /**
   * @param {Engine} engine
   * @param {string} encoder
   * @param {VocabTables} tables
   * @param {number} memoBytes 0 for no memo
   */
  constructor(engine, encoder, tables, memoBytes) {
    const { memory } = engine;
    this.engine = engine;
    this.encoder = encoder;
    this.tables = tables;
    this.memoBytes = memoBytes;
    this.ends = memory.allocate("int64", SPANS_A_BLOCK);
    this.kinds = memory.allocate("uint8", SPANS_A_BLOCK);
    this.tokenEnds = memory.allocate("int64", SPANS_A_BLOCK);
    this.progress = memory.allocate("int64", 2, true);
    this.cursor = memory.allocate("int64", 2, true);
    this.state = memory.allocate("int64", NUMBERS.ENGINE_STATE, true);
    this.shortText = memory.allocate("uint8", 64, true);
    this.text = memory.allocate("uint8", 1 << 12, true);
    this.documentEnds = memory.allocate("int64", 1, true);
    this.offsets = memory.allocate("int64", 2, true);
    this.tokens = memory.allocate("uint32", FIRST_TOKENS);
    this.work = scratchWork(engine, encoder, FIRST_SPAN_BYTES, memoBytes > 0);
    this.memo = newSpanMemo(engine, memoBytes);
    /** @type {FlatArray | null} */
    this.table = null;
  }

  /** The table of addresses for `encode_documents`. @returns {FlatArray} */
  get addresses() {
    if (this.table === null) {
      const [short, used, staged, [slots, ring, longUsed]] = memoArguments(this.memo);
      const arrays = {
        ends: this.ends,
        kinds: this.kinds,
        progress: this.progress,
        state: this.state,
        short_text: this.shortText,
        text: this.text,
        document_ends: this.documentEnds,
        offsets: this.offsets,
        one_end: this.documentEnds,
        two_offsets: this.offsets,
        tokens: this.tokens,
        "memo.short": short,
        "memo.used": used,
        "memo.staged": staged,
        "memo.long.slots": slots,
        "memo.long.ring": ring,
        "memo.long.used": longUsed,
        ...Object.fromEntries(Object.entries(this.work).map(([name, array]) => [`span_work.${name}`, array])),
      };
      this.table = addressTable(this.engine.memory, WORK, arrays);
    }
    return this.table;
  }

  forgetAddresses() {
    if (this.table) this.engine.memory.release(this.table);
    this.table = null;
  }

  /** Make room for `needed` tokens, keeping the first `used`. @param {number} needed @param {number} [used] */
  reserveTokens(needed, used = 0) {
    needed += MOST_MEMO_TOKENS;
    if (needed <= this.tokens.length) return;
    const { memory } = this.engine;
    const longer = memory.allocate("uint32", Math.max(needed, Math.floor(1.5 * this.tokens.length)));
    longer.view.set(this.tokens.view.subarray(0, used));
    memory.release(this.tokens);
    this.tokens = longer;
    this.forgetAddresses();
  }

  /**
   * Write a text's UTF-8 into `text`, with lone surrogates replaced by U+FFFD; returns its size in bytes.
   * @param {string} text
   * @param {number} [at] where to begin; what is there before is kept
   */
  writeText(text, at = 0) {
    this.reserveText(at + 3 * text.length, at);
    return encodeInto(text, this.text.view, at);
  }

  /** Room for this many bytes, and what may be read behind them. @param {number} bytes @param {number} used */
  reserveText(bytes, used) {
    const needed = bytes + NUMBERS.PADDING;
    if (needed <= this.text.length) return;
    const { memory } = this.engine;
    const longer = memory.allocate("uint8", Math.max(needed, Math.floor(1.5 * this.text.length)));
    longer.view.set(this.text.view.subarray(0, used));
    memory.release(this.text);
    this.text = longer;
    this.forgetAddresses();
  }

  /** Let the engine encode this many documents. @param {number} n */
  reserveDocuments(n) {
    if (this.documentEnds.length === n) return;
    const { memory } = this.engine;
    memory.release(this.documentEnds);
    memory.release(this.offsets);
    this.documentEnds = memory.allocate("int64", n);
    this.offsets = memory.allocate("int64", n + 1, true);
    this.forgetAddresses();
  }

  /** Make room for a span of `bytes` bytes. @param {number} bytes */
  reserveSpan(bytes) {
    if (bytes > Number(this.work.capacity.view[0])) this.makeRoom(2 ** Math.ceil(Math.log2(bytes)));
  }

  growMemo() {
    this.memo = grownMemo(this.engine, this.memo, this.memoBytes, this.tables);
    this.forgetAddresses();
  }

  /** Give back what only an unusually long text or span needed. */
  releaseExcess() {
    const { memory } = this.engine;
    if (this.tokens.length > KEPT_TOKENS) {
      memory.release(this.tokens);
      this.tokens = memory.allocate("uint32", FIRST_TOKENS);
      this.forgetAddresses();
    }
    if (this.text.length > KEPT_TEXT) {
      memory.release(this.text);
      this.text = memory.allocate("uint8", 1 << 12);
      this.forgetAddresses();
    }
    if (Number(this.work.capacity.view[0]) > KEPT_SPAN_BYTES) this.makeRoom(FIRST_SPAN_BYTES);
  }

  /** @param {number} bytes */
  makeRoom(bytes) {
    for (const array of Object.values(this.work)) this.engine.memory.release(array);
    this.work = scratchWork(this.engine, this.encoder, bytes, this.memoBytes > 0);
    this.forgetAddresses();
  }
}

const ENCODER = new TextEncoder();
const ASCII_LOOP = 48;

/** UTF-8 of `text` at `at`; returns its size in bytes. @param {string} text @param {Uint8Array} bytes @param {number} at */
export function encodeInto(text, bytes, at) {
  if (text.length <= ASCII_LOOP) {
    // A call of the encoder takes 0.2 us, whatever the text.
    let i = 0;
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) break;
      bytes[at + i] = code;
    }
    if (i === text.length) return i;
  }
  return ENCODER.encodeInto(text, at === 0 ? bytes : bytes.subarray(at)).written;
}
