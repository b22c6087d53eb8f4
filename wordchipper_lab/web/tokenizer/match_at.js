/** Where a pattern's match ends that begins at a given place. */

import { compileLexer } from "./compile_lexer.js";
import { automatonOnly, lexerTables } from "./lexers.js";
import { WORD, spanBlocks } from "./span_blocks.js";

const MOST_KEPT = 64;

/** Compiled patterns of one engine, as many as are used together. */
export class Patterns {
  /** @param {import("./engine.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** @type {Map<string, import("./lexers.js").LexerTables>} */
    this.tables = new Map();
  }

  /**
   * How many bytes of UTF-8 the pattern matches at the start of a text; -1 if it does not match there.
   * @param {string} pattern
   * @param {string} text
   */
  matchAtStart(pattern, text) {
    for (const { ends, kinds } of spanBlocks(this.engine, this.tablesOf(pattern), null, text)) {
      return kinds.view[0] === WORD ? Number(ends.view[0]) : -1;
    }
    return -1;
  }

  /**
   * All matches of the pattern in a text, one after the other: where each begins -> where it ends, in bytes of UTF-8.
   * @param {string} pattern
   * @param {string} text
   * @returns {Map<number, number>}
   */
  wordsOf(pattern, text) {
    const found = new Map();
    for (const { start, ends, kinds } of spanBlocks(this.engine, this.tablesOf(pattern), null, text)) {
      let begin = start;
      ends.view.forEach((/** @type {bigint} */ end, /** @type {number} */ at) => {
        if (kinds.view[at] === WORD) found.set(begin, Number(end));
        begin = Number(end);
      });
    }
    return found;
  }

  /** @param {string} pattern @returns {import("./lexers.js").LexerTables} */
  tablesOf(pattern) {
    let tables = this.tables.get(pattern);
    if (!tables) {
      if (this.tables.size === MOST_KEPT) this.tables.clear();
      tables = lexerTables(this.engine, automatonOnly(compileLexer(pattern)));
      this.tables.set(pattern, tables);
    }
    return tables;
  }
}
