// Divergences of two lexers in one text, as they are found. Twins: lab/divergence/find.py and stretches.py.

import { commonAlphabet } from "./alphabet.js";
import { makeDivergence } from "./divergence.js";
import { lexerCode } from "./lexers.js";
import { KIND_NAMES, copyText } from "./page_lexer.js";

const CONTEXT = 40; // characters
const BYTES_A_CHARACTER = 4;

// Each stretch between two common boundaries that is not one equal span in both rows. data: the text's UTF-8
export const iterStretches = function* (a, b, data) {
  if (!data.length) return;
  const { memory } = a.engine;
  const bytes = copyText(a.engine, data);
  const rows = [a, b].map((lexer) => lexer.spansOf(bytes.part(0, data.length), [data.length]));
  memory.release(bytes);
  yield* compareRows(...rows, data.length);
};

export const compareRows = function* (a, b, size) {
  let start = 0;
  let [i, j] = [0, 0]; // where the stretch begins in both rows
  let [at, other] = [0, 0];
  while (start < size) {
    const [one, two] = [a.ends[at], b.ends[other]];
    if (one < two) at += 1;
    else if (two < one) other += 1;
    else {
      const isOneSpan = at === i && other === j && a.kinds[at] === b.kinds[other];
      if (!isOneSpan) yield { start, end: one, a: spansFrom(a, i, at, start), b: spansFrom(b, j, other, start) };
      start = one;
      i = at += 1;
      j = other += 1;
    }
  }
};

function spansFrom({ ends, kinds }, first, last, start) {
  const spans = [];
  for (let at = first; at <= last; at++) {
    spans.push({ start: at > first ? ends[at - 1] - start : 0, end: ends[at] - start, kind: KIND_NAMES[kinds[at]] });
  }
  return spans;
}

// All divergences in a text; source: its name
export const findDivergences = function* (a, b, data, source = "") {
  let describer = null; // only if there is one
  for (const stretch of iterStretches(a, b, data)) {
    describer ??= { alphabet: commonAlphabet(a, b), codeA: lexerCode(a), codeB: lexerCode(b) };
    yield describe(describer, data, stretch, source);
  }
};

function describe({ alphabet, codeA, codeB }, data, { start, end, a, b }, source) {
  // 4 bytes per character hold as many characters, and perhaps a part of one more.
  const before = textOf(data, Math.max(0, start - BYTES_A_CHARACTER * CONTEXT), start);
  const after = textOf(data, end, Math.min(end + BYTES_A_CHARACTER * CONTEXT, data.length));
  const text = textOf(data, start, end);
  const [following = ""] = after;
  return makeDivergence({
    text,
    a,
    b,
    signature: alphabet.signature(text, following),
    codeA,
    codeB,
    before: Array.from(before).slice(-CONTEXT).join(""),
    after: Array.from(after).slice(0, CONTEXT).join(""),
    start,
    source,
  });
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

// The whole characters from byte `start` to byte `end`.
export function textOf(data, start, end) {
  while (start < end && (data[start] & 0xc0) === 0x80) start += 1;
  let last = end;
  while (last > start && last < data.length && (data[last] & 0xc0) === 0x80) last -= 1;
  return decoder.decode(data.subarray(start, last));
}
