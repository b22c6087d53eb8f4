// What is chosen: names, limits, and the options of a trainer. Twins: screens/training/question.py, widgets/training_state.py.

import { BYTE_ORDERS, TIES, TrainingOptions } from "../../tokenizer/training/options.js";
import { SPACES } from "../python_text.js";
import { unknownName } from "../unknown_name.js";
import { GENERATIONS } from "./books.js";
import { LEVELS, OWN_TOY, TOY_CORPORA } from "./toy_corpora.js";

const CHOSEN = ["mode", "toy", "toy_text", "toy_level", "toy_trainer", "toy_tie", "corpus", "text", "size", "start_from", "pattern",
  "vocab_size", "trainer", "tie", "byte_order", "special_tokens", "min_frequency", "max_token_length", "rate"];
export const OF_TOYS = ["mode", "toy", "toy_text", "toy_level", "toy_trainer", "toy_tie", "step"];
const TOY_KEY = ["toy", "toy_text", "toy_level", "toy_trainer", "toy_tie"];
export const PUBLIC = [...CHOSEN, "step", "probe", "compare"];

// Bytes of a corpus that a page without a server trains on.
export const MAX_SIZE = 2_000_000;
const LARGEST_SIZE = 16_000_000; // of a live page

const CORPORA = ["python", "english", "diverse", "code", "text", "file"];
const KNOWN = {
  mode: ["mode", ["toy", "real"]],
  toy: ["toy", [...Object.keys(TOY_CORPORA), OWN_TOY]],
  toy_level: ["level", LEVELS],
  toy_trainer: ["trainer", GENERATIONS],
  toy_tie: ["tie-breaking", TIES],
  corpus: ["corpus", CORPORA],
  trainer: ["trainer", GENERATIONS],
  tie: ["tie-breaking", TIES],
  byte_order: ["byte order", Object.keys(BYTE_ORDERS)],
};
const LIMITS = {
  size: [1_000, LARGEST_SIZE],
  vocab_size: [0, 400_000],
  min_frequency: [1, 2 ** 40],
  max_token_length: [0, 1 << 20],
  rate: [0, 1_000_000],
  step: [0, 1 << 20],
};
const SPACE = new RegExp(`[${SPACES}]+`);

const sound = (text) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));

// A value as the state takes it; throws for a name that nothing has.
export function validated(name, value) {
  if (Object.hasOwn(LIMITS, name)) return Math.max(LIMITS[name][0], Math.min(Math.trunc(value), LIMITS[name][1]));
  if (Object.hasOwn(KNOWN, name)) {
    const [what, known] = KNOWN[name];
    if (!known.includes(value)) throw unknownName(what, value, known);
  }
  return typeof value === "string" ? sound(value) : value;
}

// What decides the trace of the toy.
export function toyKey(state) {
  return JSON.stringify(TOY_KEY.map((name) => state[name]));
}

// What decides the counted spans.
export function countedKey(state) {
  const text = state.corpus === "text" ? state.text : "";
  return JSON.stringify([state.corpus, text, state.size, state.pattern, state.special_tokens]);
}

// The special tokens in a line, separated by spaces.
export function readSpecials(line) {
  return [...new Set(line.split(SPACE).filter(Boolean))];
}

export function optionsOf(state) {
  return new TrainingOptions({
    vocabSize: state.vocab_size,
    tie: state.tie,
    minFrequency: state.min_frequency,
    maxTokenLength: state.max_token_length || null,
    specialTokens: readSpecials(state.special_tokens),
    byteOrder: state.byte_order,
  });
}
