// The result of a comparison: the divergences kept, the count of all, and one sentence; and how they are drawn. Twins:
// screens/divergence/comparison_result.py and drawing.py.

import { firstDifference, makeDivergence } from "./divergence.js";
import { DivergenceGroups } from "./groups.js";
import { lexerCode } from "./lexers.js";

export const MOST_KEPT = 500;

const MOST_GROUPS = 200;
const ALL_BYTES = 150_000; // in all drawings together
const LEAST_BYTES = 200;
const MOST_BYTES = 1200;
const MOST_CONTEXT = 40;

export const makeResult = (fields = {}) => ({ divergences: [], drawing: {}, sentence: "", ...fields });

export class Collector {
  constructor() {
    this.n = 0;
    this.kept = [];
    this.groups = new DivergenceGroups();
  }

  add(divergence) {
    this.n += 1;
    this.groups.add(divergence);
    if (this.kept.length < MOST_KEPT) this.kept.push(divergence);
  }

  result(sentence) {
    return resultOf(this.kept, this.groups.list(), this.n, sentence);
  }
}

// A result from divergences and the groups of all `n` of them; every group's example is kept.
export function resultOf(kept, groups, n, sentence) {
  const divergences = kept.slice(0, MOST_KEPT);
  const places = new Map();
  const placesOf = (signature) => {
    if (!places.has(signature)) places.set(signature, []);
    return places.get(signature);
  };
  divergences.forEach(({ signature }, place) => placesOf(signature).push(place));
  const drawn = groups.slice(0, MOST_GROUPS).map((group) => {
    const members = placesOf(group.signature);
    let example = divergences.indexOf(group.example);
    if (example < 0) {
      example = divergences.push(group.example) - 1;
      members.push(example);
    }
    return { signature: group.signature, count: group.count, example, members };
  });
  const most = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, Math.floor(ALL_BYTES / Math.max(divergences.length, 1))));
  const drawing = {
    divergences: divergences.map((divergence) => drawDivergence(divergence, most)),
    groups: drawn,
    n,
    n_kinds: groups.length,
  };
  return makeResult({ divergences, drawing, sentence });
}

// The text with both rows, around the first difference if it is long. All offsets are bytes.
export function drawDivergence(divergence, most = MOST_BYTES) {
  const data = new TextEncoder().encode(divergence.text);
  const first = firstDifference(divergence);
  const [begin, end] = windowOf(data, first, most);
  return {
    text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(data.subarray(begin, end)),
    before: begin ? "" : Array.from(divergence.before).slice(-MOST_CONTEXT).join(""),
    after: end < data.length ? "" : Array.from(divergence.after).slice(0, MOST_CONTEXT).join(""),
    start: divergence.start,
    source: divergence.source,
    signature: divergence.signature,
    a: cut(divergence.a, begin, end),
    b: cut(divergence.b, begin, end),
    first: first - begin,
    from: begin,
    size: data.length,
  };
}

// The divergence that was drawn; null if only a part of it was.
export function readDivergence({ text, before, after, start, source, signature, a, b, size }, lexers) {
  if (new TextEncoder().encode(text).length < size) return null;
  const spansOf = ({ end, kind }) => end.map((each, at) => ({ start: at > 0 ? end[at - 1] : 0, end: each, kind: kind[at] }));
  const [codeA, codeB] = lexers.map(lexerCode);
  return makeDivergence({ text, before, after, start, source, signature, a: spansOf(a), b: spansOf(b), codeA, codeB });
}

function windowOf(data, first, most) {
  if (data.length <= most) return [0, data.length];
  const begin = Math.max(0, Math.min(first - Math.floor(most / 3), data.length - most));
  return [characterStart(data, begin), characterStart(data, begin + most)];
}

function characterStart(data, at) {
  while (at > 0 && at < data.length && (data[at] & 0xc0) === 0x80) at -= 1;
  return at;
}

function cut(row, begin, end) {
  const spans = row.filter((span) => span.end > begin && span.start < end);
  return { end: spans.map((span) => Math.min(span.end, end) - begin), kind: spans.map(({ kind }) => kind) };
}
