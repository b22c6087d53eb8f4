// What training shows, in a sentence: the last merge of a toy, or of a run on a real corpus.

import { count, plural } from "../../shared/dom.js";
import { figure } from "../../shared/numbers.js";
import { isolated, tokenLabel } from "../../shared/token_label.js";

function times(frequency) {
  return frequency === 1 ? "seen once" : `seen ${count(frequency)} times`;
}

function name(token) {
  return isolated(tokenLabel(token));
}

// number: merges made so far
export function sayMerge(trace, tokens, number) {
  const frame = trace.frames[Math.max(number - 1, 0)];
  if (!frame) return "No pair can be merged.";
  const { left, right, token, frequency, merged } = frame.merge;
  const pair = `${name(tokens[left])} + ${name(tokens[right])}, ${times(frequency)},`;
  if (!number) return `At the start every symbol is a token; the first merge will be ${pair.slice(0, -1)}.`;
  return `Merge ${count(number)}: ${pair} becomes ${name(tokens[token])}; ${plural(merged, "token")} fewer.`;
}

// newest: {left, right, token} of the last merge, as read tokens; live: a LiveRecord
export function sayRun(live, newest) {
  if (!newest) return "Press Start to learn a vocabulary from this corpus: the most frequent pair becomes a token, again and again.";
  const [{ frequency }] = live.newest;
  const worth = figure(live.bytes / Math.max(live.tokens, 1));
  return `Merge ${count(live.made)} of ${count(live.total)}: ${name(newest.left)} + ${name(newest.right)}, ${times(frequency)}, becomes ${name(newest.token)}; ${worth} bytes a token so far.`;
}
