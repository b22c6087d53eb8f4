// The texts of an own corpus: typed, or in opened files. Twin: lab/training/corpora.py.

import { AnswerError } from "../answer_error.js";

const CONTINUES = (byte) => (byte & 0xc0) === 0x80;
const PARQUET = "PAR1";

// As much of a text as this many bytes of UTF-8 hold: no text, or one.
export function upTo(text, mostBytes) {
  const data = new TextEncoder().encode(text);
  if (mostBytes <= 0 || !data.length) return [];
  let end = Math.min(mostBytes, data.length);
  while (end < data.length && CONTINUES(data[end])) end -= 1;
  return [decoded(data.subarray(0, end))];
}

// The contents of an opened file.
export function textsOfFile(name, data, mostBytes) {
  if (String.fromCharCode(...data.subarray(0, 4)) === PARQUET) {
    throw new AnswerError(`${name} is a Parquet file, which this page cannot read: open a text in UTF-8, or a live page`);
  }
  const hasMark = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf;
  const contents = data.subarray(hasMark ? 3 : 0);
  const offset = firstInvalid(contents);
  if (offset >= 0) throw new AnswerError(`${name}: expected UTF-8, got an invalid byte at offset ${offset}`);
  return upTo(decoded(contents), mostBytes);
}

const decoded = (data) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);

function isValid(data, isWhole) {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

// Where the first byte is that begins no character; -1 if all are valid.
function firstInvalid(data) {
  if (isValid(data, true)) return -1;
  let [low, high] = [0, data.length]; // the first `low` bytes may be the beginning of a valid text
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isValid(data.subarray(0, middle), false)) low = middle;
    else high = middle - 1;
  }
  let start = low;
  while (!isValid(data.subarray(0, start), true)) start -= 1; // the beginning of a character
  return start;
}
