// The spans of the chosen corpus, counted once while the choice stays the same. Twin: screens/training/counted_corpus.py.

import { count } from "../../shared/dom.js";
import { compileLexer } from "../../tokenizer/compile_lexer.js";
import { SpanCounter } from "../../tokenizer/training/span_counter.js";
import { AnswerError } from "../answer_error.js";
import { resolvePattern } from "../divergence/lexers.js";
import { MAX_SIZE, countedKey, readSpecials } from "./choice.js";
import { textsOfFile, upTo } from "./corpus_texts.js";

export class CountedCorpus {
  // newEngine: () -> Engine
  constructor(newEngine) {
    Object.assign(this, { newEngine, files: [], key: null, counted: null });
  }

  // files: [[name, bytes]], the corpus "file"
  openFiles(files) {
    this.files = files;
    this.key = null;
  }

  // report: (done, total); job: {isStopped, breathe()}. Resolves to null if a stop came first.
  async count(state, report, job) {
    const key = countedKey(state);
    const { files } = this;
    if (this.key === key) return this.counted;
    const texts = readTexts(state, files);
    if (!texts.length) throw new AnswerError("there is no text to train on: type or open one, or choose another corpus");
    const counter = new SpanCounter(this.newEngine(), compiled(state.pattern), readSpecials(state.special_tokens));
    for (const [at, text] of texts.entries()) {
      if (job.isStopped) return null;
      counter.addText(text);
      report(at + 1, texts.length);
      await job.breathe();
    }
    const spans = counter.counts();
    if (!spans.length) throw new AnswerError("the pattern matches nothing in this text: there is no span to train on");
    if (files === this.files) Object.assign(this, { key, counted: spans }); // otherwise others were opened meanwhile
    return spans;
  }
}

function compiled(patternOrName) {
  try {
    return compileLexer(resolvePattern(patternOrName));
  } catch (error) {
    if (error.name !== "UnsupportedPatternError") throw error;
    throw new AnswerError(`${error.message}; in this page patterns are compiled, for a regular expression of any kind open a live page`);
  }
}

function readTexts({ corpus, text, size }, files) {
  if (size > MAX_SIZE) {
    throw new AnswerError(`this page trains on up to ${count(MAX_SIZE)} bytes: choose a smaller maximum size, or open a live page`);
  }
  if (corpus === "text") return upTo(text, size);
  if (corpus !== "file") throw new AnswerError(`the corpus ${corpus} is not in this page: type or open a text, or open a live page`);
  const texts = [];
  let left = size;
  for (const [name, data] of files) {
    for (const found of textsOfFile(name, data, left)) {
      texts.push(found);
      left -= new TextEncoder().encode(found).length;
    }
  }
  return texts;
}
