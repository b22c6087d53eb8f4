// A divergence: a stretch of text that two lexers cut in different places. Twin: lab/divergence/divergence.py.

import { lexerCode } from "./lexers.js";

const LONGEST_NAME = 60;

const isSame = (one, other) => one.start === other.start && one.end === other.end && one.kind === other.kind;

export const isSameRow = (a, b) => a.length === b.length && a.every((span, at) => isSame(span, b[at]));

// The first boundary that only one lexer has, or the first span that differs in kind: bytes into the text.
export function firstDifference({ a, b }) {
  const n = Math.min(a.length, b.length);
  for (let at = 0; at < n; at++) {
    if (isSame(a[at], b[at])) continue;
    return a[at].end === b[at].end ? a[at].start : Math.min(a[at].end, b[at].end);
  }
  return 0;
}

// A pytest case that fails while the lexers diverge on this text, with its context.
export function toPytest({ before, text, after, signature, codeA, codeB }) {
  const words = signature.toLowerCase().replace(/[^a-z0-9]+/gu, "_");
  const name = words.slice(0, LONGEST_NAME).replace(/^_+|_+$/g, "") || "text";
  return (
    "from wordchipper_lab.spanners import *\n\n\n" +
    `def test_same_spans_${name}():\n` +
    `    text = ${asciiOf(before + text + after)}\n` +
    `    a = ${codeA}\n` +
    `    b = ${codeB}\n` +
    "    assert list(a.spans(text)) == list(b.spans(text))\n"
  );
}

// Python's ascii(): as repr, and whatever is beyond ASCII as an escape.
export function asciiOf(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escapes = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", [quote]: `\\${quote}` };
  const shown = Array.from(text, (character) => {
    if (Object.hasOwn(escapes, character)) return escapes[character];
    const code = character.codePointAt(0);
    if (code >= 0x20 && code < 0x7f) return character;
    const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
  });
  return quote + shown.join("") + quote;
}

// The divergence on a separate text, as a whole; null if the lexers agree on it.
export function wholeText(a, b, text, alphabet) {
  const rows = { a: a.spans(text), b: b.spans(text) };
  if (isSameRow(rows.a, rows.b)) return null;
  return makeDivergence({ text, ...rows, signature: alphabet.signature(text), codeA: lexerCode(a), codeB: lexerCode(b) });
}

export function makeDivergence(fields) {
  return { before: "", after: "", start: 0, source: "", ...fields };
}
