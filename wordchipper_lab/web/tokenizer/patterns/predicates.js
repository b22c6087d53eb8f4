/**
 * The contents of a character set, as the `regex` package has them, as of Unicode 16.
 *
 * Twin: wordchipper_lab/spanners/automaton/predicates.py, which asks `regex`.
 */

import { EVERYTHING, NOTHING, complementOf, unionOf } from "./code_sets.js";
import { withOtherCases } from "./other_cases.js";
import { syntaxError, unsupportedError } from "./pattern_errors.js";
import { repr, show } from "./python_words.js";
import { SetProblem } from "./set_problem.js";
import { readSet } from "./set_syntax.js";
import { asUnicode16 } from "./unicode_version.js";

/** @typedef {import("./code_sets.js").CodeSet} CodeSet */
/** @typedef {import("./set_syntax.js").SetSyntax} SetSyntax */
/** @typedef {import("./syntax_tree.js").CharSet} CharSet */

/**
 * Read the source of every set; throws an error about the first that is bad or unsupported.
 * @param {string} pattern
 * @param {readonly CharSet[]} sets
 * @returns {SetSyntax[]}
 */
export function readSets(pattern, sets) {
  return sets.map(({ source }) => {
    try {
      return readSet(source);
    } catch (error) {
      if (!(error instanceof SetProblem)) throw error;
      const offset = pattern.indexOf(source);
      if (error.kind === "unsupported") {
        const known =
          "general categories, scripts, blocks, and most properties that characters have or have not";
        throw unsupportedError(pattern, offset, `unsupported property ${error.message} (known are ${known})`);
      }
      const shown = error.kind === "too large" ? show(source) : repr(source);
      throw syntaxError(pattern, offset, `bad character set ${shown} (${error.message})`);
    }
  });
}

/**
 * The first property in the set that means something else when case is ignored; "" if there is none.
 * @param {CharSet} chars
 * @param {SetSyntax} syntax
 * @returns {string}
 */
export function casedProperty(chars, syntax) {
  if (!chars.ignoreCase) return "";
  const found = syntax.members.find((member) => "set" in member && member.isCased);
  return found && "set" in found ? found.source : "";
}

/**
 * The set of one plain ASCII character, which costs no work; null for any other set.
 * @param {CharSet} chars
 * @returns {CodeSet | null}
 */
export function literalCodes({ source, ignoreCase }) {
  const found = /^(?:\\([^A-Za-z0-9\u0080-\uffff])|([^()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f\u0080-\uffff]))$/.exec(
    source,
  );
  if (ignoreCase || !found) return null;
  const code = (found[1] ?? found[2]).charCodeAt(0);
  return [code, code + 1];
}

/**
 * The characters of a set, as shown in Unicode 16. Twin: `set_edges`.
 * @param {CharSet} chars
 * @param {SetSyntax} syntax
 * @returns {CodeSet}
 */
export function codesOf({ ignoreCase }, { members, negative }) {
  if (hasOpposites(members)) return EVERYTHING; // for `regex` even if the class is negative: [^\s\S]
  const ranges = unionOf(
    members.map((member) => ("set" in member ? NOTHING : [member.low, member.high + 1])),
  );
  const parts = [ignoreCase ? withOtherCases(ranges) : ranges];
  for (const member of members) {
    if (!("set" in member)) continue;
    // One of several members is compared with all cases of a character, but a property alone is not.
    const comparesCases = ignoreCase && members.length > 1;
    const codes = comparesCases ? withOtherCases(member.set.codes()) : member.set.codes();
    parts.push(member.positive ? codes : complementOf(codes));
  }
  const union = unionOf(parts);
  return asUnicode16(negative ? complementOf(union) : union);
}

/**
 * Is a property among the members, and also the opposite of it?
 * @param {SetSyntax["members"]} members
 * @returns {boolean}
 */
function hasOpposites(members) {
  const seen = new Set();
  for (const member of members) {
    if (!("set" in member)) continue;
    if (seen.has(`${!member.positive} ${member.set.key}`)) return true;
    seen.add(`${member.positive} ${member.set.key}`);
  }
  return false;
}
