// The Python code that creates the view of a merge stepper. Twin: screens/stepper/code.py.

import { ENCODERS } from "../tokenizer/trace.js";
import { loadCode } from "./load_code.js";
import { isToy } from "./merging/toys.js";
import { isOpenedName } from "./opened/opened_tokenizers.js";
import { reprOf } from "./python_code.js";

const USUAL = { model: "o200k_base", span: 0, whole: false, lanes: ENCODERS, compare: "", step: 0, pace: "merge" };

// The Python line that creates a MergeStepper in `state`, without default values; `tok` is an opened one.
function codeOf(state) {
  const isOpened = isOpenedName(state.model);
  const given = Object.entries(USUAL)
    .filter(([name]) => !isOpened || name !== "model")
    .map(([name, usual]) => [name, reprOf(state[name]), reprOf(usual)])
    .filter(([, value, usual]) => value !== usual)
    .map(([name, value]) => `${name}=${value}`);
  return `MergeStepper(${[reprOf(state.text), ...(isOpened ? ["tok"] : []), ...given].join(", ")})`;
}

// A Python program that creates this view, and one that makes one of its traces without it. opened: OpenedTokenizers
export function scriptOf(state, opened) {
  const { model, span, whole, lanes } = state;
  const text = reprOf(state.text);
  const merged = whole ? text : `data[spans.starts[${span}]:spans.ends[${span}]]`;
  const lines = [
    "import wordchipper_lab as wl",
    `from wordchipper_lab.lab import ${isToy(model) ? "toy_tokenizer, " : ""}trace_merges`,
    "from wordchipper_lab.widgets import MergeStepper",
    "",
    `tok = ${isToy(model) ? `toy_tokenizer(${reprOf(model)})` : loadCode(opened, model)}`,
    `${codeOf(state)}  # this view`,
    "",
    ...(whole ? [] : [`data, spans = ${text}.encode(), tok.spans(${text})`]),
    `trace = trace_merges(tok, ${merged}, ${reprOf(lanes[0] ?? ENCODERS[0])})  # one lane, without a screen`,
    "trace.tokens, trace.counters",
  ];
  return `${lines.join("\n")}\n`;
}
