/** The pretrained vocabularies: names, files, patterns and special tokens; twin of Python's vocab/pretrained.py. */

import { UnknownNameError } from "./errors.js";

/** The wording of the GPT-2 release (2019); `R50K_PATTERN` gives the same spans. */
export const GPT2_ORIGINAL_PATTERN = String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`;
export const R50K_PATTERN = String.raw`'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s`;
export const CL100K_PATTERN = String.raw`'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s`;
const CONTRACTION = String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)?`;
const LETTERS = String.raw`[^\r\n\p{L}\p{N}]?`;
const MAY_BEGIN = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const MAY_END = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
export const O200K_PATTERN =
  `${LETTERS}${MAY_BEGIN}*${MAY_END}+${CONTRACTION}|${LETTERS}${MAY_BEGIN}+${MAY_END}*${CONTRACTION}` +
  String.raw`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`;

/**
 * @typedef {Object} Model
 * @property {string} file name of its file of tokens; vocabularies may share one
 * @property {string} pattern
 * @property {ReadonlyMap<string, number>} specialTokens text -> id; if two share an id, it decodes to the first
 */

const END = "<|endoftext|>";
const MIDDLE = ["<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>"];
const O200K_SPECIAL = { [END]: 199999, "<|endofprompt|>": 200018 };

const HARMONY = {
  200002: "return",
  200003: "constrain",
  200005: "channel",
  200006: "start",
  200007: "end",
  200008: "message",
  200012: "call",
};

/** 200018 has two names, and keeps that of o200k_base. @returns {Record<string, number>} */
function harmonySpecial() {
  /** @type {Record<number, string>} */
  const names = HARMONY;
  /** @type {Record<string, number>} */
  const special = { ...O200K_SPECIAL, "<|startoftext|>": 199998 };
  for (let id = 200000; id < 201088; id++) special[`<|${names[id] ?? `reserved_${id}`}|>`] = id;
  return special;
}

/** @param {number} first @returns {Record<string, number>} */
const middles = (first) => Object.fromEntries(MIDDLE.map((text, i) => [text, first + i]));

/** @param {string} file @param {string} pattern @param {Record<string, number>} special @returns {Model} */
const model = (file, pattern, special) => ({ file, pattern, specialTokens: new Map(Object.entries(special)) });

/** @type {Readonly<Record<string, Model>>} */
export const MODELS = {
  r50k_base: model("r50k_base", R50K_PATTERN, { [END]: 50256 }),
  p50k_base: model("p50k_base", R50K_PATTERN, { [END]: 50256 }),
  p50k_edit: model("p50k_base", R50K_PATTERN, { [END]: 50256, ...middles(50281) }),
  cl100k_base: model("cl100k_base", CL100K_PATTERN, { [END]: 100257, ...middles(100258), "<|endofprompt|>": 100276 }),
  o200k_base: model("o200k_base", O200K_PATTERN, O200K_SPECIAL),
  o200k_harmony: model("o200k_base", O200K_PATTERN, harmonySpecial()),
};

/**
 * The model with this name, and the name; "openai:NAME" and "openai::NAME" mean NAME, "gpt2" means r50k_base.
 * @param {string} name
 * @returns {[string, Model]}
 */
export function findModel(name) {
  let bare = String(name);
  for (const prefix of ["openai::", "openai:"]) {
    if (bare.startsWith(prefix)) {
      bare = bare.slice(prefix.length);
      break;
    }
  }
  if (bare === "gpt2") bare = "r50k_base";
  if (!Object.hasOwn(MODELS, bare)) throw new UnknownNameError("vocabulary", name, Object.keys(MODELS));
  return [bare, MODELS[bare]];
}
