// A trained vocabulary as files: name -> contents. Twins: vocab/formats/{write_vocab,tiktoken_file,gpt2_files,
// tokenizer_json_writer}.py.

import { repr } from "../../tokenizer/patterns/python_words.js";
import { CHARACTERS } from "../../tokenizer/tokenizer_json/byte_unicode.js";
import { CL100K_FOR_ONIGURUMA } from "../../tokenizer/tokenizer_json/known_patterns.js";
import { MODELS } from "../../tokenizer/models.js";
import { AnswerError } from "../answer_error.js";
import { OPEN_PATTERNS } from "../divergence/known_lexers.js";
import { unknownName } from "../unknown_name.js";

const FORMATS = { tiktoken: tiktokenFile, json: tokenizerJson, gpt2: gpt2Files, opened: openedFile };
export const RESULT_FILE = "trained.json";
const SPECIAL_FORM = /^<\|[^|]+\|>$/;

export function filesOf(tokenizer, format) {
  if (!Object.hasOwn(FORMATS, format)) throw unknownName("format", format, Object.keys(FORMATS));
  return FORMATS[format](tokenizer);
}

const idsOf = ({ vocabSize }) => Array.from({ length: vocabSize }, (_, id) => id);
const spellingOf = (tokenizer, id) => Array.from(tokenizer.idToBytes(id), (byte) => CHARACTERS[byte]).join("");
const pairText = (tokenizer, pair) => pair.map((id) => spellingOf(tokenizer, id)).join(" ");

function tiktokenFile(tokenizer) {
  const lines = idsOf(tokenizer).map((id) => `${btoa(String.fromCharCode(...tokenizer.idToBytes(id)))} ${id}\n`);
  return { [`${tokenizer.name}.tiktoken`]: lines.join("") };
}

// What other screens of a page open.
function openedFile(tokenizer) {
  return { [RESULT_FILE]: tokenizerJson(tokenizer)["tokenizer.json"] };
}

// Tokens of two or more bytes, with what each is merged from.
function mergesOf(tokenizer) {
  return idsOf(tokenizer)
    .filter((id) => tokenizer.idToBytes(id).length > 1)
    .map((id) => [id, tokenizer.vocabulary.split(id)]);
}

function spelledIds(tokenizer) {
  return new Map(idsOf(tokenizer).map((id) => [spellingOf(tokenizer, id), id]));
}

// As JSON, in this order: an object would put keys that are numbers first.
const objectText = (entries) => `{${[...entries].map(([key, id]) => `${JSON.stringify(key)}: ${id}`).join(", ")}}`;

function gpt2Files(tokenizer) {
  const specials = tokenizer.getSpecialTokens();
  const unclear = specials.find(([text]) => !SPECIAL_FORM.test(text));
  if (unclear) {
    throw new AnswerError(
      `vocab.bpe cannot say that ${repr(unclear[0])} is a special token: expected a name like <|end|>, or write a tokenizer.json`,
    );
  }
  const lines = mergesOf(tokenizer).map(([, pair]) => pairText(tokenizer, pair));
  return {
    "vocab.bpe": `${["#version: 0.2", ...lines].join("\n")}\n`,
    "encoder.json": objectText(new Map([...spelledIds(tokenizer), ...specials])),
  };
}

function tokenizerJson(tokenizer) {
  const specials = tokenizer.getSpecialTokens();
  const ids = spelledIds(tokenizer);
  const taken = specials.find(([text]) => ids.has(text));
  if (taken) {
    throw new AnswerError(
      `tokenizer.json cannot hold the special token ${repr(taken[0])} (id ${taken[1]}): a ranked token is written the same way`,
    );
  }
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  const merges = mergesOf(tokenizer).map(([, pair]) => pairText(tokenizer, pair));
  const file = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: specials.map(([content, id]) => ({ id, content, ...plain, special: true })),
    normalizer: null,
    pre_tokenizer: preTokenizer(tokenizer.pattern),
    post_processor: null,
    decoder: byteLevel(true),
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: "\u0000",
      merges,
    },
  };
  return { "tokenizer.json": JSON.stringify(file, null, 1).replace('"\\u0000"', () => objectText(ids)) };
}

const byteLevel = (uses) => ({ type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: uses });

function preTokenizer(pattern) {
  if ([MODELS.r50k_base.pattern, OPEN_PATTERNS.gpt_neox].includes(pattern)) return byteLevel(true);
  const isNamed = [MODELS.cl100k_base.pattern, MODELS.o200k_base.pattern, ...Object.values(OPEN_PATTERNS)].includes(pattern);
  if (!isNamed) throw new AnswerError("this page writes a tokenizer.json for patterns with a name: save a .tiktoken file, or open a live page");
  const written = pattern === MODELS.cl100k_base.pattern ? CL100K_FOR_ONIGURUMA : pattern;
  const split = { type: "Split", pattern: { Regex: written }, behavior: "Isolated", invert: false };
  return { type: "Sequence", pretokenizers: [split, byteLevel(false)] };
}
