// One text through one tokenizer: tokens, spans and their counts. Twin: lab/exploration.py, and screens/explorer/drawing.py.

import { roundEven } from "./rounding.js";
import { checkWork } from "./work_limit.js";

const WORD = 0;
const SPECIAL = 1;
const GAP = 2;

// Encode `text` and keep every boundary.
export function explore(tokenizer, text, special) {
  checkWork(tokenizer, text, special);
  const data = new TextEncoder().encode(text);
  const located = tokenizer.encodeWithSpans(text, special);
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(data), data, special, tokenizer, ...located, statistics: statisticsOf(data, located) };
}

function statisticsOf(data, { tokens, tokenEnds, spanEnds, spanKinds, spanTokenEnds }) {
  const found = { word: 0, special: 0, gapBytes: 0, single: 0 };
  spanKinds.forEach((kind, span) => {
    const before = (ends) => (span > 0 ? ends[span - 1] : 0);
    if (kind === WORD) {
      found.word += 1;
      if (spanTokenEnds[span] - before(spanTokenEnds) === 1) found.single += 1;
    }
    if (kind === SPECIAL) found.special += 1;
    if (kind === GAP) found.gapBytes += spanEnds[span] - before(spanEnds);
  });
  return {
    tokens: tokens.length,
    bytes: data.length,
    characters: data.reduce((n, byte) => n + ((byte & 0xc0) !== 0x80), 0),
    spans: spanEnds.length,
    word_spans: found.word,
    special_spans: found.special,
    gap_bytes: found.gapBytes,
    single_token_spans: found.single,
    split_characters: splitCharacters(data, tokenEnds),
    bytes_per_token: tokens.length ? roundEven(data.length / tokens.length, 4) : 0,
  };
}

// Characters of which the bytes belong to more than one token.
function splitCharacters(data, tokenEnds) {
  let n = 0;
  let last = -1;
  for (const end of tokenEnds) {
    if (end >= data.length || (data[end] & 0xc0) !== 0x80) continue;
    let start = end;
    while ((data[start] & 0xc0) === 0x80) start -= 1;
    if (start !== last) n += 1;
    last = start;
  }
  return n;
}

// As the page draws it.
export function drawExploration({ text, special, tokenizer, statistics, tokens, tokenEnds, spanEnds, spanKinds, spanTokenEnds }) {
  return {
    name: tokenizer.name,
    lexer: tokenizer.lexerName,
    encoder: tokenizer.encoder,
    special,
    text,
    statistics,
    tokens: bufferOf(tokens),
    token_ends: bufferOf(tokenEnds),
    span_ends: bufferOf(spanEnds),
    span_kinds: bufferOf(spanKinds),
    span_token_ends: bufferOf(spanTokenEnds),
  };
}

export function bufferOf(array) {
  return new DataView(array.buffer, array.byteOffset, array.byteLength);
}
