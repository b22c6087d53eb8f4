// What to search for, and the notations that it may have. Twin: lab/vocabulary/query.py; a query is an object of its
// fields.

import { count } from "../../shared/dom.js";
import { encode } from "../../shared/utf8.js";
import { repr } from "../../tokenizer/patterns/python_words.js";
import { AnswerError } from "../answer_error.js";
import { reprOf } from "../python_code.js";
import { SPACES, firstCharacters } from "../python_text.js";
import { unknownName } from "../unknown_name.js";
import { KINDS, SCRIPT_NAMES } from "./token_index.js";

const MOST_CHARACTERS = 2000;
const MOST_SHOWN = 24;

// The fields, each as it usually is.
export const USUAL_QUERY = {
  text: "", by: "text", match: "contains", ignore_case: false,
  utf8: "any", special: "any", space: "any", kind: "", script: "",
  min_bytes: 0, max_bytes: 0, min_characters: 0, max_characters: 0,
  sort: "id", descending: false,
};

const CHOICES = {
  by: ["text", "regex", "hex", "id"],
  match: ["contains", "starts", "ends", "exact"],
  utf8: ["any", "whole", "partial"],
  special: ["any", "ranked", "special", "never"],
  space: ["any", "with", "without"],
  kind: ["", ...KINDS],
  script: ["", ...SCRIPT_NAMES],
  sort: ["id", "rank", "bytes", "characters"],
};
const SEPARATORS = new RegExp(`[${SPACES},;:\\[\\](){}]+`);
const AROUND_RANGE = new RegExp(`[${SPACES}]*(-|–|\\.\\.)[${SPACES}]*`, "g");
const HEX_WORD = /^(?:(?:0x|\\x)?(?:[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|(?:0x[0-9a-f]{2})+)$/i;
const RANGE = /^([0-9]{1,10})(?:(?:-|–|\.\.)([0-9]{1,10}))?$/;

export function checkQuery(query) {
  for (const [name, known] of Object.entries(CHOICES)) {
    if (!known.includes(query[name])) throw unknownName(name, query[name], known);
  }
  const n = Array.from(query.text).length;
  if (n <= MOST_CHARACTERS) return;
  const most = count(MOST_CHARACTERS);
  throw new AnswerError(`the query has ${count(n)} characters, but at most ${most} are allowed: shorten it`);
}

// The bytes to search for in a query by text or hex.
export function bytesOfQuery({ text, by }) {
  return by === "hex" ? parseHex(text) : encode(text);
}

// Two digits a byte, with spaces, commas, 0x and \x in between.
export function parseHex(text) {
  const words = wordsOf(text.replaceAll("_", " ").replaceAll("-", " "));
  words.forEach((word, at) => {
    if (!HEX_WORD.test(word)) throw unexpected(word, at, "bytes as two hexadecimal digits each, e.g. e2 80 99");
  });
  const digits = words.join("").replaceAll(/0x|\\x/gi, "");
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

// Ids and ranges of ids, both ends included: [first, last] of each.
export function parseRanges(text) {
  return wordsOf(text.replaceAll(AROUND_RANGE, "$1")).map((word, at) => {
    const found = RANGE.exec(word);
    if (!found) throw unexpected(word, at, "ids such as 1917, or ranges such as 100-120");
    return [Number(found[1]), Number(found[2] ?? found[1])];
  });
}

function wordsOf(text) {
  return text.split(SEPARATORS).filter(Boolean);
}

function unexpected(word, at, expected) {
  const shown = firstCharacters(word, MOST_SHOWN);
  return new AnswerError(`item ${at + 1} is ${repr(shown === word ? word : `${shown}…`)}: expected ${expected}`);
}

// As arguments of `search_vocabulary`, without what is usual.
export function argumentsOf(query) {
  const given = Object.entries(USUAL_QUERY)
    .filter(([name, usual]) => name !== "text" && query[name] !== usual)
    .map(([name]) => `${name}=${reprOf(query[name])}`);
  return [...(query.text || !given.length ? [reprOf(query.text)] : []), ...given].join(", ");
}
