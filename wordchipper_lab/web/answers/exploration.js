// One text through one tokenizer: tokens, spans and their counts. Twin: lab/exploration.py, and screens/explorer/drawing.py.

import { roundEven } from "./rounding.js";
import { checkWork } from "./work_limit.js";

const WORD = 0;
const SPECIAL = 1;
const GAP = 2;

// Encode `text` and keep every boundary. located: what encodeWithSpans gives, if it is known
export function explore(tokenizer, text, special, located = null) {
  checkWork(tokenizer, text, special);
  const found = located ?? tokenizer.encodeWithSpans(text, special);
  const isAscii = (found.spanEnds.at(-1) ?? 0) === text.length; // spans cover the text: as many bytes as UTF-16 units
  const data = isAscii ? null : new TextEncoder().encode(text);
  const sound = isAscii ? text : new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);
  return { text: sound, special, tokenizer, ...found, statistics: statisticsOf(data, found) };
}

// data: the bytes of the text; null if they are ASCII, and need not be looked at
function statisticsOf(data, { tokens, tokenEnds, spanEnds, spanKinds, spanTokenEnds }) {
  const found = { word: 0, special: 0, gapBytes: 0, single: 0 };
  for (let span = 0, end = 0, tokenEnd = 0; span < spanKinds.length; span++) {
    const kind = spanKinds[span];
    if (kind === WORD) {
      found.word += 1;
      if (spanTokenEnds[span] - tokenEnd === 1) found.single += 1;
    }
    if (kind === SPECIAL) found.special += 1;
    if (kind === GAP) found.gapBytes += spanEnds[span] - end;
    end = spanEnds[span];
    tokenEnd = spanTokenEnds[span];
  }
  const bytes = spanEnds.at(-1) ?? 0;
  return {
    tokens: tokens.length,
    bytes,
    characters: data ? countCharacters(data) : bytes,
    spans: spanEnds.length,
    word_spans: found.word,
    special_spans: found.special,
    gap_bytes: found.gapBytes,
    single_token_spans: found.single,
    split_characters: data ? splitCharacters(data, tokenEnds) : 0,
    bytes_per_token: tokens.length ? roundEven(bytes / tokens.length, 4) : 0,
  };
}

function countCharacters(data) {
  let n = 0;
  for (let at = 0; at < data.length; at++) n += (data[at] & 0xc0) !== 0x80 ? 1 : 0;
  return n;
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
