/**
 * Does an automaton repeatedly read far ahead in vain? Decided from its tables, before it sees a text.
 *
 * Twin: wordchipper_lab/spanners/automaton/look_ahead.py, which describes the windows that are read in vain.
 */

import { END } from "./cells.js";
import { ACCEPT, EMIT, REWIND, ROW_MASK } from "./entries.js";

/** @typedef {import("./automaton_tables.js").AutomatonTables} AutomatonTables */

const MOST_AHEAD = 256; // characters that any automaton may look ahead for every span
const MOST_PAIRS = 4096;

/** A table without its column END, and with columns that behave alike merged. */
class States {
  /** @param {AutomatonTables} tables */
  constructor({ transitions, nColumns }) {
    this.n = transitions.length / nColumns;
    /** @type {Map<string, number>} */
    const columns = new Map();
    for (let column = 0; column < nColumns; column++) {
      const entries = Array.from({ length: this.n }, (_, state) => transitions[state * nColumns + column]);
      if (column !== END) columns.set(entries.join(), column);
    }
    this.width = columns.size;
    const kept = [...columns.values()];
    this.entries = Uint32Array.from({ length: this.n * this.width }, (_, at) => {
      return transitions[Math.floor(at / this.width) * nColumns + kept[at % this.width]];
    });
    this.following = this.entries.map((entry) => (entry & ROW_MASK) / nColumns);
    /** A character is read and no match ends before it. */
    this.inVain = this.entries.map((entry) => Number((entry & (ACCEPT | EMIT | REWIND)) === 0));
  }

  /**
   * The places of a state's entries.
   * @param {number} state
   * @returns {number[]}
   */
  placesOf(state) {
    return Array.from({ length: this.width }, (_, column) => state * this.width + column);
  }
}

/**
 * Whether the automaton may read text more than a constant number of times.
 *
 * Also true if the question would take long to answer.
 * @param {AutomatonTables} tables
 * @returns {boolean}
 */
export function rereadsWithoutEnd(tables) {
  const states = new States(tables);
  const far = canGoOn(states);
  /** @type {number[]} */
  const edges = [];
  states.following.forEach((next, at) => {
    const state = Math.floor(at / states.width);
    if (states.inVain[at] && !far[next] && !far[state]) edges.push(state, next);
  });
  if (!isShort(edges, states.n)) return true;
  return far.includes(1) && !isReadOnce(states, far);
}

/**
 * For which states a window can have any length.
 * @param {States} states
 * @returns {Uint8Array} (states,)
 */
function canGoOn({ n, width, following, inVain }) {
  const far = new Uint8Array(n).fill(1);
  /** @type {number[][]} */
  const before = Array.from({ length: n }, () => []);
  const ways = new Uint32Array(n); // entries that go on
  following.forEach((next, at) => {
    if (!inVain[at]) return;
    before[next].push(Math.floor(at / width));
    ways[Math.floor(at / width)] += 1;
  });
  const ended = [...ways.keys()].filter((state) => ways[state] === 0);
  for (const state of ended) {
    far[state] = 0;
    for (const previous of before[state]) {
      if (--ways[previous] === 0) ended.push(previous);
    }
  }
  return far;
}

/**
 * Whether no long window begins inside another one, and no rewind does (which would separate the two states).
 * @param {States} states
 * @param {Uint8Array} far
 * @returns {boolean}
 */
function isReadOnce(states, far) {
  const { n, width, entries, following, inVain } = states;
  /** @param {number} at */
  const goesOn = (at) => inVain[at] === 1 && far[following[at]] === 1;
  const wayOn = Array.from({ length: n }, (_, state) => states.placesOf(state).filter(goesOn));
  /** @type {Map<number, number>} */
  const numbers = new Map();
  /** @type {[number, number][]} */
  const pending = [];
  /** @param {number} looking @param {number} anew @returns {number} */
  const numberOf = (looking, anew) => {
    const key = looking * n + anew;
    const number = numbers.get(key) ?? pending.push([looking, anew]) - 1;
    numbers.set(key, number);
    return number;
  };
  for (let at = 0; at < entries.length; at++) {
    const begins = entries[at] & ACCEPT && !(entries[at] & REWIND) && wayOn[following[at]].length > 0;
    if (begins && entries[at % width] & REWIND) return false;
    if (begins) numberOf(following[at], following[at % width]);
  }
  for (const at of wayOn[0]) numberOf(following[at], 0); // nothing accepted: advance by one character
  const edges = [];
  // The list grows during the loop.
  for (const [looking, anew] of pending) {
    if (pending.length > MOST_PAIRS) return false;
    for (const at of wayOn[looking]) {
      const other = anew * width + (at % width);
      if (entries[other] & REWIND) return false;
      const reached = numberOf(following[at], following[other]);
      if (!(entries[other] & (ACCEPT | EMIT))) edges.push(numberOf(looking, anew), reached);
    }
  }
  return isShort(edges, pending.length);
}

/**
 * Whether every path in a graph of `n` nodes has at most `MOST_AHEAD` edges.
 * @param {readonly number[]} edges [begin, end, begin, end, ...]
 * @param {number} n
 * @returns {boolean}
 */
function isShort(edges, n) {
  let depth = new Int32Array(n);
  for (let round = 0; round <= MOST_AHEAD; round++) {
    const deeper = new Int32Array(n);
    for (let edge = 0; edge < edges.length; edge += 2) {
      deeper[edges[edge]] = Math.max(deeper[edges[edge]], depth[edges[edge + 1]] + 1);
    }
    if (deeper.every((value, node) => value === depth[node])) return true;
    depth = deeper;
  }
  return false;
}
