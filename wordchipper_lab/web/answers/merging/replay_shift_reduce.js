// The wrong shift_reduce: a byte shifted or two tokens reduced, one frame each. After the stack come the bytes that have
// not been read. Twin: lab/merging/replay_shift_reduce.py.

import { LOOKUP, MERGE, SHIFT, asRank } from "./events.js";
import { Replay } from "./replay.js";

export function replayShiftReduce(vocabulary, span, events) {
  const replay = new Replay(vocabulary, span);
  const drafts = [];
  let [depth, action, merged] = [0, "start", null];
  for (let begin = 0; ; ) {
    const candidates = [];
    let at = begin;
    for (; events[at]?.[0] === LOOKUP; at++) {
      const [, index, , , rank] = events[at];
      if (index + 1 < replay.tokens.length) candidates.push(replay.candidate(index, asRank(rank), true));
    }
    const step = events[at];
    const winner = step?.[0] === MERGE ? candidates.find(({ index }) => index === step[1]) : null;
    drafts.push(replay.draft(candidates, winner, merged, { stack: replay.tokens.slice(0, depth), action }, at));
    if (!step) return drafts;
    const isShift = step[0] === SHIFT;
    depth += isShift ? 1 : -1;
    action = isShift ? "shift" : "reduce";
    merged = isShift ? null : replay.apply(step[1], step[2]);
    begin = at + 1;
  }
}
