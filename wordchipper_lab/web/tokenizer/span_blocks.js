/** The spans of a text, some thousands at a time; twin of Python's `TokenEncoder._encode_blocks`. */

import { lexerArguments } from "./lexers.js";
import { memoArguments } from "./memo.js";
import { NUMBERS } from "./layout.js";
import { SPANS_A_BLOCK, encodeInto } from "./workspace.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./memory.js").FlatArray} FlatArray */
/** @typedef {import("./memory.js").Memory} Memory */
/** @typedef {import("./lexers.js").LexerTables} LexerTables */
/** @typedef {import("./special_set.js").SpecialSet} SpecialSet */

/** @typedef {{ bytes: FlatArray, start: number, ends: FlatArray, kinds: FlatArray }} Block the first span begins at byte `start` */

export const WORD = 0;
export const SPECIAL = 1;

/** A search for special tokens that has not begun: Python's spanners/special_tokens.py, `new_search`. */
const NEW_SEARCH = [-1, -1, -1, -1, -1, -1];

/**
 * The blocks of a text; arrays are valid until the next one. Other calls of the engine may come between.
 * @param {Engine} engine
 * @param {LexerTables} lexer
 * @param {SpecialSet | null} set the special tokens to look for
 * @param {string} text
 * @returns {Generator<Block, void, undefined>}
 */
export const spanBlocks = function* (engine, lexer, set, text) {
  const { memory } = engine;
  /** @type {FlatArray[]} */
  const own = [];
  /** @param {FlatArray} array */
  const keep = (array) => {
    own.push(array);
    return array;
  };
  try {
    const room = keep(memory.allocate("uint8", 3 * text.length + NUMBERS.PADDING));
    const bytes = room.part(0, encodeInto(text, room.view, 0));
    const regions = findRegions(engine, bytes, set);
    keep(regions.ends);
    keep(regions.kinds);
    const cursor = keep(memory.allocate("int64", 2, true));
    const ends = keep(memory.allocate("int64", SPANS_A_BLOCK));
    const kinds = keep(memory.allocate("uint8", SPANS_A_BLOCK));
    const marks = lexer.rereads && !lexer.roles ? newMarks(memory, lexer, bytes.length) : null;
    if (marks) keep(marks.array);
    const given = [bytes, regions.ends.part(0, regions.n), regions.kinds.part(0, regions.n), cursor, ends, kinds];
    for (let start = 0; ; ) {
      const n = nextSpans(engine, lexer, given, marks);
      if (n === 0) return;
      yield { bytes, start, ends: ends.part(0, n), kinds: kinds.part(0, n) };
      start = Number(ends.view[n - 1]);
    }
  } finally {
    own.forEach((array) => memory.release(array));
  }
};

/**
 * @param {Engine} engine
 * @param {LexerTables} lexer
 * @param {readonly FlatArray[]} given
 * @param {{ array: FlatArray, shift: number } | null} marks
 */
export function nextSpans(engine, lexer, given, marks) {
  if (lexer.roles) return engine.call("scan_roles", ...given, ...lexer.roles.tables, lexer.roles.repairs, null);
  if (marks === null) return engine.call("scan_spans", ...given, lexerArguments(lexer));
  return engine.call("scan_marking", ...given, 0, Object.values(lexer.automaton), marks.array, marks.shift, 2 ** 40);
}

/**
 * The tokens of a block, by rank, and how many there are up to the end of each span.
 * @param {{ code: number, workspace: import("./workspace.js").Workspace, vocabulary: import("./vocabulary.js").Vocabulary }} tokenizer
 * @param {Block} block
 * @param {SpecialSet} set
 * @returns {{ tokens: Uint32Array, tokenEnds: Uint32Array }}
 */
export function encodeBlock({ code, workspace, vocabulary }, { bytes, start, ends, kinds }, set) {
  const { engine, tables } = vocabulary;
  const n = ends.length;
  workspace.reserveTokens(Number(ends.view[n - 1]) - start);
  workspace.progress.view.fill(0n);
  for (;;) {
    const missing = engine.call(
      "encode_spans",
      ...[Object.values(tables), Object.values(set.tables), code, bytes, start, ends, kinds, n],
      ...[memoArguments(workspace.memo), Object.values(workspace.work), workspace.tokens, workspace.tokenEnds],
      workspace.progress,
    );
    if (missing === 0) break;
    workspace.reserveSpan(missing);
  }
  const tokens = workspace.tokens.view.slice(0, Number(workspace.progress.view[1]));
  const tokenEnds = workspace.tokenEnds.numbers(n);
  workspace.growMemo();
  return { tokens, tokenEnds };
}

/**
 * Where special tokens divide a text.
 * @param {Engine} engine
 * @param {FlatArray} bytes
 * @param {SpecialSet | null} set
 */
export function findRegions(engine, bytes, set) {
  const { memory } = engine;
  if (set === null || set.size === 0) {
    const n = bytes.length > 0 ? 1 : 0;
    return { ends: memory.copyOf("int64", [bytes.length]), kinds: memory.copyOf("uint8", [WORD]), n };
  }
  const documentEnds = memory.copyOf("int64", [bytes.length]);
  const search = memory.copyOf("int64", NEW_SEARCH);
  for (let room = 64; ; ) {
    const ends = memory.allocate("int64", room);
    const kinds = memory.allocate("uint8", room);
    const n = engine.call(
      "mark_regions",
      ...[bytes, documentEnds, set.automatonArguments(), WORD, SPECIAL, ends, kinds, search],
    );
    if (n <= room) {
      memory.release(documentEnds);
      memory.release(search);
      return { ends, kinds, n };
    }
    memory.release(ends);
    memory.release(kinds);
    room = n;
  }
}

const LEAST_SHIFT = 4;
const MOST_MARKS = 1 << 26;

/** Marks for a lexer that looks far ahead: Python's spanners/automaton/memo_scan.py. @param {Memory} memory @param {LexerTables} lexer @param {number} nBytes */
export function newMarks(memory, lexer, nBytes) {
  const nStates = lexer.automaton.transitions.length / Number(lexer.automaton.n_columns.view[0]);
  let shift = LEAST_SHIFT;
  while (nStates * (Math.floor(nBytes / 2 ** shift) + 1) > MOST_MARKS) shift++;
  return { array: memory.allocate("uint8", nStates * (Math.floor(nBytes / 2 ** shift) + 1), true), shift };
}
