/**
 * Parts of a `tokenizer.json`, and what is said about them. Twin: wordchipper_lab/vocab/formats/json_text.py.
 */

import { TokenizerJsonError, UnsupportedTokenizerError } from "../errors.js";
import { repr, shorten } from "../patterns/python_words.js";

export const NAME = "tokenizer.json";

/** @typedef {Record<string, any>} Part */

/** The error for a file that is damaged, or something else. @param {string} problem */
export const wrongFile = (problem) => new TokenizerJsonError(shorten(`${NAME}: ${problem}`));

/** The error for a file that cannot be reproduced. @param {string} problem */
export const refusal = (problem) => new UnsupportedTokenizerError(shorten(`${NAME}: ${problem}`));

/** The error for a part that cannot be reproduced. @param {string} given @param {string} expected */
export const unsupported = (given, expected) => refusal(`${given} is not supported, expected ${expected}`);

/** @param {string} what @param {unknown} value @returns {Part} */
export function expectObject(what, value) {
  if (!isObject(value)) throw wrongFile(`expected ${what} to be an object, got ${kindOf(value)}`);
  return value;
}

/** @param {string} what @param {unknown} value @returns {any[]} */
export function expectList(what, value) {
  if (!Array.isArray(value)) throw wrongFile(`expected ${what} as a list, got ${kindOf(value)}`);
  return value;
}

/**
 * Throw for more than `most` parts; files of models have a few.
 * @param {string} what
 * @param {number} found
 * @param {number} most
 */
export function checkLength(what, found, most) {
  if (found <= most) return;
  const [given, limit] = [found, most].map((n) => n.toLocaleString("en"));
  throw new UnsupportedTokenizerError(`${NAME} has ${given} ${what}; this engine supports up to ${limit}`);
}

/** Whether `value` is an id, a whole number of 32 bits. @param {unknown} value @returns {value is number} */
export function isId(value) {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 0x100000000;
}

/** @param {unknown} value @returns {value is Part} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The "type" of a part, for messages. @param {unknown} part @returns {string} */
export function typeOf(part) {
  const found = isObject(part) ? part.type : part;
  return typeof found === "string" && isObject(part) ? found : written(found);
}

const MOST_PARTS = 20;
const MOST_DEPTH = 4;

/**
 * A value as Python writes it, cut short.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {string}
 */
export function written(value, depth = 0) {
  if (typeof value === "string") return repr(value.slice(0, 1000));
  if (value === true || value === false) return value ? "True" : "False";
  if (value === null || value === undefined) return "None";
  if (typeof value !== "object") return String(value);
  if (depth === MOST_DEPTH) return "…";
  const parts = (Array.isArray(value) ? value : Object.entries(value)).slice(0, MOST_PARTS);
  if (Array.isArray(value)) return `[${parts.map((part) => written(part, depth + 1)).join(", ")}]`;
  return `{${parts.map(([key, part]) => `${repr(key)}: ${written(part, depth + 1)}`).join(", ")}}`;
}

const MOST_SHOWN = 80;
const ESCAPES = new Map([
  [9, "\\t"],
  [10, "\\n"],
  [13, "\\r"],
  [92, "\\\\"],
]);

/** Bytes as Python writes them, cut short. @param {Uint8Array} bytes */
export function shownBytes(bytes) {
  const quote = bytes.includes(39) && !bytes.includes(34) ? '"' : "'";
  const shown = Array.from(bytes.subarray(0, 200), (byte) => {
    const escape = ESCAPES.get(byte);
    if (escape) return escape;
    if (byte === quote.charCodeAt(0)) return `\\${quote}`;
    if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
    return `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  const words = `b${quote}${shown.join("")}${quote}`;
  return words.length <= MOST_SHOWN ? words : `${words.slice(0, MOST_SHOWN)}…`;
}

/** @param {unknown} value */
function kindOf(value) {
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? "list" : typeof value;
}
