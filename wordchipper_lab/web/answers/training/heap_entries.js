// The entries of a lazy heap of pairs: which of them a search for the best pair has corrected follows from the pair that it
// found, because it corrects all that state more than that one is worth. Twin: training/generations/heap.py.

import { pairKey } from "../../tokenizer/training/changes.js";
import { compareAll, compareTies } from "./ties.js";

const COMPACT_AT = 3; // entries for each pair

export class HeapEntries {
  // counts: of each pair now, by key
  constructor(counts, { tie, tokens }) {
    Object.assign(this, { counts, tie, tokens });
    this.entries = new Map(); // pair -> {count, place} that it states
  }

  rebuild(sequences) {
    const places = this.places(sequences);
    this.entries = new Map([...this.counts].map(([pair, count]) => [pair, { count, place: places?.get(pair) }]));
  }

  // New pairs come in.
  push(fresh, sequences) {
    const places = this.places(sequences);
    for (const pair of fresh) this.entries.set(pair, { count: this.counts.get(pair), place: places?.get(pair) });
    if (this.entries.size > COMPACT_AT * this.counts.size) this.rebuild(sequences);
  }

  // `winner` was found: all entries before it are corrected, or removed where their pair is gone.
  settle(winner, sequences) {
    const places = this.places(sequences);
    const found = { count: this.counts.get(winner), place: places?.get(winner) };
    for (const [pair, entry] of this.entries) {
      if (!this.isBefore(pair, entry, winner, found)) continue;
      const count = this.counts.get(pair);
      if (count === undefined) this.entries.delete(pair);
      else this.entries.set(pair, { count, place: places?.get(pair) });
    }
  }

  isBefore(pair, entry, winner, found) {
    if (entry.count !== found.count) return entry.count > found.count;
    const compare = compareTies(this.tie, this.tokens, (key) => (key === pair ? entry : found).place);
    if (pair === winner) return this.tie === "first_seen" && compareAll(entry.place, found.place) < 0;
    return (compare(pair, winner) || pair - winner) < 0;
  }

  // Where each pair first occurs: number of the span, bytes before it; null where no tie asks for that.
  places(sequences) {
    if (this.tie !== "first_seen") return null;
    const found = new Map();
    sequences.forEach((tokens, span) => {
      let bytes = 0;
      for (let i = 1; i < tokens.length; i++) {
        const pair = pairKey(tokens[i - 1], tokens[i]);
        if (!found.has(pair)) found.set(pair, [span, bytes]);
        bytes += this.tokens[tokens[i - 1]].length;
      }
    });
    return found;
  }

  // Entries that state their pair's count, and others.
  sizes() {
    let live = 0;
    for (const [pair, { count }] of this.entries) live += (this.counts.get(pair) ?? 0) === count;
    return [live, this.entries.size - live];
  }
}
