/** Texts -> span counts, by the kernels; twin of Python's training/fast/span_counter.py. */

import { lexerArguments, lexerTables } from "../lexers.js";
import { NUMBERS } from "../layout.js";
import { WORD, findRegions, spanBlocks } from "../span_blocks.js";
import { buildSpecialAutomaton } from "../special_tokens.js";
import { SPANS_A_BLOCK, encodeInto } from "../workspace.js";
import { SpanTable } from "./span_table.js";

/** @typedef {import("../memory.js").FlatArray} FlatArray */

/** Counts the word spans of texts, one after another; the order of the texts decides that of the spans. */
export class SpanCounter {
  /**
   * @param {import("../engine.js").Engine} engine
   * @param {import("../lexers.js").CompiledPattern} compiled
   * @param {readonly string[]} [specialTokens] they separate a text, and neither they nor gaps are counted
   */
  constructor(engine, compiled, specialTokens = []) {
    this.engine = engine;
    this.lexer = lexerTables(engine, compiled);
    this.set = specialTokens.length ? specialSet(engine, specialTokens) : null;
    this.table = new SpanTable(engine);
  }

  /** Number of distinct spans so far. */
  get length() {
    return this.table.length;
  }

  counts() {
    return this.table.counts();
  }

  /** @param {string} text lone surrogates count as U+FFFD */
  addText(text) {
    if (this.lexer.rereads) this.addBlocks(text);
    else this.addStretch(text);
  }

  /** Lexed and counted by one kernel. @param {string} text */
  addStretch(text) {
    const { engine, table } = this;
    const { memory } = engine;
    const room = memory.allocate("uint8", 3 * text.length + NUMBERS.PADDING);
    const bytes = room.part(0, encodeInto(text, room.view, 0));
    const regions = findRegions(engine, bytes, this.set);
    const cursor = memory.allocate("int64", 2, true);
    const ends = memory.allocate("int64", SPANS_A_BLOCK);
    const kinds = memory.allocate("uint8", SPANS_A_BLOCK);
    const block = memory.allocate("int64", 4, true);
    const given = [bytes, regions.ends.part(0, regions.n), regions.kinds.part(0, regions.n), cursor, bytes.length];
    if (bytes.length > 0) {
      table.fill(() => engine.call("count_stretch", ...given, ends, kinds, block, table.members, lexerArguments(this.lexer)));
    }
    for (const array of [room, regions.ends, regions.kinds, cursor, ends, kinds, block]) memory.release(array);
  }

  /** For lexers that may look far ahead, again and again: those know how not to. @param {string} text */
  addBlocks(text) {
    const { engine, table } = this;
    const { memory } = engine;
    for (const { bytes, start, ends, kinds } of spanBlocks(engine, this.lexer, this.set, text)) {
      const words = wordsOf(bytes, start, ends, kinds);
      const arrays = [
        memory.copyOf("uint8", words.data),
        memory.copyOf("int64", words.ends),
        memory.copyOf("int64", words.ends.map(() => 1)),
        memory.allocate("int64", 1, true),
      ];
      table.fill(() => engine.call("count_whole", ...arrays, table.members));
      arrays.forEach((array) => memory.release(array));
    }
  }

  /** Give back all memory. */
  free() {
    const { memory } = this.engine;
    this.table.free();
    const { family, classes, automaton } = this.lexer;
    for (const array of [family, classes, ...Object.values(automaton)]) memory.release(array);
    this.set?.release();
  }
}

/** What `findRegions` reads of a `SpecialSet`. @param {import("../engine.js").Engine} engine @param {readonly string[]} texts @returns {any} */
function specialSet(engine, texts) {
  const made = buildSpecialAutomaton(engine, texts);
  const { children, edge_bytes, roots, nodes, listed, first } = made;
  return {
    size: texts.length,
    automatonArguments: () => [children, edge_bytes, roots, nodes, listed, Number(first.view[0])],
    release: () => Object.values(made).forEach((array) => engine.memory.release(array)),
  };
}

/** The words of a block, concatenated. @param {FlatArray} bytes @param {number} start @param {FlatArray} ends @param {FlatArray} kinds */
function wordsOf(bytes, start, ends, kinds) {
  const bounds = Float64Array.from(ends.view, Number);
  const data = new Uint8Array((bounds[bounds.length - 1] ?? start) - start);
  /** @type {number[]} */
  const found = [];
  let size = 0;
  bounds.forEach((end, i) => {
    const from = i > 0 ? bounds[i - 1] : start;
    if (kinds.view[i] !== WORD) return;
    data.set(bytes.view.subarray(from, end), size);
    size += end - from;
    found.push(size);
  });
  return { data: data.subarray(0, size), ends: Float64Array.from(found) };
}
