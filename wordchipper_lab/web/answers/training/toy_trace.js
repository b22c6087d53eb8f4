// A toy run, merge by merge: the counts, the winner and why, the effect of the merge on spans and counts. The kernels make
// the merges. Twin: lab/training/trace.py.

import { pairKey, pairOf } from "../../tokenizer/training/changes.js";
import { FastTrainer } from "../../tokenizer/training/fast_trainer.js";
import { TrainingOptions } from "../../tokenizer/training/options.js";
import { unknownName } from "../unknown_name.js";
import { GENERATIONS, openBooks, pairsOf } from "./books.js";
import { compareTies } from "./ties.js";
import { toySymbols } from "./toy_corpora.js";
import { explainWinner } from "./why.js";

// toy: {text, pattern, merges}; generation: whose books are shown
export function traceTraining(engine, toy, generation, tie, level) {
  const { corpus, spans } = toySymbols(engine, toy.text, level, toy.pattern);
  if (!GENERATIONS.includes(generation)) throw unknownName("trainer", generation, GENERATIONS);
  const heard = [];
  const options = new TrainingOptions({ vocabSize: corpus.alphabet.length + toy.merges, tie });
  const trainer = new FastTrainer(engine, corpus, options, { observer: (change) => heard.push(change) });
  const run = { trainer, heard, spans, tie, books: openBooks(generation, trainer, tie, trainer.tokens) };
  const trace = {
    text: toy.text,
    level,
    trainer: generation,
    tie,
    spans,
    counts: Array.from(corpus.counts),
    tokens: trainer.tokens,
    n_symbols: corpus.alphabet.length,
    start: trainer.sequences(),
    n_tokens: trainer.nTokens,
    frames: [],
  };
  for (let frame; trace.frames.length < toy.merges && (frame = nextFrame(run)); ) trace.frames.push(frame);
  trainer.step(); // sets why it ends
  trace.end = counted(run.books.pairCounts(trainer.sequences()));
  trace.stopped = trainer.stopped;
  trainer.free();
  return trace;
}

function nextFrame({ trainer, heard, spans, tie, books }) {
  const best = trainer.bestPair();
  if (!best) return null;
  const winner = pairKey(best.left, best.right);
  const before = trainer.sequences();
  books.settle(winner, before);
  const counts = books.pairCounts(before);
  const places = firstPlaces(before);
  const byTie = compareTies(tie, trainer.tokens, (pair) => [places.get(pair).place]);
  const order = [...counts.keys()].sort(byTie);
  order.sort((one, other) => (one !== winner) - (other !== winner) || counts.get(other) - counts.get(one));
  const tied = order.filter((pair) => counts.get(pair) === counts.get(winner));
  const why = explainWinner(winner, tied, counts, tie, trainer.tokens, spans[places.get(winner).span]);
  heard.length = 0;
  const merge = trainer.step();
  const after = trainer.sequences();
  const changes = [...books.changes(before, after, merge, heard)];
  return {
    merge,
    pairs: counted(new Map(order.map((pair) => [pair, counts.get(pair)]))),
    n_tied: tied.length,
    why,
    before,
    after,
    changes,
    n_tokens: trainer.nTokens,
    heap: books.heap(),
  };
}

function counted(counts) {
  return [...counts].map(([key, count]) => {
    const [left, right] = pairOf(key);
    return { left, right, count };
  });
}

// For each pair, its place among all pairs in the order of the spans, and the number of its span.
function firstPlaces(sequences) {
  const found = new Map();
  let place = 0;
  sequences.forEach((tokens, span) => {
    for (const pair of pairsOf(tokens)) {
      if (!found.has(pair)) found.set(pair, { place, span });
      place += 1;
    }
  });
  return found;
}
