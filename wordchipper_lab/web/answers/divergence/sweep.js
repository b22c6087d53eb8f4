// Every short string: two lexers over all strings of some characters. Twins: sweep.py and sweep_blocks.py of
// lab/divergence, and `fill_tuples` of kernels/tuples.py.

import { NUMBERS } from "../../tokenizer/layout.js";
import { textOf } from "./find.js";

const BLOCK_BYTES = 1 << 18;

// Number of strings of 1 to `k` characters.
export function countStrings(n, k) {
  let total = 0;
  for (let length = 1; length <= k; length++) total += n ** length;
  return total;
}

// All strings of `length` of the `characters`, a block at a time: yields {cases, divergent, texts} of each block, of the
// divergent texts the first `most`.
export const sweepLength = function* (a, b, characters, length, most) {
  const { memory } = a.engine;
  const block = Math.max(1, Math.floor(BLOCK_BYTES / (4 * length)));
  const text = memory.allocate("uint8", 4 * length * block + NUMBERS.PADDING);
  const strings = new Strings(characters, length);
  const total = characters.length ** length;
  try {
    for (let done = 0; done < total; done += block) {
      const n = Math.min(block, total - done);
      const textEnds = strings.fill(text.view, n);
      const bytes = text.part(0, textEnds[n - 1]);
      const differing = differingTexts(textEnds, a.spansOf(bytes, textEnds), b.spansOf(bytes, textEnds));
      const stringOf = (at) => textOf(bytes.view, at > 0 ? textEnds[at - 1] : 0, textEnds[at]);
      yield { cases: n, divergent: differing.length, texts: differing.slice(0, most).map(stringOf) };
    }
  } finally {
    memory.release(text);
  }
};

// One string after another, in alphabet order.
class Strings {
  constructor(characters, length) {
    this.encoded = characters.map((character) => new TextEncoder().encode(character));
    this.digits = new Array(length).fill(0);
  }

  // Writes the next `n` strings; returns where each ends.
  fill(bytes, n) {
    const { encoded, digits } = this;
    const ends = new Uint32Array(n);
    let at = 0;
    for (let number = 0; number < n; number++) {
      for (const digit of digits) for (const byte of encoded[digit]) bytes[at++] = byte;
      ends[number] = at;
      for (let place = digits.length - 1; place >= 0 && ++digits[place] === encoded.length; place--) digits[place] = 0;
    }
    return ends;
  }
}

// Numbers of the joined texts for which the two rows differ.
function differingTexts(textEnds, a, b) {
  if (isSameArray(a.ends, b.ends) && isSameArray(a.kinds, b.kinds)) return [];
  const found = [];
  let [i, j] = [0, 0];
  textEnds.forEach((textEnd, number) => {
    let differs = false;
    for (let isOver = false; !isOver; ) {
      differs ||= a.ends[i] !== b.ends[j] || a.kinds[i] !== b.kinds[j];
      isOver = a.ends[i] === textEnd && b.ends[j] === textEnd;
      if (a.ends[i] < textEnd && (a.ends[i] <= b.ends[j] || b.ends[j] === textEnd)) {
        if (b.ends[j] === a.ends[i]) j += 1;
        i += 1;
      } else if (b.ends[j] < textEnd) j += 1;
    }
    i += 1;
    j += 1;
    if (differs) found.push(number);
  });
  return found;
}

function isSameArray(one, other) {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
