// The Python code that creates the view of a TrainingLab. Twin: screens/training/code.py.

import { firstCharacters } from "../python_text.js";
import { reprOf } from "../python_code.js";
import { PUBLIC, readSpecials } from "./choice.js";
import { TOY_CORPORA } from "./toy_corpora.js";

const TOY = ["toy", "toy_text", "toy_level", "toy_trainer", "toy_tie"];
const LONGEST = 2000; // characters of a text that is included in code
const FIRST_TOY = Object.keys(TOY_CORPORA)[0];

const USUAL = {
  mode: "toy",
  toy: FIRST_TOY,
  toy_text: "she sells sea shells by the sea shore",
  toy_level: TOY_CORPORA[FIRST_TOY].level,
  toy_trainer: "incremental",
  toy_tie: TOY_CORPORA[FIRST_TOY].tie,
  corpus: "python",
  text: "",
  size: 500_000,
  start_from: "",
  pattern: "r50k_base",
  vocab_size: 1256,
  trainer: "fast",
  tie: "lowest_ids",
  byte_order: "value",
  special_tokens: "",
  min_frequency: 2,
  max_token_length: 0,
  rate: 200,
  step: 1,
  compare: false,
};

// The Python line that creates a TrainingLab in `state`, without default values and options that its mode does not use.
export function codeOf(state) {
  const isToy = state.mode === "toy";
  const used = PUBLIC.filter((name) => name !== "probe" && [...TOY, "step"].includes(name) === isToy);
  const named = new Map(used.filter((name) => state[name] !== USUAL[name]).map((name) => [name, state[name]]));
  if (isToy && Object.hasOwn(TOY_CORPORA, state.toy)) {
    const own = TOY_CORPORA[state.toy];
    for (const [name, value] of [["toy_level", own.level], ["toy_tie", own.tie]]) {
      if (state[name] === value) named.delete(name); // its own level and rule need not be stated
      else named.set(name, state[name]);
    }
  }
  if (firstCharacters(named.get("text") ?? "", LONGEST) !== (named.get("text") ?? "")) named.set("text", "...");
  return `TrainingLab(${[...named].map(([name, value]) => `${name}=${reprOf(value)}`).join(", ")})`;
}

// A Python program that creates this view, and one that does the same without it.
export function scriptOf(state) {
  const view = ["from wordchipper_lab.widgets import TrainingLab", "", `${codeOf(state)}  # this view`, ""];
  return `${(state.mode === "toy" ? toyScript(state, view) : realScript(state, view)).join("\n")}\n`;
}

function toyScript(state, view) {
  const corpus = Object.hasOwn(TOY_CORPORA, state.toy) ? state.toy : state.toy_text;
  const given = [corpus, state.toy_trainer, state.toy_tie, state.toy_level].map(reprOf).join(", ");
  return [
    "from wordchipper_lab.lab.training import trace_training",
    ...view,
    `trace = trace_training(${given})  # the same without a screen`,
    "[(trace.tokens[frame.merge.token], frame.merge.frequency, frame.why) for frame in trace.frames]",
  ];
}

const READING = {
  text: ["texts = [...]  # your own text"],
  file: ["texts = [...]  # the contents of your files"],
};

function realScript(state, view) {
  const reading = READING[state.corpus] ?? [
    "from wordchipper_lab.lab.training import read_corpus",
    `texts = read_corpus(${reprOf(state.corpus)}, ${state.size})`,
  ];
  const isFurther = state.start_from !== "";
  const start = isFurther ? [`start = wl.Tokenizer.from_pretrained(${reprOf(state.start_from)})`] : [];
  const from = isFurther ? ", start=start" : `, ${reprOf(state.pattern)}`;
  return [
    "import wordchipper_lab as wl",
    ...view,
    ...reading,
    ...start,
    `tok = wl.train_bpe(texts, ${state.vocab_size}${from}${optionsCode(state)})  # the same without a screen`,
    'tok.encode("hello world")',
    `tok.save("${isFurther ? "tokenizer.json" : "mine.tiktoken"}")`,
  ];
}

function optionsCode(state) {
  const specials = readSpecials(state.special_tokens);
  const given = [
    ["special_tokens", tupleOf(specials), specials.length > 0],
    ["trainer", reprOf(state.trainer), state.trainer !== "fast"],
    ["tie", reprOf(state.tie), state.tie !== "lowest_ids"],
    ["min_frequency", state.min_frequency, state.min_frequency !== 1],
    ["byte_order", reprOf(state.byte_order), !state.start_from && state.byte_order !== "value"],
    ["max_token_length", state.max_token_length, state.max_token_length !== 0],
  ];
  return given.filter(([, , isOther]) => isOther).map(([name, value]) => `, ${name}=${value}`).join("");
}

const tupleOf = (texts) => `(${texts.map(reprOf).join(", ")}${texts.length === 1 ? "," : ""})`;
