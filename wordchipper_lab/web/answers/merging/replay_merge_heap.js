// merge_heap: a row of ranks beside the tokens; each merge removes one entry and recomputes its two neighbours.
// Twin: lab/merging/replay_merge_heap.py.

import { LOOKUP, MERGE, asRank } from "./events.js";
import { Replay } from "./replay.js";

export function replayMergeHeap(vocabulary, span, events) {
  const replay = new Replay(vocabulary, span);
  const ranks = [];
  const drafts = [];
  let recomputed = [];
  const look = ([code, position, , , rank]) => {
    if (code !== LOOKUP) return;
    ranks[position] = asRank(rank);
    recomputed.push(position);
  };
  let at = 0;
  for (; events[at]?.[0] === LOOKUP; at++) look(events[at]);
  let merged = null;
  for (;;) {
    // Of the next merge: the scan, then the lookups of both neighbours, then the merge itself.
    const begin = at;
    while (at < events.length && events[at][0] !== MERGE) at += 1;
    const merge = events[at];
    const candidates = ranks.map((rank, index) => replay.candidate(index, rank, recomputed.includes(index)));
    const winner = merge ? candidates[merge[1]] : null;
    // The cost of a frame ends with its scan: the lookups that follow belong to the merge after it.
    drafts.push(replay.draft(candidates, winner, merged, { pair_ranks: [...ranks], recomputed }, Math.min(begin + 1, events.length)));
    if (!merge) return drafts;
    merged = replay.apply(merge[1], merge[2]);
    ranks.splice(merge[1], 1);
    recomputed = [];
    for (const event of events.slice(begin, at)) look(event);
    at += 1;
  }
}
