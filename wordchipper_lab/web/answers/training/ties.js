// Which of several equally frequent pairs is merged. Twin: training/ties.py.

import { pairOf } from "../../tokenizer/training/changes.js";

// Compares keys of pairs: below 0 if the first one wins. tokens: the bytes of each id; placeOf: (key) -> where the pair first
// occurs now, numbers in the order in which they are compared
export function compareTies(tie, tokens, placeOf) {
  const byBytes = (one, other) => {
    const [[left, right], [otherLeft, otherRight]] = [pairOf(one), pairOf(other)];
    return compareAll(tokens[left], tokens[otherLeft]) || compareAll(tokens[right], tokens[otherRight]);
  };
  return {
    lowest_ids: (one, other) => one - other,
    least_bytes: byBytes,
    greatest_bytes: (one, other) => -byBytes(one, other),
    first_seen: (one, other) => compareAll(placeOf(one), placeOf(other)),
  }[tie];
}

// Sequences of numbers, as Python compares them.
export function compareAll(one, other) {
  const size = Math.min(one.length, other.length);
  for (let i = 0; i < size; i++) if (one[i] !== other[i]) return one[i] - other[i];
  return one.length - other.length;
}
