// Limits of a pattern that was typed. Twins: spanners/pattern_size.py, and pattern_limits.py with the limits of pages.

import { count } from "../../shared/dom.js";
import { repr } from "../../tokenizer/patterns/python_words.js";
import { AnswerError } from "../answer_error.js";

const MOST = { characters: 2000, literal: 500, size: 100_000 };
const SHOWN = 60;

const CLASS = /\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]/uy;
const BRACES = /\{[^{}]*\}/uy;
const VERBOSE_BRACES = /\{(?:#.*|[^{}#])*\}/uy;
const SPACE = /\s|#.*/uy;
const COUNT = /^\{0*(\d*),?0*(\d*)\}$/u;
const CALL = /\(\?(?:R|[+-]?\d|&|P>)/uy;
const BETWEEN_LITERALS = /[|*+{.?]/u;
const PASSED_OVER = /\(\?(?:#[^)]*|P<\w+>|<?[=!]|>|[-\w]*)[:)]?|\{[^{}]*\}|[()]/gu;
const ESCAPED_OR_OPEN = /\\[^]|\[/gu;
const FLAGS = /\(\?(\w*)(?:-(\w+))?([:)])/uy;
const SHORT_CLASS = 12;

const lengthOf = (text) => Array.from(text).length;

function matchAt(expression, text, at) {
  expression.lastIndex = at;
  return expression.exec(text);
}

const named = (name) =>
  `the environment variable WORDCHIPPER_LAB_PAGE_PATTERN_${name.toUpperCase()} (or PatternLimits(${name}=...))`;

function shortened(pattern) {
  const characters = Array.from(pattern);
  return repr(characters.length <= SHOWN ? pattern : `${characters.slice(0, SHOWN).join("")}…`);
}

// Throws for a pattern that is too large, or calls a group.
export function checkSize(pattern) {
  const characters = lengthOf(pattern);
  if (characters > MOST.characters) {
    throw new AnswerError(
      `the pattern has ${count(characters)} characters, but at most ${count(MOST.characters)} are allowed: shorten it, or ` +
        `raise ${named("characters")}`,
    );
  }
  const literal = longestLiteral(pattern);
  if (literal > MOST.literal) {
    throw new AnswerError(
      `the pattern ${shortened(pattern)} has ${count(literal)} literal characters in a row, but at most ` +
        `${count(MOST.literal)} are allowed: shorten that part, or raise ${named("literal")}`,
    );
  }
  if (patternSize(pattern) > MOST.size) {
    throw new AnswerError(
      `the pattern ${shortened(pattern)} has more than the ${count(MOST.size)} characters and groups allowed once its counts ` +
        `are multiplied: use smaller counts, and none around a group that contains counts, or raise ${named("size")}`,
    );
  }
}

function longestLiteral(pattern) {
  const parts = [];
  let at = 0;
  for (const opened of pattern.matchAll(ESCAPED_OR_OPEN)) {
    if (opened.index < at || opened[0] !== "[") continue;
    const found = matchAt(CLASS, pattern, opened.index);
    if (!found) break; // no bracket closes one after it either
    parts.push(pattern.slice(at, opened.index), lengthOf(found[0]) <= SHORT_CLASS ? "a" : "|");
    at = opened.index + found[0].length;
  }
  const shown = [...parts, pattern.slice(at)].join("").replace(PASSED_OVER, "");
  return Math.max(...shown.split(BETWEEN_LITERALS).map(lengthOf));
}

// Upper bound of the characters, classes and groups, each multiplied by the counts around it; counting stops above the limit.
function patternSize(pattern) {
  let [isVerbose, hasNoMoreClasses] = [false, false];
  let [total, last, at] = [0, 0, 0]; // of the open group, and of the item that a count would repeat
  const outer = [];
  while (at < pattern.length) {
    const character = String.fromCodePoint(pattern.codePointAt(at));
    let end = at + character.length;
    let size = 1;
    const space = isVerbose && matchAt(SPACE, pattern, at);
    const braces = character === "{" && matchAt(isVerbose ? VERBOSE_BRACES : BRACES, pattern, at);
    if (space) {
      end = at + space[0].length;
      size = 0;
    } else if (character === "\\") {
      end += end < pattern.length ? String.fromCodePoint(pattern.codePointAt(end)).length : 1;
    } else if (character === "[" && !hasNoMoreClasses) {
      const found = matchAt(CLASS, pattern, at);
      if (found) {
        end = at + found[0].length;
        size = lengthOf(found[0]);
      }
      hasNoMoreClasses = !found; // no bracket closes one after it either
    } else if (pattern.startsWith("(?#", at)) {
      end = pattern.indexOf(")", at) + 1 || pattern.length;
      size = 0;
    } else if (character === "(") {
      if (matchAt(CALL, pattern, at)) {
        throw new AnswerError(
          `the pattern ${shortened(pattern)} has a group that is called by name or number, and may call itself without end: ` +
            "write the group out where it is called",
        );
      }
      const flags = matchAt(FLAGS, pattern, at);
      if (!flags || flags[3] === ":") {
        outer.push([total, isVerbose]);
        total = last = 0;
      }
      size = 0;
      if (flags) {
        end = at + flags[0].length;
        isVerbose = flags[1].includes("x") || (isVerbose && !(flags[2] ?? "").includes("x"));
      }
    } else if (character === ")" && outer.length) {
      size = total + 1;
      [total, isVerbose] = outer.pop();
    } else if ("*+?".includes(character)) {
      size = 0;
    } else if (braces) {
      end = at + braces[0].length;
      const found = COUNT.exec(isVerbose ? braces[0].replace(/\s|#.*/gu, "") : braces[0]);
      size = found ? last * timesOf(found) : last + lengthOf(braces[0]);
      total -= last;
    }
    if (size) {
      total += size;
      last = size;
    }
    if (total > MOST.size) break;
    at = end;
  }
  return total + outer.reduce((sum, [before]) => sum + before, 0);
}

function timesOf([, least, most]) {
  const [low, high] = [least, most].map((digits) => Number(digits.slice(0, 7) || 1));
  return Math.max(low, high, 1);
}
