// A span encoder's own kernel, run with tracing, and what it did, replayed into frames. A trace has the form of those that
// Python saves as JSON. Twin: lab/merging/merge_trace.py.

import { hexOf } from "../../shared/utf8.js";
import { ENCODERS, WRONG_ENCODERS } from "../../tokenizer/trace.js";
import { findWhole } from "../find_whole.js";
import { unknownName } from "../unknown_name.js";
import { countersAlong, countersOf } from "./counters.js";
import { replayBpeBacktrack } from "./replay_bpe_backtrack.js";
import { replayMergeHeap } from "./replay_merge_heap.js";
import { replayPriorityMerge } from "./replay_priority_merge.js";
import { replayShiftReduce } from "./replay_shift_reduce.js";
import { replayBufferSweep, replayGreedyLeft, replayTailSweep } from "./replay_sweeps.js";

const REPLAYS = {
  buffer_sweep: replayBufferSweep,
  tail_sweep: replayTailSweep,
  merge_heap: replayMergeHeap,
  priority_merge: replayPriorityMerge,
  bpe_backtrack: replayBpeBacktrack,
  shift_reduce: replayShiftReduce,
  greedy_left: replayGreedyLeft,
};

const HINT = `or, to see a wrong one, ${WRONG_ENCODERS.join(" or ")}`;

// span: at most some hundred bytes, so that all its events are kept; head: ids of earlier spans
export function traceMerges(tokenizer, span, encoder, head = []) {
  if (!Object.hasOwn(REPLAYS, encoder)) throw unknownName("encoder", encoder, ENCODERS, HINT);
  const { nEvents } = tokenizer.trace(span, encoder, { head, capacity: 0 });
  const { tokens, events, totals } = tokenizer.trace(span, encoder, { head, capacity: nEvents });
  const drafts = REPLAYS[encoder](tokenizer.vocabulary, span, events, head);
  const along = countersAlong(events, totals.length, drafts.map(({ stop }) => stop));
  return {
    span: hexOf(span).replaceAll(" ", ""),
    vocabulary: tokenizer.name,
    encoder,
    tokens,
    counters: countersOf(totals),
    is_truncated: false,
    n_events: nEvents,
    whole: findWhole(tokenizer.vocabulary, span),
    frames: drafts.map(({ stop, ...frame }, step) => ({ step, ...frame, counters: along[step] })),
  };
}
