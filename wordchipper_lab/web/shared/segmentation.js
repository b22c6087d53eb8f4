// A text divided into segments that the canvas can draw: tokens (with the gaps between them), or spans.
//
// The kernel sends byte offsets as binary buffers; nothing here decides where a boundary is.

import { numbersOf } from "./columns.js";
import { encode, locate, upperBound } from "./utf8.js";

export const WORD = 0;
export const SPECIAL = 1;
export const GAP = 2;
export const KINDS = ["word", "special", "gap"];
const ASCII = /^[\0-\x7f]*$/;

// drawing: a SpansRecord
export function readSpans(drawing) {
  return {
    text: drawing.text ?? "",
    spanEnds: numbersOf(drawing.span_ends, Uint32Array),
    spanKinds: numbersOf(drawing.span_kinds, Uint8Array),
  };
}

// drawing: an ExplorationRecord
export function readDrawing(drawing) {
  return {
    ...readSpans(drawing),
    ids: numbersOf(drawing.tokens, Uint32Array),
    tokenEnds: numbersOf(drawing.token_ends, Uint32Array),
    spanTokenEnds: numbersOf(drawing.span_token_ends, Uint32Array),
    ranks: drawing.ranks === undefined ? null : numbersOf(drawing.ranks, Uint32Array),
    made: readMade(drawing.made),
    mergedSpans: drawing.merged_spans === undefined ? null : numbersOf(drawing.merged_spans, Uint32Array),
  };
}

// Number of a token -> its bytes, for tokens that do not have those of the text where they are drawn.
function readMade(made) {
  if (!made) return new Map();
  const [numbers, ends] = [numbersOf(made.numbers, Uint32Array), numbersOf(made.ends, Uint32Array)];
  const data = numbersOf(made.data, Uint8Array);
  return new Map(Array.from(numbers, (number, at) => [number, data.subarray(at ? ends[at - 1] : 0, ends[at])]));
}

class Segmentation {
  // ends: byte ends of all segments; spans: the span of each segment; numbers: token (or span) number, -1 for
  // a gap
  constructor(data, what, ends, spans, numbers, count) {
    Object.assign(this, { data, what, text: data.text, ends, spans, numbers, count });
    const isAscii = (ends.at(-1) ?? 0) === data.text.length && ASCII.test(data.text); // its bytes are its UTF-16 units
    const { index, inner } = isAscii ? { index: ends, inner: new Uint8Array(ends.length) } : locate(data.text, ends);
    this.index = index;
    this.inner = inner;
  }

  get length() {
    return this.ends.length;
  }

  byteStart(segment) {
    return segment ? this.ends[segment - 1] : 0;
  }

  indexStart(segment) {
    return segment ? this.index[segment - 1] : 0;
  }

  innerStart(segment) {
    return segment ? this.inner[segment - 1] : 0;
  }

  kind(segment) {
    return this.data.spanKinds[this.spans[segment]];
  }

  opensSpan(segment) {
    return segment === 0 || this.spans[segment] !== this.spans[segment - 1];
  }

  // The first segment that has bytes at or after the boundary at UTF-16 `position`.
  firstAfter(position) {
    let segment = upperBound(this.index, position - 1);
    while (segment < this.length && this.index[segment] === position && this.inner[segment] === 0) segment += 1;
    return segment;
  }

  // The segment that draws token (or span) `number`.
  segmentOf(number) {
    return this.gapless ? number : upperBound(this.numbersSeen, number - 1);
  }

  // The segments at UTF-16 `position` that have no part of the text.
  emptyAt(position) {
    const found = [];
    for (let segment = upperBound(this.index, position - 1); segment < this.length && this.index[segment] === position && this.inner[segment] === 0; segment++) {
      if (this.isEmpty(segment)) found.push(segment);
    }
    return found;
  }

  firstOfSpan(span) {
    return upperBound(this.spans, span - 1);
  }

  lastOfSpan(span) {
    return upperBound(this.spans, span) - 1;
  }

  // UTF-16 range of all characters of which the segment contains a byte.
  touched(segment) {
    const start = this.indexStart(segment);
    let end = this.index[segment];
    if (this.inner[segment]) end += this.text.codePointAt(end) > 0xffff ? 2 : 1;
    return [start, end];
  }

  bytesOf(segment) {
    const [start, end] = this.touched(segment);
    const from = this.innerStart(segment);
    return encode(this.text.slice(start, end)).slice(from, from + this.ends[segment] - this.byteStart(segment));
  }

  // The bytes of the token itself: the text's, unless what comes before merging made others of them.
  tokenBytes(segment) {
    return this.data.made?.get(this.numbers[segment]) ?? this.bytesOf(segment);
  }

  // Whether the token stands for no part of the text that is drawn as its own.
  isEmpty(segment) {
    return this.ends[segment] === this.byteStart(segment);
  }

  isMade(segment) {
    return this.what === "token" && Boolean(this.data.made?.has(this.numbers[segment]));
  }

  isWhole(segment) {
    return this.innerStart(segment) === 0 && this.inner[segment] === 0;
  }
}

export function tokenSegmentation(data) {
  const { spanEnds, spanKinds, spanTokenEnds, tokenEnds } = data;
  const gapless = !spanKinds.includes(GAP);
  if (gapless) return gaplessSegmentation(data);
  const gaps = spanKinds.reduce((sum, kind) => sum + (kind === GAP), 0);
  const length = tokenEnds.length + gaps;
  const ends = new Uint32Array(length);
  const spans = new Uint32Array(length);
  const numbers = new Int32Array(length);
  let token = 0;
  let segment = 0;
  for (let span = 0; span < spanEnds.length; span++) {
    if (spanKinds[span] === GAP) {
      ends[segment] = spanEnds[span];
      spans[segment] = span;
      numbers[segment++] = -1;
    }
    for (; token < spanTokenEnds[span]; token++) {
      ends[segment] = tokenEnds[token];
      spans[segment] = span;
      numbers[segment++] = token;
    }
  }
  const segmentation = new Segmentation(data, "token", ends, spans, numbers, tokenEnds.length);
  segmentation.gapless = false;
  segmentation.numbersSeen = seenNumbers(numbers);
  return segmentation;
}

function gaplessSegmentation(data) {
  const { spanTokenEnds, tokenEnds } = data;
  const spans = new Uint32Array(tokenEnds.length);
  for (let span = 0, token = 0; span < spanTokenEnds.length; span++) {
    for (const end = spanTokenEnds[span]; token < end; token++) spans[token] = span;
  }
  const segmentation = new Segmentation(data, "token", tokenEnds, spans, firstNumbers(tokenEnds.length), tokenEnds.length);
  segmentation.gapless = true;
  return segmentation;
}

let counted = new Int32Array(0);

// 0, 1, 2 ... up to `length`, as a part of one array that all share.
function firstNumbers(length) {
  if (counted.length < length) {
    counted = new Int32Array(Math.max(length, 2 * counted.length));
    for (let number = 0; number < counted.length; number++) counted[number] = number; // a tenth of the time of `from` with a function
  }
  return counted.subarray(0, length);
}

// The number of the last token up to each segment.
function seenNumbers(numbers) {
  const seen = new Int32Array(numbers.length);
  for (let at = 0, last = -1; at < numbers.length; at++) {
    if (numbers[at] >= 0) last = numbers[at];
    seen[at] = last;
  }
  return seen;
}

export function spanSegmentation(data) {
  const numbers = firstNumbers(data.spanEnds.length);
  const segmentation = new Segmentation(data, "span", data.spanEnds, numbers, numbers, numbers.length);
  segmentation.gapless = true;
  return segmentation;
}
