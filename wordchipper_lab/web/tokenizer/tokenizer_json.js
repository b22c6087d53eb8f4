/**
 * Hugging Face's `tokenizer.json`, as far as it describes byte-level BPE that splits by one pattern.
 *
 * Twin: wordchipper_lab/vocab/formats/tokenizer_json.py. `truncation` and `padding`, which act on ids after
 * encoding, are not carried out. Anything else that would change ids is refused by name.
 */

import { UnsupportedPatternError, VocabularyError } from "./errors.js";
import { bytesWithoutToken, rankByMerges } from "./merge_ranks.js";
import { checkAddedIds, readAddedTokens } from "./tokenizer_json/added_tokens.js";
import {
  expectObject,
  refusal,
  typeOf,
  unsupported,
  written,
  wrongFile,
} from "./tokenizer_json/json_parts.js";
import { checkStable, isNfc } from "./tokenizer_json/normalizer.js";
import { checkPostProcessor } from "./tokenizer_json/post_processor.js";
import { readPreTokenizer } from "./tokenizer_json/pre_tokenizer.js";
import { Entries, readMerges } from "./tokenizer_json/vocab_and_merges.js";
import { wordsPattern } from "./tokenizer_json/word_gaps.js";

/** @typedef {import("./tokenizer_json/json_parts.js").Part} Part */
/** @typedef {import("./vocabulary.js").RankedTokens} RankedTokens */

const OPTIONS = ["dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"];

/**
 * Tokens, pattern and special tokens of a file. All added tokens count as special: they are found before the
 * text is split.
 *
 * Throws `TokenizerJsonError` for something else than a `tokenizer.json`, `PatternSyntaxError`, and
 * `UnsupportedTokenizerError`, naming the part, for a file whose ids this engine could not reproduce.
 * @param {import("./engine.js").Engine} engine
 * @param {string | object} json the text of the file, or what it parses to
 * @returns {{ ranked: RankedTokens, described: import("./vocabulary.js").Described }}
 */
export function readTokenizerJson(engine, json) {
  const file = expectObject("the file", typeof json === "string" ? parsed(json) : json);
  const model = expectObject("model", file.model);
  checkModel(model);
  const isNormalized = isNfc(file.normalizer);
  const added = readAddedTokens(file.added_tokens);
  if (isNormalized) checkStable(added);
  const split = readPreTokenizer(file.pre_tokenizer);
  checkPostProcessor(file.post_processor);
  const entries = new Entries(expectObject("vocab", model.vocab));
  checkAddedIds(added, entries.idOf);
  const unknown = readUnknown(model, entries);
  const merges = readMerges(model.merges, entries);
  const pattern = supported(() => wordsPattern(split));
  const ranked = rankByMerges(engine, entries, merges, { wholeSpans: Boolean(model.ignore_merges), unknown });
  for (const [id, bytes] of entries.others) ranked.others.set(id, bytes);
  const specialTokens = new Map([...added].map(([text, { id }]) => [text, id]));
  return { ranked, described: { name: "tokenizer", pattern, specialTokens, isNormalized } };
}

/**
 * What `make` makes of what the file says. That the automaton does not support its pattern, or two of its
 * tokens have one id, is said of the file.
 * @template T
 * @param {() => T} make
 * @returns {T}
 */
export function supported(make) {
  try {
    return make();
  } catch (problem) {
    if (problem instanceof UnsupportedPatternError) throw refusal(`pre_tokenizer: ${problem.message}`);
    if (problem instanceof VocabularyError) throw refusal(problem.message);
    throw problem;
  }
}

/** @param {string} text @returns {unknown} */
function parsed(text) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (problem) {
    throw wrongFile(`expected JSON: ${problem instanceof Error ? problem.message : problem}`);
  }
}

/** @param {Part} model */
function checkModel(model) {
  // Early versions of the format do not state the type; only BPE has merges.
  const type = "type" in model || !("merges" in model) ? model.type : "BPE";
  if (type !== "BPE") throw unsupported(`model ${typeOf(model)}`, "BPE");
  for (const option of OPTIONS) {
    if (model[option]) throw unsupported(`model option ${option} = ${written(model[option])}`, "none");
  }
}

/**
 * The id for bytes without a token, if there are such in texts.
 * @param {Part} model
 * @param {Entries} entries
 * @returns {number | null}
 */
function readUnknown(model, entries) {
  const text = model.unk_token ?? null;
  if (text === null || bytesWithoutToken(entries).length === 0) return null;
  const id = entries.idOf.get(text);
  if (id === undefined) throw wrongFile(`expected the unk_token ${written(text)} in the vocabulary`);
  if (model.fuse_unk) throw unsupported("fuse_unk in a vocabulary that lacks bytes", "fuse_unk false");
  return id;
}
