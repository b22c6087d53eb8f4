// What two lexers can distinguish in a character: their common cells, each with a name and a readable character. Twin:
// lab/divergence/alphabet.py.

import { definitionCells } from "../../tokenizer/logos/longest_match.js";
import { CL100K_PATTERN, O200K_PATTERN, R50K_PATTERN } from "../../tokenizer/models.js";
import { buildCells, patternSets } from "../../tokenizer/patterns/cells.js";
import { once } from "../../tokenizer/patterns/once.js";
import { parsePattern } from "../../tokenizer/patterns/pattern_syntax.js";
import { WorkBudget } from "../../tokenizer/patterns/work_budget.js";
import { nameCells } from "./cell_names.js";
import { setOf } from "./characters.js";

const N_CODEPOINTS = 0x110000;
const PAGE = 128;
const STANDARD_CHARACTERS = "\n\t\u00a0 '/1AdDeElLmMrRsStTvV\u017f\u00e9\u4e2d\u0301\u{1f600}";
// In the order in which people would prefer them in counterexamples.
const READABLE = `a 1!'\nA/slredmtvSLREDMTV${STANDARD_CHARACTERS}\r-.,?$+z0\u0e01\u00aa\u01c5\u02b0\u2160\u0903`;
const MOST_RUNS = 32;
const SMALL_LETTERS = "sdmtlvre\u017f";
const CAPITAL_LETTERS = "SDMTLVRE";
const N_CONTRACTION_LETTERS = 17;
const MOST_KEPT = 32;

export class Alphabet {
  // symbols: the symbol of each codepoint; characters: a readable one of each symbol, in order
  constructor(symbols, characters) {
    this.symbols = symbols;
    this.characters = characters;
    this.findNames = once(() => nameCells(this.members(), characters));
    this.findPlain = once(() => this.plainLetters());
  }

  get names() {
    return this.findNames();
  }

  symbolOf(character) {
    return this.symbols[character.codePointAt(0)];
  }

  read(text) {
    return Array.from(text, (character) => this.symbolOf(character));
  }

  sizes() {
    const sizes = new Uint32Array(this.characters.length);
    for (const symbol of this.symbols) sizes[symbol] += 1;
    return sizes;
  }

  // The codepoints of each symbol, without surrogates.
  members() {
    const sizes = this.sizes();
    const members = Array.from(sizes, (size) => new Uint32Array(size));
    const filled = new Uint32Array(sizes.length);
    this.symbols.forEach((symbol, code) => {
      if (code < 0xd800 || code > 0xdfff) members[symbol][filled[symbol]++] = code;
    });
    return members.map((codes, symbol) => codes.subarray(0, filled[symbol]));
  }

  // Names of the cells of `text`, with runs as one; after a "|", what follows.
  signature(text, following = "") {
    const found = this.mergeLetters(Array.from(text));
    const runs = [];
    for (const symbol of found) {
      if (runs.at(-1)?.symbol === symbol) runs.at(-1).n += 1;
      else runs.push({ symbol, n: 1 });
    }
    const words = runs.slice(0, MOST_RUNS).map(({ symbol, n }) => this.names[symbol] + (n > 1 ? "+" : ""));
    if (runs.length > MOST_RUNS) words.push("...");
    const ahead = following ? this.names[this.findPlain()[this.symbolOf(following)]] : "end";
    return `${words.join(" ")} | ${ahead}`;
  }

  // The letters of contractions count only after an apostrophe: elsewhere they are ordinary letters.
  mergeLetters(characters) {
    const plain = this.findPlain();
    return characters.map((character, at) => {
      const isBehindQuote = characters[at - 1] === "'" || characters[at - 2] === "'";
      const symbol = this.symbolOf(character);
      return isBehindQuote ? symbol : plain[symbol];
    });
  }

  // Symbol of a contraction's letter -> symbol of ordinary letters of its case, where these have a cell.
  plainLetters() {
    const plain = this.characters.map((_, symbol) => symbol);
    const sizes = this.sizes();
    for (const [small, ordinary] of [[SMALL_LETTERS, "a"], [CAPITAL_LETTERS, "A"]]) {
      const symbol = this.symbolOf(ordinary);
      if (symbol === this.symbolOf("!") || sizes[symbol] <= N_CONTRACTION_LETTERS) continue;
      for (const own of this.read(small)) if (sizes[own] <= N_CONTRACTION_LETTERS) plain[own] = symbol;
    }
    return plain;
  }

  // Characters to try: the standard ones, and one of each cell not covered by them.
  sweepCharacters() {
    const covered = new Set(this.read(STANDARD_CHARACTERS));
    return STANDARD_CHARACTERS + this.characters.filter((_, symbol) => !covered.has(symbol)).join("");
  }
}

const patternMaps = new Map();

// The cell map of a pattern of the automaton's subset.
export function patternCells(pattern) {
  let found = patternMaps.get(pattern);
  if (!found) {
    if (patternMaps.size === MOST_KEPT) patternMaps.clear();
    found = buildCells(pattern, patternSets(parsePattern(pattern)), new WorkBudget(pattern));
    patternMaps.set(pattern, found);
  }
  return found;
}

// What the logos lexers' repair machine tests in a character, beyond the tokens' own sets.
const machineCells = once(() => {
  const sets = [" ", "'", "[sSdDmMtT\u017f]", "[lL]", "[vVrR]", "[eE]"].map(setOf);
  return buildCells("", sets, new WorkBudget(""));
});

function lexerCells({ kind, pattern, definitions }) {
  if (definitions) return [definitionCells(definitions), machineCells()];
  return kind === "custom" ? [R50K_PATTERN, CL100K_PATTERN, O200K_PATTERN].map(patternCells) : [patternCells(pattern)];
}

const alphabets = new Map();

// The coarsest alphabet that distinguishes everything any of `lexers` can.
export function commonAlphabet(...lexers) {
  const key = JSON.stringify(lexers.map(({ definitions, pattern }) => [pattern, definitions ?? null]));
  let found = alphabets.get(key);
  if (!found) {
    if (alphabets.size === MOST_KEPT) alphabets.clear();
    found = join([...new Set(lexers.flatMap(lexerCells))]);
    alphabets.set(key, found);
  }
  return found;
}

// Cells of all maps together. Most of the pages of 128 characters are like others, so only those that differ are looked at.
function join(maps) {
  let pages = new Uint16Array(N_CODEPOINTS / PAGE); // number of the page of symbols, in order of first use
  let symbols = new Uint32Array(PAGE);
  for (const map of maps) {
    const divided = dividePages(pages, map.pages);
    pages = divided.pages;
    const keys = new Uint32Array(PAGE * divided.pairs.length);
    divided.pairs.forEach(([page, other], number) => {
      for (let at = 0; at < PAGE; at++) keys[PAGE * number + at] = symbols[PAGE * page + at] * 256 + map.cells[PAGE * other + at];
    });
    symbols = renumber(keys);
  }
  const lowest = lowestOf(pages, symbols);
  const symbolOf = (code) => symbols[PAGE * pages[Math.floor(code / PAGE)] + (code % PAGE)];
  const readable = new Map();
  for (const character of READABLE) {
    const symbol = symbolOf(character.codePointAt(0));
    if (!readable.has(symbol)) readable.set(symbol, character);
  }
  const plainestFirst = [...new Set([...readable.keys(), ...lowest.keys()])];
  const number = new Uint16Array(lowest.length);
  plainestFirst.forEach((symbol, at) => (number[symbol] = at));
  const characters = plainestFirst.map((symbol) => readable.get(symbol) ?? String.fromCodePoint(lowest[symbol]));
  const numbered = Uint16Array.from(symbols, (symbol) => number[symbol]);
  const whole = new Uint16Array(N_CODEPOINTS);
  pages.forEach((page, at) => whole.set(numbered.subarray(PAGE * page, PAGE * (page + 1)), PAGE * at));
  return new Alphabet(whole, characters);
}

// Two divisions into pages as one: its pages, and which pages of both each of them is.
function dividePages(pages, others) {
  const numbers = new Map();
  const pairs = [];
  const divided = pages.map((page, at) => {
    const key = page * 2 ** 16 + others[at];
    if (!numbers.has(key)) numbers.set(key, pairs.push([page, others[at]]) - 1);
    return numbers.get(key);
  });
  return { pages: divided, pairs };
}

// The lowest codepoint of each symbol.
function lowestOf(pages, symbols) {
  const lowest = [];
  let known = 0;
  pages.forEach((page, at) => {
    if (page < known) return;
    known = page + 1;
    for (let offset = 0; offset < PAGE; offset++) lowest[symbols[PAGE * page + offset]] ??= PAGE * at + offset;
  });
  return lowest;
}

// Distinct numbers as 0, 1, 2 ... in order.
function renumber(keys) {
  let most = 0;
  for (const key of keys) most = Math.max(most, key);
  const numbers = new Uint32Array(most + 1);
  for (const key of keys) numbers[key] = 1;
  let n = 0;
  for (let key = 0; key <= most; key++) {
    if (numbers[key]) numbers[key] = n++;
  }
  return keys.map((key) => numbers[key]);
}
