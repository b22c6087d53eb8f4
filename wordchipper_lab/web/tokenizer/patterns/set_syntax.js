/**
 * Reader of the source of a character set: one character, an escape, or a class.
 *
 * In Python the `regex` package reads it (version 0: no sets within sets, no operations). pattern_syntax.js
 * lets pass only what is read here.
 */

import { readProperty } from "./property_names.js";
import { SetProblem } from "./set_problem.js";

/** @typedef {import("./property_names.js").Property} Property */

/**
 * Characters from `low` to `high`, both included.
 * @typedef {{low: number, high: number}} Range
 */

/** @typedef {{members: (Range | Property)[], negative: boolean}} SetSyntax */

const TOKEN = /\\(?:[pP](?:\{[^}]*\}|.)|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)|./suy;

/** @type {Record<string, string>} */
const NAMED_SETS = {
  d: "\\p{gc=Nd}",
  D: "\\P{gc=Nd}",
  s: "\\p{WSpace=Y}",
  S: "\\P{WSpace=Y}",
  w: "\\p{Word=Y}",
  W: "\\P{Word=Y}",
};
/** @type {Record<string, string>} */
const NAMED_CHARACTERS = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", a: "\x07" };

/**
 * Read the source of a set; throws `SetProblem`.
 * @param {string} source
 * @returns {SetSyntax}
 */
export function readSet(source) {
  if (source === ".") return { members: [{ low: 10, high: 10 }], negative: true };
  const negative = source.startsWith("[^");
  const tokens = source.startsWith("[") ? tokensOf(source.slice(negative ? 2 : 1, -1)) : tokensOf(source);
  /** @type {SetSyntax["members"]} */
  const members = [];
  for (let at = 0; at < tokens.length; at++) {
    const start = readToken(tokens[at]);
    if ("set" in start || tokens[at + 1] !== "-" || at + 2 >= tokens.length) {
      members.push(start);
      continue;
    }
    const end = readToken(tokens[at + 2]);
    at += 2;
    if ("set" in end) {
      members.push(start, characterOf("-"), end);
    } else {
      if (start.low > end.low) throw new SetProblem("bad character range");
      members.push({ low: start.low, high: end.low });
    }
  }
  return { members, negative };
}

/** @param {string} source @returns {string[]} */
function tokensOf(source) {
  const tokens = [];
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    tokens.push(/** @type {RegExpExecArray} */ (TOKEN.exec(source))[0]);
  }
  return tokens;
}

/** @param {string} token @returns {Range | Property} */
function readToken(token) {
  if (!token.startsWith("\\")) return characterOf(token);
  const letter = token[1];
  if (letter === "p" || letter === "P") return readProperty(token);
  if (letter in NAMED_SETS) return readProperty(NAMED_SETS[letter]);
  if (letter in NAMED_CHARACTERS) return characterOf(NAMED_CHARACTERS[letter]);
  if (!"xuU".includes(letter)) return characterOf(token.slice(1));
  const code = Number.parseInt(token.slice(2), 16);
  if (code > 0x10ffff) throw new SetProblem(`bad hex escape ${token}`);
  return { low: code, high: code };
}

/** @param {string} character @returns {Range} */
function characterOf(character) {
  const code = /** @type {number} */ (character.codePointAt(0));
  return { low: code, high: code };
}
