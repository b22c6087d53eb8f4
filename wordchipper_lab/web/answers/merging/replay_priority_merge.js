// priority_merge: the heap and the linked list, pop by pop; a stale entry is a separate step.
// Twin: lab/merging/replay_priority_merge.py.

import { LOOKUP, MERGE, POP, PUSH, SIFT, STALE, asRank } from "./events.js";
import { Replay } from "./replay.js";

const parentOf = (place) => (place - 1) >> 1;

// The heap's array. Nothing is compared here: SIFT events say where an entry came to rest, and the entries on its way
// there moved by one level.
class Heap {
  entries = [];

  // The entry, put last, rose to `place`.
  push(entry, place) {
    let at = this.entries.length;
    for (; at !== place; at = parentOf(at)) this.entries[at] = this.entries[parentOf(at)];
    this.entries[at] = entry;
  }

  // The first entry was removed, and the last one sank from there to `place`.
  pop(place) {
    const last = this.entries.pop();
    if (!this.entries.length) return;
    const way = [];
    for (let at = place; at > 0; at = parentOf(at)) way.unshift(at);
    for (const at of way) this.entries[parentOf(at)] = this.entries[at];
    this.entries[place] = last;
  }
}

// The linked list: one node per byte; an absorbed node keeps its last contents, as in the kernel.
class LinkedList {
  constructor(tokens) {
    this.nodes = [...tokens];
    this.previous = tokens.map((_, at) => at - 1);
    this.following = tokens.map((_, at) => (at + 1 < tokens.length ? at + 1 : -1));
    this.absorbed = tokens.map(() => false);
  }

  // Returns the node that is absorbed.
  merge(left, token) {
    const right = this.following[left];
    const after = this.following[right];
    this.nodes[left] = token;
    this.following[left] = after;
    this.absorbed[right] = true;
    if (after >= 0) this.previous[after] = left;
    return right;
  }

  // The reason, in words; the conditions are those of the kernel, in its order.
  whyStale({ position, left }) {
    const right = this.following[position];
    if (this.absorbed[position]) return `the token at byte ${position} has been merged into the one before it`;
    if (right < 0) return `nothing follows the token at byte ${position} any more`;
    if (this.nodes[position] !== left) return `the token at byte ${position} has grown to ${this.nodes[position]}`;
    return `its right neighbour is ${this.nodes[right]} now`;
  }

  get state() {
    const nodes = this.nodes.map((token, at) => (this.absorbed[at] ? null : token));
    return { nodes, previous: [...this.previous], following: [...this.following] };
  }
}

export function replayPriorityMerge(vocabulary, span, events) {
  const replay = new Replay(vocabulary, span);
  const heap = new Heap();
  const linked = new LinkedList(replay.tokens);
  const ranks = new Map(); // left node -> rank of its pair
  const drafts = [];
  let [fresh, pushed, popped, merged] = [new Set(), [], null, null];

  const draw = (next, stop) => {
    const candidates = [];
    replay.starts.slice(0, -1).forEach((node, index) => {
      if (ranks.has(node)) candidates.push(replay.candidate(index, ranks.get(node), fresh.has(node)));
    });
    const winner = next?.[0] === POP ? candidates.find(({ start }) => start === next[2]) : null;
    const state = { heap: [...heap.entries], popped, pushed, ...linked.state };
    drafts.push(replay.draft(candidates, winner, merged, state, stop));
  };

  events.forEach((event, at) => {
    const [code, a, b, c, d] = event;
    if (code === POP || code === STALE) {
      // The sift belongs to the pop, and comes before it.
      const sift = at > 0 && events[at - 1][0] === SIFT ? at - 1 : at;
      draw(event, sift);
      [fresh, pushed, merged] = [new Set(), [], null];
      const entry = { rank: a, position: b, left: c, right: d };
      heap.pop(events[sift][2]);
      popped = { entry, stale: code === STALE ? linked.whyStale(entry) : null };
    } else if (code === MERGE) {
      ranks.delete(linked.merge(a, b));
      ranks.delete(a);
      merged = replay.apply(replay.starts.indexOf(a), b);
    } else if (code === LOOKUP) {
      ranks.set(a, asRank(d));
      fresh.add(a);
    } else if (code === PUSH) {
      const entry = { rank: a, position: b, left: c, right: d };
      pushed.push(entry);
      heap.push(entry, events[at + 1][2]);
    }
  });
  draw(null, events.length);
  return drafts;
}
