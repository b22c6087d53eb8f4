// A lexer in a page: the tables of its kernel. Twins: the lexers of spanners/, and span_reader.py of lab/divergence.

import { compileLexer } from "../../tokenizer/compile_lexer.js";
import { automatonOnly, lexerTables, rolesOf } from "../../tokenizer/lexers.js";
import { compileTokens } from "../../tokenizer/logos/longest_match.js";
import { NUMBERS } from "../../tokenizer/layout.js";
import { newMarks, nextSpans } from "../../tokenizer/span_blocks.js";
import { REPAIRS } from "../../tokenizer/logos/definitions.js";

export const WORD = 0;
export const GAP = 2;
export const KIND_NAMES = ["word", "special", "gap"];

const TOKEN_EVENT = 0;
const EVENTS_A_BYTE = 3;
const TRACE_FIELDS = NUMBERS.TRACE_FIELDS;

export class PageLexer {
  // described: {kind: "automaton", "vector" or "logos"; pattern; name; definitions and without, of a logos lexer}
  constructor(engine, described) {
    Object.assign(this, { engine, name: "", definitions: null, without: [] }, described);
    if (this.kind === "logos") {
      this.tables = { roles: rolesOf(engine, compileTokens(this.definitions), this.without), rereads: false };
    } else {
      const compiled = compileLexer(this.pattern);
      this.compiled = compiled;
      this.tables = lexerTables(engine, this.kind === "vector" ? compiled : automatonOnly(compiled));
    }
  }

  // The spans of texts, joined in `bytes` (an array of the engine), of which each ends at one of `textEnds`; gaps in one
  // piece. {ends: Float64Array, kinds: Uint8Array}
  spansOf(bytes, textEnds) {
    const { memory } = this.engine;
    const own = [];
    const keep = (array) => {
      own.push(array);
      return array;
    };
    const room = bytes.length + 8;
    const regionEnds = keep(memory.copyOf("int64", textEnds));
    const regionKinds = keep(memory.allocate("uint8", textEnds.length, true));
    const cursor = keep(memory.allocate("int64", 2, true));
    const ends = keep(memory.allocate("int64", room));
    const kinds = keep(memory.allocate("uint8", room));
    const marks = this.tables.rereads ? newMarks(memory, this.tables, bytes.length) : null;
    if (marks) keep(marks.array);
    const given = [bytes, regionEnds, regionKinds, cursor];
    let n = 0;
    for (;;) {
      const more = nextSpans(this.engine, this.tables, [...given, ends.part(n, room), kinds.part(n, room)], marks);
      n += more;
      if (more === 0) break;
    }
    const found = joinGaps(wholeNumbers(ends, n), kinds.view.slice(0, n), textEnds);
    own.forEach((array) => memory.release(array));
    return found;
  }

  // The spans of one text: [{start, end, kind}]
  spans(text) {
    const data = new TextEncoder().encode(text);
    if (!data.length) return [];
    const bytes = copyText(this.engine, data);
    const { ends, kinds } = this.spansOf(bytes.part(0, data.length), [data.length]);
    this.engine.memory.release(bytes);
    return Array.from(ends, (end, at) => ({ start: at > 0 ? ends[at - 1] : 0, end, kind: KIND_NAMES[kinds[at]] }));
  }

  // Of a logos lexer: {tokens: [{start, end}], repairs: [{name, place, end, tokenStart}]}, in order.
  trace(data) {
    const { memory } = this.engine;
    const capacity = EVENTS_A_BYTE * data.length + 8;
    const bytes = copyText(this.engine, data);
    const arrays = {
      regionEnds: memory.copyOf("int64", [data.length]),
      regionKinds: memory.allocate("uint8", 1, true),
      cursor: memory.allocate("int64", 2, true),
      ends: memory.allocate("int64", data.length + 8),
      kinds: memory.allocate("uint8", data.length + 8),
    };
    const trace = [
      memory.allocate("int64", TRACE_FIELDS * capacity, true),
      memory.allocate("int64", 1, true),
      memory.allocate("int64", TRACE_FIELDS * NUMBERS.EVENT_CODES, true),
    ];
    const { tables, repairs } = this.tables.roles;
    this.engine.call("scan_roles_traced", bytes.part(0, data.length), ...Object.values(arrays), ...tables, repairs, trace);
    const events = wholeNumbers(trace[0], TRACE_FIELDS * Math.min(Number(trace[1].view[0]), capacity));
    for (const array of [bytes, ...Object.values(arrays), ...trace]) memory.release(array);
    const found = [];
    for (let at = 0; at < events.length; at += TRACE_FIELDS) {
      const [code, place, end] = events.subarray(at, at + 3);
      if (code === TOKEN_EVENT) found.push({ start: place, end });
      else found.push({ name: REPAIRS[31 - Math.clz32(code)], place, end });
    }
    return found;
  }
}

// A text in the engine's memory, with room behind it for kernels that read ahead.
export function copyText({ memory }, data) {
  const bytes = memory.allocate("uint8", data.length + NUMBERS.PADDING);
  bytes.view.set(data);
  return bytes;
}

// int64 of the engine, all below 2 ** 53.
function wholeNumbers(array, n) {
  const words = new Int32Array(array.memory.buffer, array.address, 2 * n);
  const found = new Float64Array(n);
  for (let at = 0; at < n; at++) found[at] = words[2 * at] + words[2 * at + 1] * 2 ** 32;
  return found;
}

// A block of spans may cut a gap in two.
function joinGaps(ends, kinds, textEnds) {
  const isCut = (at) => kinds[at] === GAP && kinds[at + 1] === GAP && !isTextEnd(textEnds, ends[at]);
  if (!ends.some((_, at) => isCut(at))) return { ends, kinds };
  return { ends: ends.filter((_, at) => !isCut(at)), kinds: kinds.filter((_, at) => !isCut(at)) };
}

function isTextEnd(textEnds, end) {
  let [low, high] = [0, textEnds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (textEnds[middle] < end) low = middle + 1;
    else high = middle;
  }
  return textEnds[low] === end;
}
