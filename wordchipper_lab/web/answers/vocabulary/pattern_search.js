// Which texts a pattern matches anywhere. Twin: lab/vocabulary/regex_matching.py, which asks the `regex` package.
// Here branches become automata of all ways to match, as the tokenizer reads patterns: what that does not know, or
// cannot be sure of, is refused.

import { PatternError, PatternSyntaxError } from "../../tokenizer/errors.js";
import { buildNfa } from "../../tokenizer/patterns/build_nfa.js";
import { buildCells, patternSets } from "../../tokenizer/patterns/cells.js";
import { unsupportedError } from "../../tokenizer/patterns/pattern_errors.js";
import { parsePattern } from "../../tokenizer/patterns/pattern_syntax.js";
import { repr } from "../../tokenizer/patterns/python_words.js";
import { walk } from "../../tokenizer/patterns/syntax_tree.js";
import { WorkBudget } from "../../tokenizer/patterns/work_budget.js";
import { AnswerError } from "../answer_error.js";
import { splitBranches } from "../branches.js";
import { EveryWay } from "./every_way.js";

const MOST_STEPS = 40_000_000; // about a second
const ANY = { kind: "CharSet", source: "[\\s\\S]", ignoreCase: false };
const IGNORING = "(?i:";
const ENDS_WITH_DOLLAR = /^(?:[^\\]|\\[^])*\$$/;

export class PatternSearch {
  // Compiles it: about 10 ms.
  constructor(pattern, ignoreCase = false) {
    this.pattern = pattern;
    this.steps = 0;
    const branches = placed(splitBranches(pattern));
    const groups = new Map(); // those with the same anchors are one automaton
    for (const found of branches) {
      const branch = this.explaining(found, ignoreCase, () => readBranch(found, ignoreCase));
      const key = `${branch.isAnchored} ${branch.toEnd}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(branch);
    }
    this.automata = [...groups.values()].map((group) => this.compile(group, ignoreCase));
  }

  // Whether it matches somewhere in the text of the bytes from `start` to `end`.
  isIn(data, start, end) {
    return this.automata.some((automaton) => automaton.isIn(data, start, end));
  }

  compile(group, ignoreCase) {
    const [{ isAnchored, toEnd }] = group;
    const made = (sources) => nfaOf(written(sources.join("|"), ignoreCase));
    const spend = (steps) => this.spend(steps);
    try {
      return new EveryWay(made(group.map(({ bare }) => bare)), { isAnchored, toEnd, spend });
    } catch (error) {
      for (const branch of group) this.explaining(branch, ignoreCase, () => made([branch.bare])); // is it one?
      throw explained(error, this.pattern, -Infinity); // it is no single one: they are too many
    }
  }

  // Errors tell where in the whole pattern something is.
  explaining({ source, before }, ignoreCase, act) {
    try {
      return act();
    } catch (error) {
      const written = ignoreCase ? IGNORING.length : 0;
      throw explained(error, this.pattern, before + Number(source.startsWith("^")) - written);
    }
  }

  spend(steps) {
    this.steps += steps;
    if (this.steps <= MOST_STEPS) return;
    const shown = repr(this.pattern);
    throw new AnswerError(`the pattern ${shown} takes too long in this page: simplify it, or open a live page`);
  }
}

// Branches, each with the number of characters before it.
function placed(branches) {
  let next = 0;
  return branches.map(({ source }) => {
    const before = next;
    next += Array.from(source).length + 1;
    return { source, before };
  });
}

// A branch may begin with ^ and end with $; within it, neither is known.
function readBranch(branch, ignoreCase) {
  const isAnchored = branch.source.startsWith("^");
  const bare = branch.source.slice(Number(isAnchored));
  if (isAnchored && /^[?*+]/.test(bare)) throw unsupportedError(bare, 0, "unsupported quantifier after '^'");
  if (!ENDS_WITH_DOLLAR.test(bare)) return { ...branch, bare, isAnchored, toEnd: false };
  const toEnd = !isPossessive(written(bare.slice(0, -1), ignoreCase));
  return { ...branch, bare: toEnd ? bare.slice(0, -1) : bare, isAnchored, toEnd };
}

function written(source, ignoreCase) {
  return ignoreCase ? `${IGNORING}${source})` : source;
}

// What such a quantifier gives up to a $ behind it would be another match.
function isPossessive(source) {
  return walk(parsePattern(source)).some((node) => node.kind === "Repeat" && node.possessive);
}

// The automaton of any one character and then the pattern: of one that may match nothing, none is built.
function nfaOf(source) {
  const node = { kind: "Sequence", items: [ANY, parsePattern(source)] };
  const work = new WorkBudget(source);
  return buildNfa(node, buildCells(source, patternSets(node), work), source, work);
}

function explained(error, pattern, before) {
  if (!(error instanceof PatternError)) return error;
  const position = Math.max(0, error.position + before);
  const problem = `${error.problem} at position ${position} of the pattern ${repr(pattern)}`;
  const isWrong = error instanceof PatternSyntaxError;
  return new AnswerError(isWrong ? problem : `${problem}: open a live page to search by it`);
}
