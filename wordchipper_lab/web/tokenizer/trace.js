/** One span through one span encoder, and what its kernel did; twin of Python's encoders/traced.py. */

import { InputError, UnknownNameError, VocabularyError } from "./errors.js";
import { NUMBERS } from "./layout.js";
import { scratchWork } from "./workspace.js";

/** Names of the span encoders: the five of the paper. */
export const ENCODERS = ["buffer_sweep", "tail_sweep", "merge_heap", "priority_merge", "bpe_backtrack"];

/** Ways to merge that are not BPE, to be compared with those that are. */
export const WRONG_ENCODERS = ["shift_reduce", "greedy_left"];

/** Encoders that are exact only if every token is merged from two lower ones. */
export const NEED_MERGE_ORDER = ["bpe_backtrack"];

/**
 * @typedef {Object} Traced
 * @property {number[]} tokens ranks
 * @property {number[][]} events code and four numbers each; what they mean is said in Python's encoders/events.py
 * @property {number} nEvents all of them, also those beyond the capacity
 * @property {number[][]} totals of each code: number of events, and sums of their four values
 */

/**
 * The tokens of `span` by the kernel of `encoder`, appended after the tokens `head`, and up to `capacity` events.
 * @param {import("./vocabulary.js").Vocabulary} vocabulary
 * @param {string} encoder
 * @param {Uint8Array} span
 * @param {{ head?: readonly number[], capacity?: number }} [options]
 * @returns {Traced}
 */
export function traceSpan(vocabulary, encoder, span, { head = [], capacity = 1 << 16 } = {}) {
  const known = [...ENCODERS, ...WRONG_ENCODERS];
  if (!known.includes(encoder)) throw new UnknownNameError("encoder", encoder, known);
  if (!(span instanceof Uint8Array)) throw new InputError(`expected a span as Uint8Array, got ${typeof span}`);
  if (NEED_MERGE_ORDER.includes(encoder) && !vocabulary.isMergeOrdered) {
    throw new VocabularyError(
      `${vocabulary.name} has merges out of order (a token is merged with a lower rank than a part of it), ` +
        `so ${encoder} is not exact: choose priority_merge`,
    );
  }
  const { engine, tables } = vocabulary;
  const { memory } = engine;
  const fields = NUMBERS.TRACE_FIELDS;
  const events = memory.allocate("int64", fields * capacity, true);
  const count = memory.allocate("int64", 1, true);
  const totals = memory.allocate("int64", fields * NUMBERS.EVENT_CODES, true);
  const work = scratchWork(engine, encoder, Math.max(span.length, 1), false);
  const tokens = memory.allocate("uint32", head.length + span.length + 4, true);
  tokens.view.set(head);
  const text = memory.copyOf("uint8", span);
  let nTokens = head.length;
  if (span.length > 0) {
    nTokens = engine.call(
      `${encoder}_traced`,
      ...[Object.values(tables), text, 0, span.length, tokens, head.length, Object.values(work), [events, count, totals]],
    );
  }
  const nEvents = Number(count.view[0]);
  const traced = {
    tokens: Array.from(/** @type {Uint32Array} */ (tokens.view).subarray(head.length, nTokens)),
    events: rows(events.view, Math.min(nEvents, capacity), fields),
    nEvents,
    totals: rows(totals.view, NUMBERS.EVENT_CODES, fields),
  };
  for (const array of [events, count, totals, tokens, text, ...Object.values(work)]) memory.release(array);
  return traced;
}

/** @param {BigInt64Array} words @param {number} n @param {number} fields */
function rows(words, n, fields) {
  return Array.from({ length: n }, (_, i) => Array.from(words.subarray(fields * i, fields * (i + 1)), Number));
}
