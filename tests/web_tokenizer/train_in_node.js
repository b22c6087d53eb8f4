/** Trains what it is asked, a line of JSON each: node train_in_node.js FOLDER_OF_THE_TOKENIZER */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { Engine } = await load("engine.js");
const { compileLexer } = await load("compile_lexer.js");
const { automatonOnly } = await load("lexers.js");
const { pairOf } = await load("training/changes.js");
const { FastTrainer } = await load("training/fast_trainer.js");
const { TrainingOptions } = await load("training/options.js");
const { SpanCounter } = await load("training/span_counter.js");
const { SpanCounts, SymbolCounts } = await load("training/symbol_counts.js");

const module = new WebAssembly.Module(readFileSync(`${folder}/engine.wasm`));
let engine = new Engine(module); // one for all: what a trainer gives back, the next one uses

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytesOf = (text) => new Uint8Array(Buffer.from(text, "hex"));

function spanCounts({ spans, counts }) {
  const listed = spans.map(bytesOf);
  let end = 0;
  const ends = Float64Array.from(listed, (span) => (end += span.length));
  return new SpanCounts(Uint8Array.from(listed.flatMap((span) => [...span])), ends, Float64Array.from(counts));
}

function stateOf(trainer) {
  const pairs = [...trainer.pairCounts()].map(([key, n]) => [...pairOf(key), n]);
  const best = trainer.bestPair();
  return {
    sequences: trainer.sequences(),
    pairs,
    best: best && [best.left, best.right, best.count],
    heap: [trainer.heapLive, trainer.heapStale],
    nTokens: trainer.nTokens,
    stopped: trainer.stopped,
  };
}

const ASKED = {
  count({ pattern, texts, specials, vector }) {
    const compiled = compileLexer(pattern);
    const counter = new SpanCounter(engine, vector ? compiled : automatonOnly(compiled), specials);
    texts.forEach((text) => counter.addText(text));
    const found = counter.counts();
    counter.free();
    return { spans: found.spans().map(hex), counts: [...found.counts], nBytes: found.nBytes };
  },
  // blocks: numbers of merges to make; the answer has the state after each of them
  train({ corpus, options, blocks, watched, known }) {
    const changes = [];
    const observer = watched ? ({ kind, span, left, right, weight }) => changes.push([kind, span, left, right, weight]) : null;
    const given = new TrainingOptions(options);
    const trainer = new FastTrainer(engine, SymbolCounts.fromSpans(spanCounts(corpus), given.byteOrder), given, { observer });
    if (known) trainer.replay(known.map(([left, right, token, frequency]) => ({ left, right, token, frequency })));
    const states = blocks.map((most) => {
      trainer.steps(most);
      return stateOf(trainer);
    });
    const merges = trainer.merges.map((merge) => Object.values(merge));
    const tokens = trainer.tokens.map(hex);
    trainer.free();
    return { merges, tokens, states, changes };
  },
  renew() {
    engine = new Engine(module);
    return {};
  },
  used: () => ({ bytes: engine.memory.next }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = ASKED[question.ask](question);
  } catch (error) {
    answer = { error: error.name, message: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
