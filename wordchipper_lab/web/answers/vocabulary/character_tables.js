// The class and script of every character, as of Unicode 16. Twin: lab/vocabulary/characters.py, which asks the
// `regex` package, whatever its version of Unicode: the two differ in characters that are newer, and in no token.

import { N_CODEPOINTS } from "../../tokenizer/patterns/code_sets.js";
import { once } from "../../tokenizer/patterns/once.js";
import { findCategory, findProperty, findScript } from "../../tokenizer/patterns/unicode_data.js";

// Classes of characters, as bits: letters and marks, numbers, white space, punctuation and symbols, all others.
export const LETTER = 1;
export const NUMBER = 2;
export const SPACE = 4;
export const SIGN = 8;
export const OTHER = 16;

// Scripts up to this number are of no writing system.
export const UNKNOWN = 0;
export const COMMON = 1;
export const INHERITED = 2;

// Codepoint -> class.
export const classTable = once(() => {
  const table = new Uint8Array(N_CODEPOINTS).fill(OTHER);
  for (const name of ["S", "P"]) fill(table, findCategory(name), SIGN);
  fill(table, findProperty("WHITESPACE"), SPACE);
  fill(table, findCategory("N"), NUMBER);
  for (const name of ["M", "L"]) fill(table, findCategory(name), LETTER);
  return table;
});

// Codepoint -> number of its script in `names`, 0 for none of them.
export function scriptTable(names) {
  const table = new Uint8Array(N_CODEPOINTS);
  names.forEach((name, number) => {
    if (number !== UNKNOWN) fill(table, findScript(name.replaceAll("_", "").toUpperCase()), number);
  });
  return table;
}

function fill(table, found, value) {
  const edges = found.codes();
  for (let at = 0; at < edges.length; at += 2) table.fill(value, edges[at], edges[at + 1]);
}
