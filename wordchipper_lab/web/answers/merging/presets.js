// Spans worth stepping through; what to look for in them is in the page already. Twin: lab/merging/presets.py.

import { ENCODERS } from "../../tokenizer/trace.js";

const preset = (text, more = {}) => ({ text, model: "o200k_base", span: 0, lanes: ENCODERS, compare: "", ...more });

export const PRESETS = {
  tokenization: preset(" tokenization"),
  defenestration: preset("defenestration", { lanes: [...ENCODERS, "shift_reduce"] }),
  "Greedy left to right is wrong: [a, b, c]": preset("abc", { model: "toy: bc, ab", lanes: [...ENCODERS, "greedy_left"] }),
  "Shift-reduce is wrong: bear": preset("bear", { model: "r50k_base", lanes: [...ENCODERS, "shift_reduce", "greedy_left"] }),
  "Three merges: abcd": preset("abcd", { model: "toy: ab, cd, abcd" }),
  "A family, joined": preset("\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"),
  "Spaces before a word": preset("   world", { span: 1 }),
  "CamelCase, two vocabularies": preset("CamelCaseIdentifier", {
    model: "cl100k_base",
    lanes: ["buffer_sweep", "priority_merge", "bpe_backtrack"],
    compare: "o200k_base",
  }),
  Thai: preset("สวัสดีชาวโลก"),
  Korean: preset("안녕하세요"),
  "200 bytes that repeat": preset(`${"aab".repeat(66)}aa`),
};
