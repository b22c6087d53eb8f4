/**
 * Cells: classes of codepoints that no character set of a pattern can distinguish.
 *
 * Twin: wordchipper_lab/spanners/automaton/cells.py. Cell 0 is no codepoint: it represents the end of the
 * text.
 */

import { N_CODEPOINTS, hasCodepoint } from "./code_sets.js";
import { unsupportedError } from "./pattern_errors.js";
import { casedProperty, codesOf, literalCodes, readSets } from "./predicates.js";
import { keyOf, walk } from "./syntax_tree.js";

/** @typedef {import("./code_sets.js").CodeSet} CodeSet */
/** @typedef {import("./set_syntax.js").SetSyntax} SetSyntax */
/** @typedef {import("./syntax_tree.js").CharSet} CharSet */
/** @typedef {import("./syntax_tree.js").Node} Node */
/** @typedef {import("./work_budget.js").WorkBudget} WorkBudget */

/** One element for each cell, 1 if it is in a set. @typedef {Uint8Array} Mask */

export const END = 0; // the pseudo-cell "end of the text"
const PAGE_BITS = 7;
const PAGE = 1 << PAGE_BITS;
const MAX_CELLS = 255;

/** Codepoint -> cell in two steps, and the cells of each set of the pattern. */
export class CellMap {
  /**
   * @param {Uint16Array} pages (8704,): codepoint >> 7 -> number of a page
   * @param {Uint8Array} cells (128 * distinct pages,)
   * @param {number} nCells without the end of the text
   * @param {Map<string, Mask>} masks key of a set -> (cells + 1,)
   */
  constructor(pages, cells, nCells, masks) {
    this.pages = pages;
    this.cells = cells;
    this.nCells = nCells;
    this.masks = masks;
  }

  /** @param {CharSet} chars one of the pattern @returns {Mask} */
  maskOf(chars) {
    return /** @type {Mask} */ (this.masks.get(keyOf(chars)));
  }

  /** @param {number} codepoint @returns {number} */
  cellOf(codepoint) {
    return this.cells[(this.pages[codepoint >> PAGE_BITS] << PAGE_BITS) + (codepoint & (PAGE - 1))];
  }
}

/**
 * The distinct character sets of syntax trees, in order of first use.
 * @param {...Node} roots
 * @returns {CharSet[]}
 */
export function patternSets(...roots) {
  /** @type {Map<string, CharSet>} */
  const found = new Map();
  for (const node of roots.flatMap((root) => walk(root))) {
    if (node.kind === "CharSet" && !found.has(keyOf(node))) found.set(keyOf(node), node);
  }
  return [...found.values()];
}

/**
 * Partition all codepoints by `sets`.
 * @param {string} pattern named in errors
 * @param {readonly CharSet[]} sets
 * @param {WorkBudget} work
 * @returns {CellMap}
 */
export function buildCells(pattern, sets, work) {
  const syntaxes = readSets(pattern, sets);
  const codes = sets.map((chars, number) => codesWithin(chars, syntaxes[number], work));
  const starts = Uint32Array.from(new Set([0, ...codes.flatMap((each) => Array.from(each))])).sort();
  const n = starts.at(-1) === N_CODEPOINTS ? starts.length - 1 : starts.length;
  const { cellOfStart, representatives } = divide(starts, n, codes);
  const nCells = representatives.length - 1;
  if (nCells > MAX_CELLS) {
    const advice = "use fewer different character sets,";
    const problem = `unsupported number of cells: ${nCells}, at most ${MAX_CELLS}; ${advice}`;
    throw unsupportedError(pattern, 0, problem);
  }
  const masks = new Map(sets.map((chars, number) => [keyOf(chars), maskOf(codes[number], representatives)]));
  const [pages, cells] = twoStageTable(starts, cellOfStart);
  return new CellMap(pages, cells, nCells, masks);
}

/**
 * The codepoints of a set, with its work counted.
 * @param {CharSet} chars
 * @param {SetSyntax} syntax
 * @param {WorkBudget} work
 * @returns {CodeSet}
 */
function codesWithin(chars, syntax, work) {
  const literal = literalCodes(chars);
  if (literal) return literal;
  work.spend(40_000 + 800 * Array.from(chars.source).length);
  if (chars.ignoreCase) refuseCasedProperty(chars, syntax, work);
  return codesOf(chars, syntax);
}

/** @param {CharSet} chars @param {SetSyntax} syntax @param {WorkBudget} work */
function refuseCasedProperty(chars, syntax, work) {
  work.spend(80_000 * (chars.source.match(/\\[pP]/g) ?? []).length);
  const found = casedProperty(chars, syntax);
  if (found) {
    const problem = `unsupported ${found} where case is ignored (write which letters are meant),`;
    throw unsupportedError(work.pattern, Math.max(0, work.pattern.indexOf(found)), problem);
  }
}

/**
 * Cells as stretches between two starts, and as their lowest codepoints; the end of the text is cell 0.
 * @param {Uint32Array} starts
 * @param {number} n
 * @param {readonly CodeSet[]} sets
 * @returns {{cellOfStart: Uint32Array, representatives: number[]}}
 */
function divide(starts, n, sets) {
  // Each set divides the classes that the sets before it have made.
  const classes = new Uint32Array(n);
  let nClasses = 1;
  for (const set of sets) {
    /** @type {Map<number, number>} */
    const inside = new Map();
    let at = 0;
    for (let edge = 0; edge < set.length; edge += 2) {
      while (starts[at] < set[edge]) at += 1;
      for (; at < n && starts[at] < set[edge + 1]; at++) {
        let divided = inside.get(classes[at]);
        if (divided === undefined) inside.set(classes[at], (divided = nClasses++));
        classes[at] = divided;
      }
    }
  }
  /** @type {Map<number, number>} */
  const numbers = new Map();
  const representatives = [0];
  const cellOfStart = classes.map((each, at) => {
    const number = numbers.get(each) ?? representatives.push(starts[at]) - 1;
    numbers.set(each, number);
    return number;
  });
  return { cellOfStart, representatives };
}

/** @param {CodeSet} set @param {readonly number[]} representatives @returns {Mask} */
function maskOf(set, representatives) {
  return Uint8Array.from(representatives, (code, cell) => Number(cell !== END && hasCodepoint(set, code)));
}

/**
 * Divide the cells of all codepoints into pages and store each distinct page once.
 * @param {Uint32Array} starts
 * @param {Uint32Array} cellOfStart
 * @returns {[Uint16Array, Uint8Array]}
 */
function twoStageTable(starts, cellOfStart) {
  const pages = new Uint16Array(N_CODEPOINTS / PAGE);
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Uint8Array[]} */
  const distinct = [];
  let at = 0; // the stretch with the first codepoint of the page
  for (let page = 0; page < pages.length; page++) {
    const first = page * PAGE;
    const end = first + PAGE;
    while (starts[at + 1] <= first) at += 1;
    const isUniform = !(starts[at + 1] < end);
    const cells = isUniform ? [cellOfStart[at]] : new Uint8Array(PAGE);
    for (let part = at; !isUniform && part < cellOfStart.length && starts[part] < end; part++) {
      cells.fill(cellOfStart[part], Math.max(starts[part] - first, 0));
    }
    const key = String.fromCharCode(...cells);
    let number = numbers.get(key);
    if (number === undefined) {
      number =
        distinct.push(isUniform ? new Uint8Array(PAGE).fill(cellOfStart[at]) : Uint8Array.from(cells)) - 1;
      numbers.set(key, number);
    }
    pages[page] = number;
  }
  const table = new Uint8Array(PAGE * distinct.length);
  distinct.forEach((cells, page) => table.set(cells, PAGE * page));
  return [pages, table];
}
