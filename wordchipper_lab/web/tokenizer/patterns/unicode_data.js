/**
 * Unicode 16 as the `regex` package of Python has it: the sets that have names.
 *
 * Names are in capitals, without "_", "-" and spaces. What is unpacked is described in
 * wordchipper_lab/browser/character_sets.py.
 */

import { NOTHING, N_CODEPOINTS, complementOf, unionOf } from "./code_sets.js";
import { once } from "./once.js";
import { unpackLetters, unpackNumbers } from "./packed_numbers.js";
import {
  BLOCK_NAMES,
  BLOCK_RUNS,
  CATEGORY_GROUPS,
  CATEGORY_NAMES,
  CATEGORY_RUNS,
  PROPERTIES,
  SCRIPT_NAMES,
  SCRIPT_RUNS,
} from "./unicode_sets.js";

/** @typedef {import("./code_sets.js").CodeSet} CodeSet */

const [UNASSIGNED, PRIVATE_USE, SURROGATE] = ["CN", "CO", "CS"].map((name) =>
  CATEGORY_NAMES.split(" ").findIndex((names) => names.split("=")[0] === name),
);

/**
 * Name -> number, for a list of names and their aliases.
 * @param {string} names
 * @returns {Map<string, number>}
 */
function numbersOf(names) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  names.split(" ").forEach((each, number) => each.split("=").forEach((name) => numbers.set(name, number)));
  return numbers;
}

const categoryRuns = once(() => {
  const packed = unpackNumbers(CATEGORY_RUNS);
  return {
    codes: packed.map((number) => number % 30),
    lengths: packed.map((number) => Math.floor(number / 30) + 1),
  };
});

/**
 * The codepoints of some categories.
 * @param {readonly number[]} codes
 * @returns {CodeSet}
 */
function ofCategories(codes) {
  const runs = categoryRuns();
  const isChosen = new Uint8Array(30);
  for (const code of codes) isChosen[code] = 1;
  const edges = [];
  let start = 0;
  let wasChosen = 0;
  for (let at = 0; at < runs.codes.length; at++) {
    if (isChosen[runs.codes[at]] !== wasChosen) edges.push(start);
    wasChosen = isChosen[runs.codes[at]];
    start += runs.lengths[at];
  }
  if (wasChosen) edges.push(N_CODEPOINTS);
  return edges;
}

/** Category or group of categories -> the letters of its categories. @type {() => Map<string, number[]>} */
const categories = once(() => {
  const found = new Map([...numbersOf(CATEGORY_NAMES)].map(([name, code]) => [name, [code]]));
  for (const group of CATEGORY_GROUPS.split(" ")) {
    const [names, letters] = group.split(":");
    for (const name of names.split("=")) found.set(name, unpackLetters(letters));
  }
  return found;
});

/** The set of each script by its number; 0 is all that has none. @type {() => CodeSet[]} */
const scripts = once(() => {
  const withoutScript = ofCategories([UNASSIGNED, PRIVATE_USE, SURROGATE]);
  /** @type {number[][]} */
  const edges = SCRIPT_NAMES.split(" ").map(() => []);
  const packed = unpackNumbers(SCRIPT_RUNS);
  let next = 0; // edge of withoutScript
  let start = 0;
  for (let at = 0; at < packed.length; at += 2) {
    let left = packed[at + 1] + 1;
    while (left > 0) {
      if (start === withoutScript[next]) {
        start = withoutScript[next + 1];
        next += 2;
      }
      const end = Math.min(start + left, next < withoutScript.length ? withoutScript[next] : N_CODEPOINTS);
      edges[packed[at] + 1].push(start, end);
      left -= end - start;
      start = end;
    }
  }
  return [withoutScript, ...edges.slice(1).map((each) => unionOf([each, NOTHING]))]; // joins what touches
});

/** The set of each block by its number; 0 is all that is in none. @type {() => CodeSet[]} */
const blocks = once(() => {
  const packed = unpackNumbers(BLOCK_RUNS);
  const found = [];
  let start = 0;
  for (let at = 0; at < packed.length; at += 2) {
    start += 16 * packed[at];
    found.push([start, start + 16 * packed[at + 1]]);
    start += 16 * packed[at + 1];
  }
  return [complementOf(unionOf(found)), ...found];
});

const properties = once(() => {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const line of PROPERTIES) {
    const [names, ...parts] = line.split(" ");
    const aliases = names.split("=");
    for (const name of aliases) found.set(name, [aliases[0], ...parts]);
  }
  return found;
});

const scriptNumbers = once(() => numbersOf(SCRIPT_NAMES));
const blockNumbers = once(() => numbersOf(BLOCK_NAMES));

/** @type {Map<string, CodeSet>} */
const kept = new Map();

/**
 * @param {string} key
 * @param {() => CodeSet} make
 * @returns {CodeSet}
 */
function keep(key, make) {
  const found = kept.get(key) ?? make();
  kept.set(key, found);
  return found;
}

/**
 * A set with a name; `key` is the same for all names of a set.
 * @typedef {{key: string, codes: () => CodeSet}} NamedSet
 */

/**
 * The characters of a category or a group of categories, by a name as in unicode_sets.js.
 * @param {string} name
 * @returns {NamedSet | null}
 */
export function findCategory(name) {
  const codes = categories().get(name);
  if (!codes) return null;
  const key = `GC ${codes}`;
  return { key, codes: () => keep(key, () => ofCategories(codes)) };
}

/**
 * The characters of a script.
 * @param {string} name
 * @returns {NamedSet | null}
 */
export function findScript(name) {
  const number = scriptNumbers().get(name);
  return number === undefined ? null : { key: `SC ${number}`, codes: () => scripts()[number] };
}

/**
 * The characters of a block.
 * @param {string} name
 * @returns {NamedSet | null}
 */
export function findBlock(name) {
  const number = blockNumbers().get(name);
  return number === undefined ? null : { key: `BLK ${number}`, codes: () => blocks()[number] };
}

/**
 * The characters that have a property.
 * @param {string} name
 * @returns {NamedSet | null}
 */
export function findProperty(name) {
  const found = properties().get(name);
  if (!found) return null;
  const [key, letters, packed] = found;
  return { key, codes: () => keep(key, () => differing(ofCategories(unpackLetters(letters)), packed)) };
}

/**
 * A set with some stretches turned over.
 * @param {CodeSet} set
 * @param {string} packed gaps between the ends of the stretches
 * @returns {CodeSet}
 */
function differing(set, packed) {
  const places = [];
  let place = 0;
  for (const gap of unpackNumbers(packed)) places.push((place += gap));
  const edges = [];
  let [at, next] = [0, 0];
  while (at < set.length || next < places.length) {
    const here = Math.min(set[at] ?? N_CODEPOINTS, places[next] ?? N_CODEPOINTS);
    const changes = Number(set[at] === here) + Number(places[next] === here);
    if (changes === 1) edges.push(here); // twice is never
    at += Number(set[at] === here);
    next += Number(places[next] === here);
  }
  return edges;
}
