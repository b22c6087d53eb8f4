// From the files that a visitor gave to a vocabulary. Twin: lab/opened/reading.py, which reads more formats.

import { MODELS } from "../../tokenizer/models.js";
import { readTiktoken } from "../../tokenizer/tiktoken_file.js";
import { readTokenizerJson } from "../../tokenizer/tokenizer_json.js";
import { AnswerError, explainProblem } from "../answer_error.js";
import { resolvePattern } from "../divergence/lexers.js";
import { PATTERN_CHOICES, ofSize, suggestPattern } from "./suggestion.js";

const LONGEST_NAME = 60;
const ELSEWHERE = "Nothing was opened; a live page may open it: wordchipper-lab serve";

// files: Map of names to bytes; pattern: the name of the chosen one, "" before it was asked for; published: (model) ->
// Promise of its RankedTokens, null where the page does not have it
// Resolves to {file, ranked, described, given}, or to {choice}: the question for a pattern.
export async function readOpened(engine, files, pattern, published) {
  const [[name, data]] = onlyOne(files);
  const file = shortName(name);
  return isJson(data) ? readJson(engine, file, new TextDecoder().decode(data)) : readLines(file, data, pattern, published);
}

// What `open` resolves to; where it fails, an AnswerError says what to do.
export async function orElsewhere(open) {
  try {
    return await open();
  } catch (error) {
    throw new AnswerError(`${explainProblem(error)}. ${ELSEWHERE}`);
  }
}

function onlyOne(files) {
  if (files.size !== 1) {
    throw new AnswerError(`${[...files.keys()].join(" and ")} were given: this page opens one tokenizer.json or .tiktoken file`);
  }
  return files;
}

const isJson = (data) => new TextDecoder().decode(data.subarray(0, 1000)).trimStart().startsWith("{");

// text: of a tokenizer.json
export function readJson(engine, file, text) {
  const { ranked, described } = parsed(engine, file, text);
  if (described.isNormalized) throw new AnswerError(`${file} changes texts before it splits them (NFC), which the screens of this page do not show`);
  const specialIds = new Set(described.specialTokens.values());
  if (ranked.ids || [...ranked.others.keys()].some((id) => !specialIds.has(id))) throw new AnswerError(`${file} has ids in another order than its merges, or entries that no merge makes, which the screens of this page do not show`);
  const isByte = (_, token) => ranked.tokenStarts[token + 1] - ranked.tokenStarts[token] === 1;
  if (ranked.tokenStarts.subarray(1).filter(isByte).length < 256) throw new AnswerError(`${file} has no token for some bytes, and the screens of this page do not show what becomes of those`);
  return { file, ranked, described, given: {} };
}

function parsed(engine, file, text) {
  try {
    return readTokenizerJson(engine, text);
  } catch (error) {
    if (!error.isTokenizerError) throw error;
    throw new AnswerError(error.message.replace(/^tokenizer\.json/, file));
  }
}

async function readLines(file, data, pattern, published) {
  if (!/^\S+ \d+\r?\n/.test(new TextDecoder().decode(data.subarray(0, 1000)))) {
    throw new AnswerError(`${file} is neither a tokenizer.json nor a .tiktoken file, which this page opens`);
  }
  const ranked = readTiktoken(data);
  const nRanked = ranked.tokenStarts.length - 1;
  const model = await publishedName(ranked, published);
  if (!pattern) {
    const [suggested, why] = suggestPattern(nRanked, model);
    return { choice: { file, patterns: PATTERN_CHOICES, suggested, why } };
  }
  const specialTokens = model ? MODELS[model].specialTokens : new Map();
  const described = { pattern: resolvePattern(pattern), specialTokens };
  return { file, ranked, described, given: { pattern, ...(model && { special_tokens: specialTokens }) } };
}

// The bundled vocabulary of which this is a copy; null for any other.
async function publishedName({ tokenData, tokenStarts }, published) {
  const model = ofSize(tokenStarts.length - 1);
  const theirs = model && (await published(model));
  if (!theirs) return null;
  const isSame = (mine, other) => mine.length === other.length && mine.every((value, at) => value === other[at]);
  return isSame(tokenStarts, theirs.tokenStarts) && isSame(tokenData, theirs.tokenData) ? model : null;
}

// Without folders; the end of one that is too long, because that says the format.
function shortName(name) {
  const last = name.toWellFormed?.() ?? name;
  const bare = last.split(/[\\/]/).at(-1) || "file";
  return bare.length <= LONGEST_NAME ? bare : `…${bare.slice(-LONGEST_NAME)}`;
}
