// What a search needs to know about every token; a token's place is its number among all, by id. Twin:
// lab/vocabulary/index.py.

import { encode } from "../../shared/utf8.js";
import { foldCharacter } from "../python_text.js";
import { COMMON, INHERITED, LETTER, NUMBER, SIGN, SPACE, classTable, scriptTable } from "./character_tables.js";
import { codeAt, lossyText, sizeAt } from "./read_utf8.js";
import { SCRIPTS } from "./script_names.js";

export const KINDS = [
  "word after a space", "word", "number", "punctuation", "whitespace", "mixed", "not whole UTF-8", "special",
];

// Scripts, and what tokens have instead of one.
export const SCRIPT_NAMES = [...SCRIPTS, "not whole UTF-8", "several scripts"];

const [NO_SCRIPT, SEVERAL] = [SCRIPTS.length, SCRIPTS.length + 1];
const [SPACED, WORD, DIGITS, SIGNS, BLANK, MIXED, NOT_UTF8, SPECIAL] = KINDS.keys();

export class TokenIndex {
  constructor(vocabulary) {
    const { bounds, specialIds } = vocabulary;
    this.name = vocabulary.name;
    this.maxToken = vocabulary.maxToken;
    this.ids = Uint32Array.from(usedIds(bounds));
    this.length = this.ids.length;
    this.data = vocabulary.data.view.slice(0, bounds.at(-1));
    this.starts = new Uint32Array(this.length + 1);
    this.ids.forEach((id, place) => (this.starts[place] = bounds[id]));
    this.starts[this.length] = bounds.at(-1);
    this.isSpecial = Uint8Array.from(this.ids, (id) => Number(specialIds.has(id)));
    this.isNever = Uint8Array.from(this.ids, (id) => Number(vocabulary.others.has(id) && !specialIds.has(id)));
    this.readCharacters();
  }

  // null for an id that no token has
  placeOf(id) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ids[middle] < id) low = middle + 1;
      else high = middle;
    }
    return this.ids[low] === id ? low : null;
  }

  size(place) {
    return this.starts[place + 1] - this.starts[place];
  }

  bytes(place) {
    return this.data.subarray(this.starts[place], this.starts[place + 1]);
  }

  text(place) {
    return lossyText(this.bytes(place));
  }

  readCharacters() {
    const { length, data, starts } = this;
    const scripts = scriptTable(SCRIPTS);
    const classes = classTable();
    this.isValid = new Uint8Array(length);
    this.nCharacters = new Uint32Array(length);
    this.scripts = new Uint8Array(length);
    this.kinds = new Uint8Array(length);
    for (let place = 0; place < length; place++) {
      let [n, isValid, lowest, highest, every, rest] = [0, 1, 255, 0, 0, 0];
      for (let at = starts[place]; at < starts[place + 1];) {
        const size = sizeAt(data, at, starts[place + 1]);
        const code = codeAt(data, at, size);
        if (size < 0) isValid = 0;
        if (n > 0) rest |= classes[code];
        every |= classes[code];
        if (scripts[code] > INHERITED) {
          lowest = Math.min(lowest, scripts[code]);
          highest = Math.max(highest, scripts[code]);
        }
        n += 1;
        at += Math.abs(size);
      }
      const script = highest === 0 ? COMMON : lowest === highest ? lowest : SEVERAL;
      this.isValid[place] = isValid;
      this.nCharacters[place] = n;
      this.scripts[place] = isValid ? script : NO_SCRIPT;
      this.kinds[place] = this.kindOf(place, isValid, every, rest);
    }
  }

  kindOf(place, isValid, every, rest) {
    if (this.isSpecial[place]) return SPECIAL;
    if (!isValid) return NOT_UTF8;
    if (rest === LETTER && this.data[this.starts[place]] === 0x20) return SPACED;
    if (every === LETTER) return WORD;
    if ((every | SPACE) === (NUMBER | SPACE)) return DIGITS;
    if ((every | SPACE) === (SIGN | SPACE)) return SIGNS;
    return every === SPACE ? BLANK : MIXED;
  }

  // {data, starts} of all tokens with their case folded; bytes that are no UTF-8 stay.
  get folded() {
    this.keptFolded ??= this.fold();
    return this.keptFolded;
  }

  fold() {
    const { length, data, starts } = this;
    const made = new Uint8Array(3 * data.length); // at most: two bytes become six
    const madeStarts = new Uint32Array(length + 1);
    const known = new Map();
    const foldedOf = (code) => {
      if (!known.has(code)) known.set(code, encode(foldCharacter(String.fromCodePoint(code))));
      return known.get(code);
    };
    let to = 0;
    for (let place = 0; place < length; place++) {
      for (let at = starts[place]; at < starts[place + 1];) {
        const size = sizeAt(data, at, starts[place + 1]);
        const bytes = size > 0 ? foldedOf(codeAt(data, at, size)) : data.subarray(at, at - size);
        for (let byte = 0; byte < bytes.length; byte++) made[to++] = bytes[byte];
        at += Math.abs(size);
      }
      madeStarts[place + 1] = to;
    }
    return { data: made.slice(0, to), starts: madeStarts };
  }
}

function* usedIds(bounds) {
  for (let id = 0; id + 1 < bounds.length; id++) if (bounds[id + 1] > bounds[id]) yield id;
}
