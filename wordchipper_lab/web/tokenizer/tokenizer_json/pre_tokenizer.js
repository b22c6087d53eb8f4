/**
 * The `pre_tokenizer` of a `tokenizer.json`: steps that end with ByteLevel, and the one pattern that says the
 * same.
 *
 * Twin: wordchipper_lab/vocab/formats/pre_tokenizer.py. What takes several passes over a text is refused
 * here.
 */

import { MODELS } from "../models.js";
import { escapeCharacter } from "../patterns/pattern_syntax.js";
import {
  checkLength,
  expectList,
  expectObject,
  isObject,
  typeOf,
  unsupported,
  written,
  wrongFile,
} from "./json_parts.js";
import {
  CL100K_FOR_ONIGURUMA,
  DEEPSEEK_V3,
  DEEPSEEK_V3_STEPS,
  DIGIT,
  GPT2_ORIGINAL_PATTERN,
  PUNCTUATION,
  STARCODER_WITH_DIGITS,
  WHITESPACE,
} from "./known_patterns.js";
import { findDialectDifference, fromOniguruma } from "./oniguruma.js";

/** @typedef {import("./json_parts.js").Part} Part */

/**
 * A step that divides each piece which the step before left.
 * @typedef {{ pattern: string, behavior: string, isInverted: boolean }} SplitStep
 */

/**
 * `keepsGaps`: whether text that the pattern does not match is split off, or dropped.
 * @typedef {{ pattern: string, keepsGaps: boolean }} SplitPattern
 */

const BEHAVIORS = ["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"];
const MOST_STEPS = 256;
const MOST_DEPTH = 256;
const MOST_CHARACTERS = 20_000; // of a pattern: real ones have up to 2,000
const SUPPORTED = "steps that split, then ByteLevel";
const ANY_TEXT = String.raw`[\s\S]+`;

/** @param {string} pattern @param {string} [behavior] @param {boolean} [isInverted] @returns {SplitStep} */
const step = (pattern, behavior = "Isolated", isInverted = false) => ({ pattern, behavior, isInverted });

const BYTE_LEVEL_STEP = step(GPT2_ORIGINAL_PATTERN);
const DIGITS_STEP = step(DIGIT);

const KNOWN_SEQUENCES = new Map([
  [keyOf([DIGITS_STEP, BYTE_LEVEL_STEP]), STARCODER_WITH_DIGITS],
  [keyOf(DEEPSEEK_V3_STEPS.map((pattern) => step(pattern))), DEEPSEEK_V3],
  [keyOf([step(CL100K_FOR_ONIGURUMA)]), MODELS.cl100k_base.pattern],
]);

/**
 * The pattern that splits as all steps of `preTokenizer` do.
 * @param {unknown} preTokenizer
 * @returns {SplitPattern}
 */
export function readPreTokenizer(preTokenizer) {
  const steps = readSteps(preTokenizer);
  const known = KNOWN_SEQUENCES.get(keyOf(steps));
  if (known) return { pattern: known, keepsGaps: false };
  if (steps.length === 0) return { pattern: ANY_TEXT, keepsGaps: false };
  if (steps.length > 1) {
    const given = `a pre_tokenizer of ${steps.length} steps that split`;
    throw unsupported(given, "one, or those of a known model");
  }
  const [{ pattern, behavior, isInverted }] = steps;
  if (steps[0] === BYTE_LEVEL_STEP) return { pattern, keepsGaps: false };
  if (behavior === "Isolated") return { pattern, keepsGaps: true };
  if (behavior === "Removed" && isInverted) return { pattern, keepsGaps: false };
  throw unsupported(`a split with behavior ${behavior}`, "Isolated, or Removed and invert");
}

/** @param {unknown} preTokenizer @returns {SplitStep[]} */
function readSteps(preTokenizer) {
  /** @type {Part[]} */
  const parts = [];
  flatten(preTokenizer, parts, 0);
  checkLength("steps that split", parts.length, MOST_STEPS);
  if (parts.at(-1)?.type !== "ByteLevel") {
    const types = parts.map((part) => part.type).join(" + ") || "None";
    throw unsupported(`pre_tokenizer ${types}, which does not end with ByteLevel,`, SUPPORTED);
  }
  const byteLevel = /** @type {Part} */ (parts.pop());
  const at = parts.findIndex((part) => part.type === "ByteLevel");
  const before = at < 0 ? parts : parts.slice(0, at);
  const steps = before.flatMap(readStep);
  if (at >= 0) throw unsupported(`ByteLevel before ${[...parts, byteLevel][at + 1].type}`, SUPPORTED);
  if (byteLevel.add_prefix_space) throw unsupported("ByteLevel with add_prefix_space", "one without");
  if (byteLevel.use_regex ?? true) steps.push(BYTE_LEVEL_STEP);
  return steps;
}

/** @param {unknown} part @param {Part[]} found @param {number} depth */
function flatten(part, found, depth) {
  if (part === null || part === undefined) return;
  if (!isObject(part) || typeof part.type !== "string") {
    throw unsupported(`pre_tokenizer ${typeOf(part)}`, SUPPORTED);
  }
  if (part.type !== "Sequence") {
    found.push(part);
    return;
  }
  if (depth === MOST_DEPTH) throw wrongFile("expected a vocabulary, got sequences nested too deeply");
  for (const each of expectList("pretokenizers", part.pretokenizers)) flatten(each, found, depth + 1);
}

/** @param {Part} part @returns {SplitStep[]} */
function readStep(part) {
  const kind = part.type;
  if (kind === "Split") {
    const behavior = behaviorOf(part.behavior);
    return [step(readPattern("Split", part.pattern), behavior, Boolean(part.invert))];
  }
  if (kind === "Digits") return [part.individual_digits ? DIGITS_STEP : step(DIGIT, "Contiguous")];
  if (kind === "Punctuation") return [step(PUNCTUATION, behaviorOf(part.behavior ?? "Isolated"))];
  if (kind === "Whitespace") return [step(WHITESPACE, "Removed", true)];
  if (kind === "WhitespaceSplit") return [step(String.raw`\s`, "Removed")];
  if (kind === "BertPreTokenizer") return [step(String.raw`\s`, "Removed"), step(PUNCTUATION)];
  if (kind === "CharDelimiterSplit") {
    const { delimiter } = part;
    if (typeof delimiter !== "string" || [...delimiter].length !== 1) {
      throw wrongFile(`expected a delimiter of one character, got ${written(delimiter)}`);
    }
    return [step(escaped(delimiter), "Removed")];
  }
  if (kind === "FixedLength") {
    const length = part.length ?? 5;
    if (!Number.isInteger(length) || length < 1 || length > 1000) {
      throw wrongFile(`expected a length from 1 to 1,000, got ${written(length)}`);
    }
    return [step(String.raw`[\s\S]{1,${length}}`)];
  }
  throw unsupported(`pre_tokenizer ${kind}`, SUPPORTED);
}

/** @param {unknown} given @returns {string} */
function behaviorOf(given) {
  if (typeof given === "string" && BEHAVIORS.includes(given)) return given;
  throw wrongFile(`expected a behavior (${BEHAVIORS.join(", ")}), got ${written(given)}`);
}

/**
 * A pattern, written as {"Regex": ...} or {"String": ...}, in the words of the `regex` package.
 * @param {string} what
 * @param {unknown} pattern
 * @returns {string}
 */
function readPattern(what, pattern) {
  const given = expectObject(`the pattern of ${what}`, pattern);
  const { String: text, Regex: source } = given;
  const isText = typeof text === "string" && text !== "";
  if (!isText && (typeof source !== "string" || source === "")) {
    throw unsupported(`${what} by ${written(pattern)}`, "a Regex or a String");
  }
  checkLength("characters in a pattern", (isText ? text : source).length, MOST_CHARACTERS);
  if (isText) return escaped(text);
  const difference = findDialectDifference(source);
  if (!difference) return fromOniguruma(source);
  const [offset, construct] = difference;
  const position = [...source.slice(0, offset)].length;
  throw unsupported(
    `${construct} at position ${position} of the pattern ${written(source)}`,
    "a construct that Oniguruma and this package read alike",
  );
}

/** @param {string} text */
const escaped = (text) => Array.from(text, escapeCharacter).join("");

/**
 * With escapes for line ends, which DeepSeek's file holds as they are.
 * @param {readonly SplitStep[]} steps
 */
function keyOf(steps) {
  const spelt = steps.map(({ pattern, behavior, isInverted }) => {
    return [pattern.replaceAll("\r", "\\r").replaceAll("\n", "\\n"), behavior, isInverted];
  });
  return JSON.stringify(spelt);
}
