/** Errors about a pattern, with the place in it. Twin: `PatternError` in wordchipper_lab/errors.py. */

import { PatternSyntaxError, UnsupportedPatternError } from "../errors.js";
import { repr, shorten } from "./python_words.js";

/**
 * The pattern is not a regular expression.
 * @param {string} pattern
 * @param {number} offset in UTF-16; the error counts characters, as Python does
 * @param {string} problem
 * @returns {PatternSyntaxError}
 */
export function syntaxError(pattern, offset, problem) {
  const position = characterAt(pattern, offset);
  return new PatternSyntaxError(messageOf(pattern, position, problem), pattern, position, problem);
}

/**
 * The pattern uses something that the automaton does not support.
 * @param {string} pattern
 * @param {number} offset in UTF-16
 * @param {string} problem
 * @returns {UnsupportedPatternError}
 */
export function unsupportedError(pattern, offset, problem) {
  const position = characterAt(pattern, offset);
  return new UnsupportedPatternError(messageOf(pattern, position, problem), pattern, position, problem);
}

/** @param {string} pattern @param {number} position @param {string} problem @returns {string} */
function messageOf(pattern, position, problem) {
  return shorten(`${problem} at position ${position} of the pattern ${repr(pattern)}`);
}

/** @param {string} pattern @param {number} offset @returns {number} -1, as `str.find` says, stays */
function characterAt(pattern, offset) {
  return offset < 0 ? offset : Array.from(pattern.slice(0, offset)).length;
}
