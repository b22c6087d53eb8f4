// The path of an automaton over one span, and its drawing, read from the tables that its kernel walks. Twins:
// automaton_path.py and graph.py of lab/divergence, and `read_dfa` of its proof/automaton_machine.py.

import { END } from "../../tokenizer/patterns/cells.js";
import { DEAD } from "../../tokenizer/patterns/dfa.js";
import { ACCEPT, EMIT, REWIND, ROW_MASK } from "../../tokenizer/patterns/entries.js";
import { commonAlphabet, patternCells } from "./alphabet.js";

const MOST_STEPS = 200;
const MOST_STATES = 120;
const COLUMN = 190;
const ROW = 84;
const MARGIN = 60;
const SWEEPS = 4;
const LONGEST_LABEL = 26;

// The leftmost-first DFA packed into a lexer's tables: {nStates, next(state, column), accepts(state, column)}
export function readDfa({ transitions, nColumns }) {
  const entry = (state, column) => transitions[state * nColumns + column];
  return {
    nStates: transitions.length / nColumns,
    next: (state, column) => {
      const found = entry(state, column);
      return column === END || found & (EMIT | REWIND) ? DEAD : (found & ROW_MASK) / nColumns;
    },
    accepts: (state, column) => (entry(state, column) & (EMIT | ACCEPT)) !== 0,
  };
}

// The steps that led to `span`, and how many characters after its end were read and given back. characters: of the whole
// text; begin: number of the one with which the span begins
export function walkPath(lexer, characters, begin, span) {
  const dfa = readDfa(lexer.compiled);
  const alphabet = commonAlphabet(lexer);
  const cells = patternCells(lexer.pattern);
  const steps = [];
  let [position, state, ahead] = [span.start, 0, 0];
  for (let place = begin; place <= characters.length; place++) {
    const character = characters[place] ?? "";
    const column = character ? cells.cellOf(character.codePointAt(0)) : END;
    const next = dfa.next(state, column);
    if (steps.length < MOST_STEPS) {
      steps.push({
        position,
        character,
        cell: character ? alphabet.names[alphabet.symbolOf(character)] : "end",
        state,
        next: next === DEAD ? null : next,
        accepts: dfa.accepts(state, column),
        role: position >= span.end ? "read ahead" : "",
      });
    }
    if (next === DEAD) break;
    ahead += position >= span.end;
    state = next;
    position += sizeOf(character);
  }
  return { steps, givenBack: span.kind === "word" ? ahead : 0 };
}

function sizeOf(character) {
  const code = character.codePointAt(0);
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

// States and edges of an automaton lexer with positions for drawing; null for another lexer.
export function drawGraph(lexer) {
  if (lexer.kind !== "automaton") return null;
  const dfa = readDfa(lexer.compiled);
  if (dfa.nStates > MOST_STATES) return { states: [], edges: [], n: dfa.nStates };
  const { names, characters } = commonAlphabet(lexer);
  const cells = patternCells(lexer.pattern);
  const columns = characters.map((character) => cells.cellOf(character.codePointAt(0)));
  const edges = edgesOf(dfa, columns, names);
  const layers = layersOf(edges.map(({ from, to }) => [from, to]), dfa.nStates);
  const tallest = Math.max(...layers.map(({ length }) => length));
  const states = layers.flatMap((layer, depth) =>
    layer.map((state, place) => {
      const before = names.filter((_, symbol) => dfa.accepts(state, columns[symbol]));
      const atEnd = dfa.accepts(state, END);
      return {
        id: state,
        x: MARGIN + depth * COLUMN,
        y: MARGIN + (place + (tallest - layer.length) / 2) * ROW,
        start: state === 0,
        accepting: before.length > 0 || atEnd,
        accepts_before: atEnd ? [...before, "end"] : before,
      };
    }),
  );
  states.sort((one, other) => one.id - other.id);
  return { states, edges, width: 2 * MARGIN + (layers.length - 1) * COLUMN, height: 2 * MARGIN + (tallest - 1) * ROW };
}

function edgesOf(dfa, columns, names) {
  const edges = [];
  for (let state = 0; state < dfa.nStates; state++) {
    const cells = new Map();
    columns.forEach((column, symbol) => {
      const to = dfa.next(state, column);
      if (to !== DEAD) cells.set(to, [...(cells.get(to) ?? []), names[symbol]]);
    });
    for (const to of [...cells.keys()].sort((one, other) => one - other)) {
      edges.push({ from: state, to, cells: cells.get(to), label: labelOf(cells.get(to), names) });
    }
  }
  return edges;
}

// The names, or the missing ones if there are fewer of them.
function labelOf(names, everything) {
  const missing = everything.filter((name) => !names.includes(name));
  if (!missing.length) return "any";
  const [label, without] = [Array.from(names.join(", ")), Array.from(`not ${missing.join(", ")}`)];
  const shorter = without.length < label.length ? without : label;
  return shorter.length <= LONGEST_LABEL ? shorter.join("") : `${shorter.slice(0, LONGEST_LABEL - 1).join("")}…`;
}

// States by distance from the start, ordered so that few edges cross. edges: ascending
function layersOf(edges, nStates) {
  const depth = new Map([[0, 0]]);
  const pending = [0];
  for (const state of pending) { // grows during the loop
    for (const [from, to] of edges) {
      if (from !== state || depth.has(to)) continue;
      depth.set(to, depth.get(state) + 1);
      pending.push(to);
    }
  }
  const layers = Array.from({ length: Math.max(...depth.values()) + 1 }, () => []);
  for (let state = 0; state < nStates; state++) layers[depth.get(state) ?? 0].push(state);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForwards = sweep % 2 === 0;
    const order = layers.map((_, at) => at).filter((at) => (isForwards ? at > 0 : at < layers.length - 1));
    for (const number of isForwards ? order : order.reverse()) {
      const beside = layers[isForwards ? number - 1 : number + 1];
      const places = new Map(beside.map((state, place) => [state, place / Math.max(1, beside.length - 1)]));
      const centres = new Map(layers[number].map((state) => [state, barycentre(state, edges, places)]));
      layers[number].sort((one, other) => centres.get(one) - centres.get(other));
    }
  }
  return layers;
}

function barycentre(state, edges, places) {
  const linked = [];
  for (const [from, to] of edges) {
    const other = to === state ? from : from === state ? to : null;
    if (other !== null && places.has(other)) linked.push(places.get(other));
  }
  const sum = linked.reduce((so, place) => so + place, 0);
  return linked.length ? Math.round((sum / linked.length) * 1e9) : 5e8; // equal places may differ in their last digits
}
