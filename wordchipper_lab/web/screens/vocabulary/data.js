// A vocabulary in the browser: bytes, lengths, scripts and kinds of all tokens, from the kernel's binary buffers.

import { numbersOf } from "../../shared/columns.js";
import { hexOf, textOf, upperBound } from "../../shared/utf8.js";

const IS_VALID = 1;
const IS_SPECIAL = 2;

function idRuns(drawing) {
  const lengths = numbersOf(drawing.run_lengths, Uint32Array);
  return Array.from(numbersOf(drawing.run_firsts, Uint32Array), (first, at) => ({ first, length: lengths[at] }));
}

// Tokens by place, which is a token's position among all tokens in id order.
export class Vocabulary {
  constructor(drawing) {
    this.name = drawing.name;
    this.maxToken = drawing.max_token;
    this.data = numbersOf(drawing.data, Uint8Array);
    this.starts = numbersOf(drawing.starts, Uint32Array);
    this.scripts = numbersOf(drawing.scripts, Uint8Array);
    this.kinds = numbersOf(drawing.kinds, Uint8Array);
    this.flags = numbersOf(drawing.flags, Uint8Array);
    this.scriptNames = drawing.script_names;
    this.kindNames = drawing.kind_names;
    this.ids = new Uint32Array(this.length);
    let place = 0;
    for (const { first, length } of idRuns(drawing)) for (let at = 0; at < length; at++) this.ids[place++] = first + at;
  }

  get length() {
    return this.scripts.length;
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
