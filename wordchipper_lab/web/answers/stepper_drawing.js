// Merge traces as the page steps through them, each list of numbers only once. Twin: screens/stepper/drawing.py.

import { hexOf } from "../shared/utf8.js";
import { WRONG_ENCODERS } from "../tokenizer/trace.js";
import { COSTS } from "./merging/costs.js";
import { COUNTERS } from "./merging/counters.js";
import { findMisstep } from "./merging/differences.js";

const NO_MERGE = -1; // in a row of ranks; null if the encoder does not know the rank of a pair
const SEARCHES = "bpe_backtrack"; // tries tokens and merges nothing

// Lists of numbers, each kept once.
class Lists {
  kept = [];
  numbers = new Map();

  // The number under which the list is kept.
  add(list) {
    const key = JSON.stringify(list);
    if (!this.numbers.has(key)) {
      this.numbers.set(key, this.kept.length);
      this.kept.push(list);
    }
    return this.numbers.get(key);
  }
}

// traces: {tokenizer, trace} of one span; head: tokens of the spans before it, in the vocabulary of the first trace
export function drawTraces(traces, head) {
  const lists = new Lists();
  const right = new Map();
  const known = new Map();
  for (const { trace } of traces) {
    if (WRONG_ENCODERS.includes(trace.encoder)) continue;
    known.set(trace.vocabulary, trace.tokens);
    if (trace.encoder !== SEARCHES) right.set(trace.vocabulary, trace);
  }
  const tokens = {};
  const lanes = traces.map(({ tokenizer, trace }) => {
    const lane = drawLane(trace, right.get(trace.vocabulary), lists);
    lane.head = tokenizer === traces[0].tokenizer ? head : [];
    lane.right = lane.wrong ? (known.get(trace.vocabulary) ?? null) : null;
    tokens[trace.vocabulary] = { ...tokens[trace.vocabulary], ...tokenBytes(tokenizer, trace, [...lane.head, ...(lane.right ?? [])]) };
    return lane;
  });
  return { span: traces[0]?.trace.span ?? "", counters: COUNTERS, tokens, merged: {}, lanes, lists: lists.kept };
}

function drawLane(trace, right, lists) {
  const { encoder, vocabulary, tokens, frames } = trace;
  const wrong = WRONG_ENCODERS.includes(encoder);
  const entries = new Lists();
  const drawn = frames.map((frame) => drawFrame(encoder, frame, lists, entries));
  return {
    encoder,
    vocabulary,
    cost: COSTS[encoder],
    wrong,
    tokens,
    note: "",
    misstep: wrong && right ? findMisstep(trace, right) : null,
    total: lists.add(Object.values(trace.counters)),
    frames: drawn,
    entries: Object.fromEntries(["rank", "position", "left", "right"].map((name, at) => [name, entries.kept.map((entry) => entry[at])])),
  };
}

function drawFrame(encoder, frame, lists, entries) {
  const { merges, winner, merged } = frame;
  const ranks = new Array(Math.max(frame.tokens.length - 1, 0)).fill(null);
  const candidates = encoder === SEARCHES ? [] : frame.candidates;
  for (const { index, rank } of candidates) ranks[index] = rank ?? NO_MERGE;
  return {
    tokens: lists.add(frame.tokens),
    merges,
    ranks: lists.add(ranks),
    fresh: candidates.filter((pair) => pair.is_fresh).map(({ index }) => index),
    winner: winner ? winner.index : -1,
    merged: merged && { index: merged.index, left: merged.left, right: merged.right, rank: merged.rank, token: merged.token },
    work: lists.add(Object.values(frame.counters)),
    own: OWN[encoder]?.(frame.state, lists, entries) ?? null,
  };
}

// Whatever is not in the frame's tokens and ranks already.
const OWN = {
  buffer_sweep: ({ buffer, live }, lists) => ({ buffer: lists.add(buffer), live }),
  priority_merge({ heap, popped, pushed }, lists, entries) {
    const number = ({ rank, position, left, right }) => entries.add([rank, position, left, right]);
    return {
      heap: lists.add(heap.map(number)),
      popped: popped && number(popped.entry),
      stale: popped && popped.stale,
      pushed: pushed.map(number),
    };
  },
  bpe_backtrack({ position, tried, how, chain, end, is_open: open, checks, outcome, shorter, bits }, lists) {
    const cleared = lists.add([...bits.keys()].filter((at) => !bits[at]));
    return { position, tried, how, chain, end, open, checks, outcome, shorter, cleared };
  },
  shift_reduce: ({ stack, action }) => ({ depth: stack.length, action }),
};

// Every token that a trace mentions, and `more`, with its bytes in hexadecimal.
function tokenBytes({ vocabulary }, trace, more) {
  const found = new Set([...trace.tokens, ...more]);
  for (const { tokens, candidates, state } of trace.frames) {
    for (const token of tokens) found.add(token);
    for (const { left, right, token } of candidates) {
      found.add(left).add(right);
      if (token !== null) found.add(token);
    }
    for (const token of state?.chain ?? []) found.add(token);
  }
  if (trace.whole !== null) found.add(trace.whole);
  return Object.fromEntries([...found].map((token) => [token, hexOf(vocabulary.tokenBytes(token)).replaceAll(" ", "")]));
}
