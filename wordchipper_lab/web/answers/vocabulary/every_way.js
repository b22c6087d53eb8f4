// Whether there is any way at all for an automaton to match in a text. Its threads are followed together, a
// character at a time, without priorities; which threads follow which is remembered.

import { END } from "../../tokenizer/patterns/cells.js";
import { CONSUME, MATCH } from "../../tokenizer/patterns/nfa.js";
import { codeAt, sizeAt } from "./read_utf8.js";

const MOST_STATES = 4096;
const UNKNOWN = -1;
const LINE_FEED = 10;

export class EveryWay {
  // nfa: of any one character, and then what is looked for; isAnchored: only at the start of a text; toEnd: only
  // what ends where the text does, or before its last line feed; spend: called with the steps taken
  constructor(nfa, { isAnchored, toEnd, spend }) {
    Object.assign(this, { nfa, isAnchored, toEnd });
    nfa.work = { spend };
    this.nColumns = nfa.cells.nCells + 1;
    this.origin = nfa.following[nfa.start];
    this.forget();
  }

  forget() {
    this.threads = [];
    this.numbers = new Map();
    this.steps = []; // state * columns + cell -> 2 * next state, plus 1 if a match ends before the cell
    this.stateOf([this.origin]);
  }

  isIn(data, start, end) {
    const { cells } = this.nfa;
    if (this.threads.length > MOST_STATES) this.forget();
    let state = 0;
    for (let at = start; at < end;) {
      const size = sizeAt(data, at, end);
      const step = this.step(state, cells.cellOf(codeAt(data, at, size)));
      if (step % 2 && (!this.toEnd || (at === end - 1 && data[at] === LINE_FEED))) return true;
      state = Math.floor(step / 2);
      if (!this.threads[state].length) return false;
      at += Math.abs(size);
    }
    return this.step(state, END) % 2 === 1;
  }

  step(state, cell) {
    const place = state * this.nColumns + cell;
    if (this.steps[place] !== UNKNOWN) return this.steps[place];
    const { kinds, masks, following } = this.nfa;
    const reached = this.nfa.follow(this.threads[state], cell);
    const next = new Set(this.isAnchored ? [] : [this.origin]);
    for (const each of reached) if (kinds[each] === CONSUME && masks[each][cell]) next.add(following[each]);
    const isEnd = reached.includes(MATCH);
    const step = 2 * this.stateOf([...next]) + Number(isEnd);
    this.steps[place] = step;
    return step;
  }

  stateOf(threads) {
    const key = threads.sort((one, other) => one - other).join();
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.threads.push(threads) - 1;
    this.numbers.set(key, number);
    for (let cell = 0; cell < this.nColumns; cell++) this.steps.push(UNKNOWN);
    return number;
  }
}
