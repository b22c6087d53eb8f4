/** Some of a vocabulary's special tokens, and the engine's table with them. */

import { addressTable, named } from "./address_table.js";
import { TABLES } from "./layout.js";
import { buildSpecialAutomaton, buildSpecialTables } from "./special_tokens.js";

/** @typedef {import("./memory.js").FlatArray} FlatArray */

/** Made once for each set that a text is encoded with. */
export class SpecialSet {
  /** @param {import("./vocabulary.js").Vocabulary} vocabulary @param {import("./lexers.js").LexerTables} lexer @param {readonly string[]} texts */
  constructor(vocabulary, lexer, texts) {
    const { engine, numbered } = vocabulary;
    this.vocabulary = vocabulary;
    this.lexer = lexer;
    this.size = texts.length;
    const isAll = texts.length === numbered.size;
    const chosen = new Map(texts.map((text) => [text, /** @type {number} */ (numbered.get(text))]));
    this.tables = isAll ? vocabulary.specials : buildSpecialTables(engine, chosen);
    this.automaton = buildSpecialAutomaton(engine, texts);
    const { family, classes, automaton } = lexer;
    /** What `encode_documents` reads. */
    this.addresses = addressTable(engine.memory, TABLES, {
      ...named("vocab", /** @type {any} */ (vocabulary.tables)),
      ...named("specials", this.tables),
      "lexer.family": family,
      "lexer.classes": classes,
      ...named("lexer.automaton", automaton),
      ...named("special_automaton", this.automaton),
      ids: vocabulary.ids,
    });
  }

  automatonArguments() {
    const { children, edge_bytes, roots, nodes, listed, first } = this.automaton;
    return [children, edge_bytes, roots, nodes, listed, Number(first.view[0])];
  }

  release() {
    const { memory } = this.vocabulary.engine;
    for (const array of [...Object.values(this.tables), ...Object.values(this.automaton), this.addresses]) {
      memory.release(array);
    }
  }
}
