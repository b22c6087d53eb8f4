// buffer_sweep, tail_sweep and greedy_left: each round is a row of lookups and a merge. Twin: lab/merging/replay_sweeps.py.

import { LOOKUP, MERGE, asRank } from "./events.js";
import { Replay } from "./replay.js";

// The buffer as the kernel leaves it: what follows the live elements is never cleared.
class WorkingBuffer {
  constructor({ tokens }) {
    this.elements = [...tokens];
    this.live = tokens.length;
  }

  merge(index, merged) {
    this.elements[index] = merged;
    this.live -= 1;
    this.elements.copyWithin(index + 1, index + 2, this.live + 1);
  }

  get state() {
    return { buffer: [...this.elements], live: this.live };
  }
}

// The output of the text so far: tokens of earlier spans, then the tail that is swept.
class Output {
  constructor(replay, head) {
    Object.assign(this, { replay, head });
  }

  merge() {} // the tail is the replay's own tokens

  get state() {
    return { output: [...this.head, ...this.replay.tokens], head: this.head.length };
  }
}

const NOTHING = { merge() {}, state: null };

function replayRounds(replay, own, events) {
  const drafts = [];
  let merged = null;
  for (let begin = 0; ; ) {
    const candidates = [];
    let at = begin;
    for (; at < events.length && events[at][0] !== MERGE; at++) {
      if (events[at][0] === LOOKUP) candidates.push(replay.candidate(events[at][1], asRank(events[at][4]), true));
    }
    const merge = events[at];
    const winner = merge ? (candidates.find(({ index }) => index === merge[1]) ?? null) : null;
    drafts.push(replay.draft(candidates, winner, merged, own.state, at));
    if (!merge) return drafts;
    const [, index, token] = merge;
    merged = replay.apply(index, token);
    own.merge(index, token);
    begin = at + 1;
  }
}

export function replayBufferSweep(vocabulary, span, events) {
  const replay = new Replay(vocabulary, span);
  return replayRounds(replay, new WorkingBuffer(replay), events);
}

export function replayTailSweep(vocabulary, span, events, head) {
  const replay = new Replay(vocabulary, span);
  return replayRounds(replay, new Output(replay, head), events);
}

export function replayGreedyLeft(vocabulary, span, events) {
  return replayRounds(new Replay(vocabulary, span), NOTHING, events);
}
