// What methods of Python's `str` make of a text. Upper and lower case are the browser's: they differ for letters of
// which only one of both versions of Unicode knows the other case.

import { hasCodepoint } from "../tokenizer/patterns/code_sets.js";
import { findCategory } from "../tokenizer/patterns/unicode_data.js";

// Characters that Python takes for white space, for a set of a regular expression.
export const SPACES = String.raw`\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

const AROUND = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, "g");
const CHEROKEE = /[\u13a0-\u13fd\uab70-\uabbf]/; // its small letters came later, so they are folded to the others
const GEORGIAN = /[\u10d0-\u10ff]/; // has capitals, but no word begins with one
const IOTA = "\u0345"; // below a Greek letter
const TITLES = new Map([..."ǄǅǆǇǈǉǊǋǌ"].map((letter, at) => [letter, "ǅǈǋ"[Math.floor(at / 3)]]));
for (const letter of "Ǳǲǳ") TITLES.set(letter, "ǲ");
TITLES.set("ŉ", "ʼN");

export function strip(text) {
  return text.replace(AROUND, "");
}

export function firstCharacters(text, n) {
  return text.length <= n ? text : Array.from(text).slice(0, n).join("");
}

export function isAlpha(text) {
  const letters = findCategory("L").codes();
  return text !== "" && Array.from(text).every((character) => hasCodepoint(letters, character.codePointAt(0)));
}

// `casefold` of one character; that of a text is that of each.
export function foldCharacter(character) {
  if (character === "ı") return character;
  if (CHEROKEE.test(character)) return character.toUpperCase();
  return character.toLowerCase().toUpperCase().toLowerCase();
}

export function casefold(text) {
  return Array.from(text, foldCharacter).join("");
}

export function capitalize(text) {
  const [first = ""] = text;
  return titleOf(first) + text.toLowerCase().slice(first.toLowerCase().length);
}

function titleOf(character) {
  if (GEORGIAN.test(character)) return character;
  if (TITLES.has(character)) return TITLES.get(character);
  const parts = character.normalize("NFD");
  if (parts.length > 1 && parts.includes(IOTA)) {
    const title = parts.replace(IOTA, "").normalize("NFC").toUpperCase() + IOTA;
    return title.normalize("NFC").length === 1 ? title.normalize("NFC") : title;
  }
  const [first = "", ...rest] = character.toUpperCase();
  return first + rest.join("").toLowerCase();
}
