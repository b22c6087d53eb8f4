/** Values as Python writes them, for messages that are the same on both sides. */

import { hasCodepoint, unionOf } from "./code_sets.js";
import { once } from "./once.js";
import { findCategory } from "./unicode_data.js";

const MOST_SHOWN = 80;
const MOST_CHARACTERS = 1500; // of a message
const ESCAPES = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

const unprintable = once(() =>
  unionOf(["CC", "CF", "CS", "CO", "CN", "ZL", "ZP", "ZS"].map((name) => findCategory(name)?.codes() ?? [])),
);

/**
 * `repr` of a str. (What is printable depends on Python's version of Unicode; here it is 16.)
 * @param {string} text
 * @returns {string}
 */
export function repr(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const shown = Array.from(text, (character) => {
    if (character === quote) return `\\${quote}`;
    const code = /** @type {number} */ (character.codePointAt(0));
    const isPrintable = code < 0x7f ? code >= 0x20 : !hasCodepoint(unprintable(), code);
    return ESCAPES.get(character) ?? (isPrintable ? character : escapeOf(code));
  });
  return quote + shown.join("") + quote;
}

/** @param {number} code @returns {string} */
function escapeOf(code) {
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}

/**
 * A text as shown in a message, not too long. Twin: `errors.show`.
 * @param {string} text
 * @returns {string}
 */
export function show(text) {
  const words = Array.from(repr(Array.from(text).slice(0, 200).join("")));
  return words.length <= MOST_SHOWN ? words.join("") : `${words.slice(0, MOST_SHOWN).join("")}…`;
}

/**
 * A message, shortened in the middle if it is long. Twin: `errors.WordchipperLabError`.
 * @param {string} message
 * @returns {string}
 */
export function shorten(message) {
  const characters = Array.from(message);
  const leftOut = characters.length - MOST_CHARACTERS;
  if (leftOut <= 0) return message;
  const end = Math.floor(MOST_CHARACTERS / 3);
  const parts = [characters.slice(0, MOST_CHARACTERS - end), characters.slice(-end)].map((part) =>
    part.join(""),
  );
  return parts.join(` … (${leftOut.toLocaleString("en")} characters left out) … `);
}
