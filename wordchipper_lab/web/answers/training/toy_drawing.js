// A toy's trace as the page draws it, bounded in size, and as JSON. Twins: `draw_trace` of screens/training/drawing.py,
// `TrainingTrace.to_json`.

import { hexOf } from "../../shared/utf8.js";
import { pairKey } from "../../tokenizer/training/changes.js";

const MOST_PAIRS = 60;
const MOST_CHANGES = 600;

export const plainHex = (bytes) => hexOf(bytes).replaceAll(" ", "");

export function drawTrace({ end, frames, ...trace }, name) {
  const later = [...frames.map(({ pairs }) => pairs), end].slice(1);
  return {
    name,
    ...trace,
    spans: trace.spans.map(plainHex),
    tokens: trace.tokens.map(plainHex),
    frames: frames.map((frame, at) => drawFrame(frame, later[at])),
  };
}

const column = (rows, name) => rows.map((row) => row[name]);
const keyOf = ({ left, right }) => pairKey(left, right);

function drawFrame(frame, later) {
  const after = new Map(later.map((pair) => [keyOf(pair), pair.count]));
  const before = new Set(frame.pairs.map(keyOf));
  const fresh = later.filter((pair) => !before.has(keyOf(pair))).sort((a, b) => b.count - a.count).slice(0, MOST_PAIRS);
  const rest = frame.pairs.slice(MOST_PAIRS).filter((pair) => after.get(keyOf(pair)) !== pair.count);
  const pairs = [...frame.pairs.slice(0, MOST_PAIRS), ...rest.slice(0, MOST_PAIRS)];
  const changes = frame.changes.slice(0, MOST_CHANGES);
  const [live, stale] = frame.heap ?? [];
  return {
    merge: frame.merge,
    pairs: {
      left: column(pairs, "left"),
      right: column(pairs, "right"),
      before: column(pairs, "count"),
      after: pairs.map((pair) => after.get(keyOf(pair)) ?? 0),
    },
    new: { left: column(fresh, "left"), right: column(fresh, "right"), count: column(fresh, "count") },
    n_pairs: frame.pairs.length,
    n_tied: frame.n_tied,
    why: frame.why,
    after: Object.fromEntries(frame.after.map((tokens, span) => [span, tokens]).filter(([span, tokens]) => isOther(tokens, frame.before[span]))),
    changes: Object.fromEntries(["kind", "span", "left", "right", "weight"].map((name) => [name, column(changes, name)])),
    n_changes: frame.changes.length,
    n_tokens: frame.n_tokens,
    heap: frame.heap && { live, stale },
  };
}

function isOther(one, other) {
  return one.length !== other.length || one.some((token, i) => token !== other[i]);
}

// The whole trace, with bytes in hexadecimal.
export function traceToJson(trace) {
  const frames = trace.frames.map(({ changes, ...frame }) => ({
    ...frame,
    changes: changes.map(({ kind, span, left, right, weight }) => ({ kind, span, pair: [left, right], weight })),
  }));
  return { ...trace, frames, spans: trace.spans.map(plainHex), tokens: trace.tokens.map(plainHex) };
}
