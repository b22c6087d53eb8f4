/** `FastTrainer`: learns merges from counted symbols, by the kernels; twin of Python's training/fast/fast_trainer.py. */

import { InputError, TrainingError } from "../errors.js";
import { NUMBERS } from "../layout.js";
import { MOST_EVENTS, changesOf, pairKey } from "./changes.js";
import { grouped } from "./options.js";
import { AT, growBytes, growPairs, growTokens, members, newTrainerArrays } from "./trainer_arrays.js";

/** @typedef {import("../memory.js").FlatArray} FlatArray */
/** @typedef {import("./changes.js").Change} Change */

/**
 * @typedef {Object} Merge in ids; `frequency` and `merged` are weighted by the spans' counts
 * @property {number} left
 * @property {number} right
 * @property {number} token the id of the pair's token
 * @property {number} frequency how often the pair occurred when it won
 * @property {number} merged how many tokens fewer the corpus has now
 * @property {number} affected number of distinct spans that contained the pair
 */

const ROW = 6;
const [NONE_LEFT, LOWER, PAIRS, BYTES] = [1, 2, 3, 5];
const [REGISTERED, TABLE_FULL] = [-1, -2];

const FIRST_SLOTS = 1 << 16;
const TOP_SHARE = 5;
const LOWERED_BY = 8;
const AT_ONCE = 1 << 14;
const MOST_TOKEN_BYTES = 2 ** 30;

/** Makes one merge after another, so it can be watched and paused; call `free` when it is not used any more. */
export class FastTrainer {
  /**
   * @param {import("../engine.js").Engine} engine
   * @param {import("./symbol_counts.js").SymbolCounts} corpus
   * @param {import("./options.js").TrainingOptions} options
   * @param {{ observer?: ((change: Change) => void) | null }} [watch] observer: called with each change
   */
  constructor(engine, corpus, options, { observer = null } = {}) {
    this.engine = engine;
    this.corpus = corpus;
    this.options = options;
    this.observer = observer;
    this.nMerges = options.nMerges(corpus.alphabet.length);
    /** The bytes of each id. @type {Uint8Array[]} */
    this.tokens = [...corpus.alphabet];
    this.nTokenBytes = this.tokens.reduce((sum, token) => sum + token.length, 0);
    /** @type {Merge[]} */
    this.merges = [];
    /** Why no further merge can be made; empty while one can. */
    this.stopped = "";
    /** Number of tokens in the corpus now. */
    this.nTokens = corpus.nSymbols;
    this.arrays = newTrainerArrays(engine, corpus, options, this.nMerges);
    // The last pair of m merges is about as frequent as the first one divided by m; rarer pairs are not tracked yet.
    this.registerPairs(Math.max(1, TOP_SHARE * this.nMerges));
  }

  /** The pair to be merged next and its frequency; null if none is allowed. @returns {{ left: number, right: number, count: number } | null} */
  bestPair() {
    for (;;) {
      const { arrays } = this;
      const pair = this.engine.call("settle", members(arrays));
      const count = pair >= 0 ? Number(arrays.counts.view[pair]) : 0;
      if (count >= Math.max(1, this.number(AT.threshold))) {
        return { left: arrays.lefts.view[pair], right: arrays.rights.view[pair], count };
      }
      if (this.number(AT.threshold) <= this.number(AT.minimum)) return null;
      this.lowerThreshold();
    }
  }

  /** Make one merge; null (and `stopped` says why) if none is possible. @returns {Merge | null} */
  step() {
    return this.steps(1)[0] ?? null;
  }

  /** Make up to `most` merges; fewer only if training ends. @param {number} most @returns {Merge[]} */
  steps(most) {
    if (!Number.isInteger(most) || most < 0) throw new InputError(`most is ${String(most)}: expected a number of merges`);
    /** @type {Merge[]} */
    const made = [];
    while (made.length < most && !this.isFull()) {
      if (this.observer) {
        const best = this.bestPair();
        if (best === null) this.stopped = this.whyNone();
        else made.push(this.forced([best.left, best.right, 0, best.count, 0, 0])[0]);
        continue;
      }
      const wanted = Math.min(most - made.length, this.nMerges - this.merges.length, AT_ONCE);
      const rows = this.engine.memory.allocate("int64", ROW * wanted, true);
      const n = this.run(rows, null);
      made.push(...this.enter(rows.part(0, ROW * n)));
      this.engine.memory.release(rows);
      if (n < wanted) this.stopped = this.whyNone();
    }
    return made;
  }

  /** Make merges known from an earlier run, without searching for the best pair. @param {Iterable<Merge>} merges */
  replay(merges) {
    for (const { left, right, frequency } of merges) this.forced([left, right, 0, frequency, 0, 0]);
  }

  /** How often each pair occurs now, by `pairKey`, in the order of the pairs. @returns {Map<number, number>} */
  pairCounts() {
    const { counts } = this.corpus;
    /** @type {Map<number, number>} */
    const found = new Map();
    this.sequences().forEach((tokens, span) => {
      for (let i = 1; i < tokens.length; i++) {
        const key = pairKey(tokens[i - 1], tokens[i]);
        found.set(key, (found.get(key) ?? 0) + counts[span]);
      }
    });
    return new Map([...found].sort((a, b) => a[0] - b[0]));
  }

  /** The current tokens of each distinct span. @returns {number[][]} */
  sequences() {
    const { memory } = this.engine;
    const tokens = memory.allocate("int32", this.corpus.symbols.length);
    const ends = memory.allocate("int64", this.corpus.ends.length);
    this.engine.call("write_sequences", members(this.arrays), tokens, ends);
    let start = 0;
    const found = Array.from(/** @type {BigInt64Array} */ (ends.view), (end) => {
      const sequence = /** @type {number[]} */ (Array.from(tokens.view.subarray(start, Number(end))));
      start = Number(end);
      return sequence;
    });
    memory.release(tokens);
    memory.release(ends);
    return found;
  }

  /** Entries of the heap whose pair now occurs less often. */
  get heapStale() {
    return this.engine.call("count_stale", members(this.arrays));
  }

  /** Entries of the heap that are up to date. */
  get heapLive() {
    return this.number(AT.nHeap) - this.heapStale;
  }

  /** Give back all memory. */
  free() {
    for (const array of members(this.arrays)) this.engine.memory.release(array);
  }

  /** @param {number} index @returns {number} */
  number(index) {
    return Number(this.arrays.numbers.view[index]);
  }

  /** Make one known merge. @param {number[]} row @returns {Merge[]} */
  forced(row) {
    const { memory } = this.engine;
    const [left, right, , frequency] = row;
    const rows = memory.copyOf("int64", row);
    const pair = this.observer ? this.engine.call("find_trained_pair", members(this.arrays), left, right) : -1;
    const nPostings = pair >= 0 ? this.arrays.n_postings.view[pair] : this.arrays.log.length;
    const capacity = this.observer ? MOST_EVENTS * nPostings : 0;
    const events = memory.allocate("int64", NUMBERS.TRACE_FIELDS * capacity, true);
    const count = memory.allocate("int64", 1, true);
    const totals = memory.allocate("int64", NUMBERS.TRACE_FIELDS * NUMBERS.EVENT_CODES, true);
    this.run(rows, [events, count, totals]);
    if (this.observer) for (const change of changesOf(rowsOf(events, Number(count.view[0])))) this.observer(change);
    rows.view[3] = BigInt(frequency);
    const merges = this.enter(rows);
    for (const array of [rows, events, count, totals]) memory.release(array);
    return merges;
  }

  /**
   * Write merges into `rows`, giving the kernel the room it requests; returns how many were made.
   * @param {FlatArray} rows
   * @param {FlatArray[] | null} trace null to search for the merges; otherwise they are given
   */
  run(rows, trace) {
    const wanted = rows.length / ROW;
    if (trace) this.reserveTokens(wanted);
    const kernel = trace ? "train_forced_traced" : "train";
    let made = 0;
    for (;;) {
      made += this.engine.call(kernel, members(this.arrays), rows.part(ROW * made, rows.length), trace);
      const status = this.number(AT.status);
      if (made === wanted || status === NONE_LEFT) return made;
      if (status === LOWER) {
        this.lowerThreshold();
      } else if (status === BYTES) {
        if (this.arrays.token_bytes.length > MOST_TOKEN_BYTES) throw tooManyTokenBytes(this.number(AT.nTokens));
        growBytes(this.engine, this.arrays);
      } else {
        this.engine.call("compact", members(this.arrays));
        if (status === PAIRS) this.reservePairs();
      }
    }
  }

  reservePairs() {
    // Half of the room stays free, so that the next growth is as far away as this one was.
    const needed = 2 * (this.number(AT.nPairs) + this.number(AT.needed));
    if (needed > this.arrays.lefts.length) growPairs(this.engine, this.arrays, needed);
  }

  /** @param {number} more */
  reserveTokens(more) {
    const needed = this.number(AT.nTokens) + more;
    if (needed > this.arrays.lengths.length) growTokens(this.engine, this.arrays, needed);
  }

  lowerThreshold() {
    const lower = Math.max(Math.floor(this.number(AT.threshold) / LOWERED_BY), this.number(AT.minimum));
    this.arrays.numbers.view[AT.threshold] = BigInt(lower);
    this.engine.call("compact", members(this.arrays));
    this.registerPairs(0);
  }

  /** @param {number} divisor 0 to keep the threshold */
  registerPairs(divisor) {
    const { memory } = this.engine;
    for (let slots = FIRST_SLOTS; ; ) {
      const table = memory.allocate("int64", 4 * slots, true);
      const status = this.engine.call("register_pairs", members(this.arrays), table, divisor);
      memory.release(table);
      if (status === REGISTERED) return;
      if (status === TABLE_FULL) slots *= 4;
      else growPairs(this.engine, this.arrays, 2 * status);
    }
  }

  /** @param {FlatArray} rows @returns {Merge[]} */
  enter(rows) {
    const merges = rowsOf(rows, rows.length / ROW, ROW).map(([left, right, token, frequency, merged, affected]) => {
      this.addToken(left, right);
      this.nTokens -= merged;
      return { left, right, token, frequency, merged, affected };
    });
    for (const merge of merges) this.merges.push(merge);
    return merges;
  }

  /** @param {number} left @param {number} right */
  addToken(left, right) {
    const [head, tail] = [this.tokens[left], this.tokens[right]];
    const token = new Uint8Array(head.length + tail.length);
    token.set(head);
    token.set(tail, head.length);
    this.nTokenBytes += token.length;
    if (this.nTokenBytes > MOST_TOKEN_BYTES) throw tooManyTokenBytes(this.tokens.length);
    this.tokens.push(token);
  }

  isFull() {
    if (!this.stopped && this.merges.length >= this.nMerges) {
      this.stopped = `the vocabulary has its ${grouped(this.options.vocabSize)} tokens`;
    }
    return this.stopped !== "";
  }

  whyNone() {
    const { minFrequency, maxTokenLength } = this.options;
    const made = `after ${grouped(this.merges.length)} of ${grouped(this.nMerges)} merges`;
    const limits = [];
    if (minFrequency > 1) limits.push(`occurs ${grouped(minFrequency)} times`);
    if (maxTokenLength !== null) limits.push(`makes a token of at most ${grouped(maxTokenLength)} bytes`);
    if (!limits.length || !this.pairCounts().size) return `no pair is left ${made}: every span is one token`;
    return `no pair is left that ${limits.join(" and ")}, ${made}`;
  }
}

/** @param {number} nTokens */
function tooManyTokenBytes(nTokens) {
  return new TrainingError(
    `${grouped(nTokens)} tokens have more than ${grouped(MOST_TOKEN_BYTES)} bytes in total, because spans are very ` +
      "long: set max_token_length, or a greater min_frequency",
  );
}

/** The first `n` rows of an array. @param {FlatArray} array @param {number} n @param {number} [width] @returns {number[][]} */
function rowsOf(array, n, width = NUMBERS.TRACE_FIELDS) {
  const words = Array.from(/** @type {BigInt64Array} */ (array.view.subarray(0, width * n)), Number);
  return Array.from({ length: n }, (_, i) => words.slice(width * i, width * (i + 1)));
}
