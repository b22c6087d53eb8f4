/**
 * A split pattern -> everything that the lexers' kernels need; twin of Python's spanners/vector/vector_tables.py.
 *
 * OpenAI's patterns have rules for 64 bytes at once, which want to know the class of each character beyond ASCII.
 */

import { GPT2_ORIGINAL_PATTERN, MODELS } from "./models.js";
import { compilePattern } from "./patterns/automaton_tables.js";
import { buildCells, patternSets } from "./patterns/cells.js";
import { rereadsWithoutEnd } from "./patterns/look_ahead.js";
import { parsePattern } from "./patterns/pattern_syntax.js";
import { WorkBudget } from "./patterns/work_budget.js";

const R50K = 1;
const CL100K = 2;
const O200K = 3;

/** Pattern -> the number of its rules. */
export const FAMILIES = new Map([
  [GPT2_ORIGINAL_PATTERN, R50K],
  [MODELS.r50k_base.pattern, R50K],
  [MODELS.cl100k_base.pattern, CL100K],
  [MODELS.o200k_base.pattern, O200K],
]);

const HARD = 0;
const UPPER = 1;
const LOWER = 2;
const CASELESS = 3;
const MARK = 4;
const OTHER = 5;

/**
 * Throws `PatternSyntaxError`, or `UnsupportedPatternError`. About 50 ms for the first pattern, then 5 to 10.
 * @param {string} pattern
 * @returns {import("./lexers.js").CompiledPattern}
 */
export function compileLexer(pattern) {
  const automaton = compilePattern(pattern);
  const family = FAMILIES.get(pattern) ?? 0;
  const classes = family ? classesOf(pattern, family) : new Uint8Array(1);
  return { ...automaton, family, classes, rereads: rereadsWithoutEnd(automaton) };
}

/** The class of each cell, from the sets of the pattern that contain it. @param {string} pattern @param {number} family */
function classesOf(pattern, family) {
  const sets = patternSets(parsePattern(pattern));
  const cells = buildCells(pattern, sets, new WorkBudget(pattern));
  const masks = new Map(sets.map((chars) => [chars.source, cells.maskOf(chars)]));
  /** @param {...string} sources the first that the pattern has */
  const mask = (...sources) => {
    const found = sources.map((source) => masks.get(source)).find(Boolean);
    if (!found) throw new Error(`the pattern has no set ${sources.join(" or ")}`);
    return found;
  };
  const other = mask(String.raw`[^\s\p{L}\p{N}]`);
  if (family !== O200K) {
    const letters = mask(String.raw`\p{L}`, String.raw`[\p{L}]`);
    return Uint8Array.from(other, (isOther, cell) => (letters[cell] ? LOWER : isOther ? OTHER : HARD));
  }
  const mayBegin = mask(String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`);
  const mayEnd = mask(String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`);
  return Uint8Array.from(other, (isOther, cell) => {
    if (mayBegin[cell] && mayEnd[cell]) return isOther ? MARK : CASELESS;
    return mayBegin[cell] ? UPPER : mayEnd[cell] ? LOWER : isOther ? OTHER : HARD;
  });
}
