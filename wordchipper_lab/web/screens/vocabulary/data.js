// A vocabulary in the browser: bytes, lengths, scripts and kinds of all tokens, from the kernel's binary buffers.

import { inflate, numbersOf } from "../../shared/columns.js";
import { hexOf, textOf, upperBound } from "../../shared/utf8.js";

const IS_VALID = 1;
const IS_SPECIAL = 2;
const IS_NEVER = 4;

function idRuns(drawing) {
  const lengths = numbersOf(drawing.run_lengths, Uint32Array);
  return Array.from(numbersOf(drawing.run_firsts, Uint32Array), (first, at) => ({ first, length: lengths[at] }));
}

// Where each token begins, and the last one ends. sizes: four columns, the lowest byte of each length first
function startsOf([lowest, low, high, highest]) {
  const starts = new Uint32Array(lowest.length + 1);
  for (let at = 0; at < lowest.length; at++) {
    starts[at + 1] = starts[at] + (lowest[at] | low[at] << 8 | high[at] << 16 | highest[at] << 24);
  }
  return starts;
}

// Tokens by place, which is a token's position among all tokens in id order.
export class Vocabulary {
  static async read(drawing) {
    return new Vocabulary(drawing, await inflate(drawing.packed));
  }

  // columns: Uint8Array, what `drawing.packed` holds
  constructor(drawing, columns) {
    this.name = drawing.name;
    this.maxToken = drawing.max_token;
    this.scriptNames = drawing.script_names;
    this.kindNames = drawing.kind_names;
    const runs = idRuns(drawing);
    this.length = runs.reduce((sum, { length }) => sum + length, 0);
    this.ids = new Uint32Array(this.length);
    let place = 0;
    for (const { first, length } of runs) for (let at = 0; at < length; at++) this.ids[place++] = first + at;
    const column = (number) => columns.subarray(number * this.length, (number + 1) * this.length);
    this.starts = startsOf([0, 1, 2, 3].map(column));
    [this.scripts, this.kinds, this.flags] = [4, 5, 6].map(column);
    this.data = columns.subarray(7 * this.length);
    this.ranks = drawing.ranks === undefined ? null : numbersOf(drawing.ranks, Uint32Array); // plus one; null: ranks are ids
  }

  // null for an unused id
  placeOf(id) {
    const place = upperBound(this.ids, id) - 1;
    return place >= 0 && this.ids[place] === id ? place : null;
  }

  bytes(place) {
    return this.data.subarray(this.starts[place], this.starts[place + 1]);
  }

  size(place) {
    return this.starts[place + 1] - this.starts[place];
  }

  isSpecial(place) {
    return (this.flags[place] & IS_SPECIAL) !== 0;
  }

  // Whether no text is encoded to it.
  isNever(place) {
    return (this.flags[place] & IS_NEVER) !== 0;
  }

  // In words, for the details of a token.
  rankText(place) {
    if (this.isSpecial(place)) return "none: a special token";
    if (this.isNever(place)) return "none: no merge makes it";
    if (!this.ranks) return `${this.ids[place]} (equal to the id)`;
    if (this.ranks[place]) return `${this.ranks[place] - 1} (place in the list of merges)`;
    return this.size(place) === 1 ? "none: a single byte" : "none: no merge makes it";
  }

  isValid(place) {
    return (this.flags[place] & IS_VALID) !== 0;
  }

  script(place) {
    return this.scriptNames[this.scripts[place]].replaceAll("_", " ");
  }

  kind(place) {
    return this.kindNames[this.kinds[place]];
  }

  // null if the bytes are not valid UTF-8
  text(place) {
    return this.isValid(place) ? textOf(this.bytes(place)) : null;
  }

  hex(place) {
    return hexOf(this.bytes(place));
  }
}

// The listed tokens: places in the order in which they were found.
export class Listing {
  constructor(drawing, vocabulary) {
    const fits = drawing.vocabulary === vocabulary.name; // otherwise the answer for this vocabulary has yet to arrive
    this.length = fits ? drawing.count : 0;
    this.of = fits ? drawing.of : vocabulary.length;
    this.milliseconds = fits ? drawing.milliseconds : undefined;
    this.places = fits && !drawing.all ? numbersOf(drawing.places, Uint32Array) : null;
  }

  place(row) {
    return this.places ? this.places[row] : row;
  }
}
