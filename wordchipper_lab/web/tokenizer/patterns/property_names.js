/** Names of properties, as `regex` reads them: `\p{Lu}`, `\p{sc=Han}`, `\p{InThai}`, `\p{Alphabetic=No}`. */

import { complementOf } from "./code_sets.js";
import { SetProblem } from "./set_problem.js";
import { findBlock, findCategory, findProperty, findScript } from "./unicode_data.js";
import { OTHER_PROPERTIES } from "./unicode_sets.js";

/** @typedef {import("./unicode_data.js").NamedSet} NamedSet */

/**
 * A property as it stands in a pattern. `isCased`: `regex` reads something else where case is ignored.
 * @typedef {{source: string, set: NamedSet, positive: boolean, isCased: boolean}} Property
 */

/**
 * How a value of a division of all characters is found, and what its first value is called.
 * @type {Map<string, [(value: string) => NamedSet | null, string]>}
 */
const DIVISIONS = new Map();
for (const name of ["GC", "GENERALCATEGORY"]) DIVISIONS.set(name, [findCategory, "UNASSIGNED"]);
for (const name of ["SC", "SCRIPT"]) DIVISIONS.set(name, [findScript, "UNKNOWN"]);
for (const name of ["BLK", "BLOCK"]) DIVISIONS.set(name, [findBlock, "NOBLOCK"]);

const CASED = new Set(["LOWER", "UPPER", ...["LU", "LL", "LT"].map((name) => findCategory(name)?.key)]);
const OTHERS = new Set(OTHER_PROPERTIES.split(" "));
const TRUE = ["Y", "YES", "T", "TRUE"];
const FALSE = ["N", "NO", "F", "FALSE"];

// What Python's `float` reads, after a first sign.
const DIGITS = "[0-9](?:_?[0-9])*";
const NUMBER = new RegExp(`^-?(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:e-?${DIGITS})?$`, "i");
const INFINITY = /^-?inf(?:inity)?$/i;

/**
 * Read `\p{...}`, `\P{...}` or `\pL`; throws `SetProblem`.
 * @param {string} source
 * @returns {Property}
 */
export function readProperty(source) {
  const [, letter, caret, first, second] = /** @type {RegExpExecArray} */ (
    /^\\([pP])\{?(\^?)([^:=}]*)[:=]?([^}]*)\}?$/.exec(source)
  );
  const [name, value] = [standardise(first), standardise(second)];
  let positive = (letter === "p") !== Boolean(caret);
  let found;
  if (name === "GENERALCATEGORY" && value === "ASSIGNED") {
    positive = !positive;
    found = findCategory("UNASSIGNED");
  } else if (first && second) {
    found = findWithValue(name, value);
  } else {
    const only = name || value;
    found = findAlone(only);
    const division = found ? null : DIVISIONS.get(only);
    if (division) {
      positive = !positive;
      found = division[0](division[1]);
    }
    found ??= findWithPrefix(only);
  }
  if (!found) throw new SetProblem("unknown property");
  return { source, set: found, positive, isCased: CASED.has(found.key.replace(" = N", "")) };
}

/**
 * The name as it is compared. `regex` takes a number for a value, and Python has none for a large one.
 * @param {string} name
 * @returns {string}
 */
function standardise(name) {
  const unsigned = name.trim().replace(/^-/, "").trim();
  if (
    INFINITY.test(unsigned) ||
    (NUMBER.test(unsigned) && !Number.isFinite(Number(unsigned.replaceAll("_", ""))))
  ) {
    throw new SetProblem("cannot convert float infinity to integer", "too large");
  }
  return name.replace(/[_\- ]/g, "").toUpperCase();
}

/** @param {string} name @param {string} value @returns {NamedSet | null} */
function findWithValue(name, value) {
  refuseOther(name);
  const division = DIVISIONS.get(name);
  const binary = findProperty(name);
  if (!division && !binary) return null;
  let found = division ? division[0](value) : null;
  if (binary && TRUE.includes(value)) found = binary;
  if (binary && FALSE.includes(value)) {
    found = { key: `${binary.key} = N`, codes: () => complementOf(binary.codes()) };
  }
  if (!found) throw new SetProblem("unknown property value");
  return found;
}

/** @param {string} name @returns {NamedSet | null} */
function findAlone(name) {
  const found = findCategory(name) ?? findScript(name) ?? findBlock(name) ?? findProperty(name);
  if (!found) refuseOther(name);
  return found;
}

/** @param {string} name @returns {NamedSet | null} */
function findWithPrefix(name) {
  const rest = name.slice(2);
  if (name.startsWith("IN")) return findBlock(rest);
  if (!name.startsWith("IS")) return null;
  const found = findProperty(rest) ?? findScript(rest);
  if (!found) refuseOther(rest);
  return found;
}

/** @param {string} name */
function refuseOther(name) {
  if (OTHERS.has(name)) throw new SetProblem(name, "unsupported");
}
