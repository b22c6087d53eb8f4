/**
 * Two ASCII characters per step: the automaton's table multiplied by itself.
 *
 * Twin: wordchipper_lab/spanners/automaton/pair_steps.py, which describes the entries.
 */

import { ACCEPT, EMIT, REWIND, ROW_MASK } from "./entries.js";

const STATE_SHIFT = 16;
const EMIT_FIRST = 1 << 24;
const EMIT_SECOND = 1 << 25;
const ACCEPT_EITHER = 1 << 26;
const LATE = 1 << 27;
const BY_ONE = 2 ** 31;
const LARGEST = 1 << 16;
const N_ASCII = 128;

/**
 * `steps` (states * pair classes,); `classes` (65536,): first byte | second byte << 8 -> class.
 * @typedef {{steps: Uint32Array, classes: Uint16Array}} PairSteps
 */

/**
 * Multiply the self-restarting table by itself.
 * @param {Uint32Array} table (states * columns,), see entries.js
 * @param {number} nColumns
 * @param {Uint8Array} asciiCells (128,): the cell of each ASCII character
 * @returns {PairSteps}
 */
export function buildPairSteps(table, nColumns, asciiCells) {
  const cells = Uint8Array.from(new Set(asciiCells)).sort();
  const nStates = table.length / nColumns;
  const nClasses = cells.length ** 2 + 1;
  const classes = new Uint16Array(1 << 16);
  if (nStates > 256 || nStates * nClasses > LARGEST)
    return { steps: new Uint32Array(nStates).fill(BY_ONE), classes };
  classes.fill(nClasses - 1);
  const index = asciiCells.map((cell) => cells.indexOf(cell));
  for (let second = 0; second < N_ASCII; second++) {
    for (let first = 0; first < N_ASCII; first++) {
      classes[first | (second << 8)] = index[first] * cells.length + index[second];
    }
  }
  const steps = new Uint32Array(nStates * nClasses).fill(BY_ONE);
  for (let state = 0; state < nStates; state++) {
    cells.forEach((firstCell, first) => {
      const one = table[state * nColumns + firstCell];
      cells.forEach((secondCell, second) => {
        const two = table[(one & ROW_MASK) + secondCell];
        if ((one | two) & REWIND) return;
        const next = (two & ROW_MASK) / nColumns;
        let step = (next * nClasses) | (next << STATE_SHIFT);
        if (one & EMIT) step |= EMIT_FIRST;
        if (two & EMIT) step |= EMIT_SECOND;
        if ((one | two) & ACCEPT) step |= ACCEPT_EITHER;
        if (two & ACCEPT) step |= LATE;
        steps[state * nClasses + first * cells.length + second] = step;
      });
    });
  }
  return { steps, classes };
}
