/** Tables of a lexer in the engine's memory; twin of Python's spanners/vector/vector_tables.py. */

import { REPAIRS } from "./logos/definitions.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./memory.js").FlatArray} FlatArray */

/**
 * @typedef {Object} CompiledPattern
 * @property {Uint32Array} transitions
 * @property {Uint16Array} pages
 * @property {Uint8Array} cells
 * @property {Uint32Array} pairSteps
 * @property {Uint16Array} pairClasses
 * @property {number} nColumns
 * @property {number} family number of the rules for 64 bytes at once; 0 for none
 * @property {Uint8Array} classes the class of each cell; one zero for no rules
 * @property {boolean} rereads whether it may look far ahead, again and again
 */

/** Tables of a logos lexer, and which repairs it does. @typedef {{ tables: FlatArray[], repairs: number }} Roles */

/**
 * With `roles`, these find the spans, and not the automaton.
 * @typedef {{
 *   family: FlatArray, classes: FlatArray, automaton: Record<string, FlatArray>, rereads: boolean, roles: Roles | null
 * }} LexerTables
 */

/**
 * @param {Engine} engine
 * @param {CompiledPattern} compiled
 * @returns {LexerTables}
 */
export function lexerTables({ memory }, compiled) {
  return {
    family: memory.copyOf("int64", [compiled.family]),
    classes: memory.copyOf("uint8", compiled.classes),
    automaton: {
      transitions: memory.copyOf("uint32", compiled.transitions),
      pages: memory.copyOf("uint16", compiled.pages),
      cells: memory.copyOf("uint8", compiled.cells),
      pair_steps: memory.copyOf("uint32", compiled.pairSteps),
      pair_classes: memory.copyOf("uint16", compiled.pairClasses),
      n_columns: memory.copyOf("int64", [compiled.nColumns]),
    },
    rereads: compiled.rereads,
    roles: null,
  };
}

/**
 * @param {Engine} engine
 * @param {import("./logos/longest_match.js").TokenTables} compiled
 * @param {readonly string[]} [without] the repairs that are left out
 * @returns {Roles}
 */
export function rolesOf({ memory }, { longest, restarting, pages, cells }, without = []) {
  const tables = [
    memory.copyOf("uint32", longest),
    memory.copyOf("uint32", restarting),
    memory.copyOf("uint16", pages),
    memory.copyOf("uint8", cells),
  ];
  const repairs = REPAIRS.reduce((bits, repair, bit) => bits | (without.includes(repair) ? 0 : 1 << bit), 0);
  return { tables, repairs };
}

/** As a kernel's argument. @param {LexerTables} tables */
export const lexerArguments = ({ family, classes, automaton }) => [family, classes, Object.values(automaton)];

/** The same automaton without rules for 64 bytes at once. @param {CompiledPattern} compiled @returns {CompiledPattern} */
export const automatonOnly = (compiled) => ({ ...compiled, family: 0, classes: new Uint8Array(1) });
