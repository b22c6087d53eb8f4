// What each generation of trainers stores, and how a merge changes that. The merges are the kernel's, and what its
// sequences say decides everything here: nothing is searched for. Twins: training/generations/*.py.

import { pairKey, pairOf } from "../../tokenizer/training/changes.js";
import { HeapEntries } from "./heap_entries.js";

export const GENERATIONS = ["naive", "incremental", "parallel", "inverted_index", "heap", "fast"];

// Keys of the pairs of neighbours.
export const pairsOf = function* (tokens) {
  for (let i = 1; i < tokens.length; i++) yield pairKey(tokens[i - 1], tokens[i]);
};

export function openBooks(generation, trainer, tie, tokens) {
  if (generation === "naive") return new NaiveBooks(trainer);
  if (generation === "fast") return new FastBooks(trainer);
  return new KeptBooks(trainer, generation === "heap" ? { tie, tokens } : null);
}

// Counts all pairs of all spans again.
class NaiveBooks {
  constructor(trainer) {
    this.trainer = trainer;
  }

  settle() {}

  pairCounts(sequences) {
    const counts = new Map();
    const weights = this.trainer.corpus.counts;
    sequences.forEach((tokens, span) => {
      for (const pair of pairsOf(tokens)) counts.set(pair, (counts.get(pair) ?? 0) + weights[span]);
    });
    return counts;
  }

  changes() {
    return [];
  }

  heap() {
    return null;
  }
}

// The kernel's own.
class FastBooks {
  constructor(trainer) {
    this.trainer = trainer;
  }

  settle() {}

  pairCounts() {
    return this.trainer.pairCounts();
  }

  changes(before, after, merge, heard) {
    return heard;
  }

  heap() {
    return [this.trainer.heapLive, this.trainer.heapStale];
  }
}

// Keeps the counts: those of a span that a merge changes are withdrawn, and registered again.
class KeptBooks {
  // withHeap: {tie, tokens}, for the generation that keeps a heap
  constructor(trainer, withHeap) {
    this.weights = trainer.corpus.counts;
    this.counts = new Map();
    const sequences = trainer.sequences();
    sequences.forEach((tokens, span) => this.register(span, tokens));
    this.entries = withHeap && new HeapEntries(this.counts, withHeap);
    this.entries?.rebuild(sequences);
  }

  // The best pair was looked for, and found.
  settle(winner, sequences) {
    this.entries?.settle(winner, sequences);
  }

  pairCounts() {
    return new Map(this.counts);
  }

  changes(before, after, { left, right, token }) {
    const changes = [];
    const note = (kind, span, key, weight) => {
      const [first, second] = pairOf(key);
      changes.push({ kind, span, left: first, right: second, weight });
    };
    const fresh = new Set();
    after.forEach((tokens, span) => {
      const merged = before[span].length - tokens.length;
      if (merged === 0) return;
      this.withdraw(span, before[span], note);
      note("rewrite", span, pairKey(left, right), merged);
      this.register(span, tokens, note);
      for (const pair of pairsOf(tokens)) if (pairOf(pair).includes(token)) fresh.add(pair);
    });
    this.entries?.push(fresh, after);
    return changes;
  }

  withdraw(span, tokens, note) {
    const weight = this.weights[span];
    for (const pair of pairsOf(tokens)) {
      const n = this.counts.get(pair);
      if (n === weight) this.counts.delete(pair);
      else this.counts.set(pair, n - weight);
      note("withdraw", span, pair, -weight);
    }
  }

  register(span, tokens, note = () => {}) {
    const weight = this.weights[span];
    for (const pair of pairsOf(tokens)) {
      this.counts.set(pair, (this.counts.get(pair) ?? 0) + weight);
      note("register", span, pair, weight);
    }
  }

  heap() {
    return this.entries?.sizes() ?? null;
  }
}
