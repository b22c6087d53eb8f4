// Typed ids, back to text. Twin: lab/decoding.py.

import { hexOf } from "../shared/utf8.js";
import { repr } from "../tokenizer/patterns/python_words.js";
import { AnswerError } from "./answer_error.js";

const SEPARATORS = /[\s,;[\](){}]+/;
const ID = /^[0-9]{1,10}$/;
const MOST_SHOWN = 24;

// Ids in any usual notation: "[1, 2]", "1 2", "1,2", one per line.
export function parseIds(text) {
  return text.split(SEPARATORS).filter(Boolean).map((word, at) => {
    if (ID.test(word)) return Number(word);
    const characters = Array.from(word);
    const shown = characters.length <= MOST_SHOWN ? word : `${characters.slice(0, MOST_SHOWN).join("")}…`;
    throw new AnswerError(`item ${at + 1} is ${repr(shown)}: expected whole numbers such as 24912, 2375`);
  });
}

export function decodeIds(tokenizer, ids) {
  const bytes = tokenizer.decodeBytes(ids);
  let valid = true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    valid = false;
  }
  return { text: tokenizer.decode(ids), valid, hex: hexOf(bytes) };
}
