// Corpora of a few words, each of which shows one thing about training. Twin: lab/training/toy_corpora.py, which has their
// stories, too.

import { count } from "../../shared/dom.js";
import { compileLexer } from "../../tokenizer/compile_lexer.js";
import { SpanCounter } from "../../tokenizer/training/span_counter.js";
import { SymbolCounts } from "../../tokenizer/training/symbol_counts.js";
import { AnswerError } from "../answer_error.js";
import { resolvePattern } from "../divergence/lexers.js";
import { unknownName } from "../unknown_name.js";
import { symbolsOfWords } from "./count_words.js";

export const LEVELS = ["bytes", "characters", "characters_joined"];

const MARKERS = { characters: "separate", characters_joined: "attached" };
const MAX_TOY_TEXT = 2000; // characters
const WORDS = String.raw`\S+`;

const repeated = (counts) => Object.entries(counts).flatMap(([word, n]) => Array(n).fill(word)).join(" ");
const LOW = repeated({ low: 5, lower: 2, newest: 6, widest: 3 });
const USUAL = { level: "bytes", tie: "lowest_ids", pattern: "r50k_base", merges: 10 };

export const TOY_CORPORA = {
  "low lower newest widest": { ...USUAL, text: LOW, level: "characters", tie: "first_seen" },
  "low low low ...": { ...USUAL, text: LOW, tie: "greatest_bytes", merges: 14 },
  "aabaa aab": { ...USUAL, text: "aabaa aab", tie: "first_seen", pattern: String.raw`[\s\S]+`, merges: 8 },
  hello: { ...USUAL, text: repeated({ hello: 5 }), level: "characters_joined", tie: "least_bytes", merges: 4 },
  "runs: aaaa": { ...USUAL, text: "aaaaaaa aaaa baaab", merges: 8 },
  "characters of three bytes": { ...USUAL, text: "你好 你们好 您好 好你", merges: 12 },
};

export const OWN_TOY = "own text";

// The toy that is chosen, or an own text.
export function toyOf({ toy, toy_text: text }) {
  return TOY_CORPORA[toy] ?? { ...USUAL, text, merges: 40 };
}

// A short text as the input of a trainer, and the bytes of each distinct span.
export function toySymbols(engine, text, level, pattern) {
  if (!LEVELS.includes(level)) throw unknownName("level", level, LEVELS);
  const size = Array.from(text).length;
  if (size > MAX_TOY_TEXT) {
    throw new AnswerError(
      `this text has ${count(size)} characters; up to ${count(MAX_TOY_TEXT)} can be trained on merge by merge: shorten it, ` +
        "or use it as a real corpus",
    );
  }
  const spans = countSpans(engine, text, level === "bytes" ? resolvePattern(pattern) : WORDS);
  if (level === "bytes") return { corpus: SymbolCounts.fromSpans(spans), spans: spans.spans() };
  const corpus = symbolsOfWords(spans, MARKERS[level]);
  return { corpus, spans: sequencesOf(corpus).map((word) => joined(word.map((symbol) => corpus.alphabet[symbol]))) };
}

function countSpans(engine, text, pattern) {
  const counter = new SpanCounter(engine, compileLexer(pattern));
  counter.addText(text);
  const spans = counter.counts();
  counter.free();
  return spans;
}

export function sequencesOf({ symbols, ends }) {
  return Array.from(ends, (end, i) => Array.from(symbols.subarray(i > 0 ? ends[i - 1] : 0, end)));
}

function joined(parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
