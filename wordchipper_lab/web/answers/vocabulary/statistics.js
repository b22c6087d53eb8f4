// A vocabulary in numbers. Twin: lab/vocabulary/statistics.py.

import { KINDS, SCRIPT_NAMES } from "./token_index.js";

export function drawStatistics(vocabulary, index) {
  const scripts = counted(index.scripts, SCRIPT_NAMES.length);
  const kinds = counted(index.kinds, KINDS.length);
  const places = scripts.map((_, number) => number).sort((one, other) => scripts[other] - scripts[one]);
  const nNever = index.isNever.reduce((sum, is) => sum + is, 0);
  return {
    name: vocabulary.name,
    n_tokens: index.length,
    n_ranked: vocabulary.nRanked,
    n_partial: index.isValid.reduce((sum, is) => sum + 1 - is, 0),
    n_unreachable: notMerged(vocabulary) + nNever,
    n_never: nNever,
    max_token: vocabulary.maxToken,
    bytes: histogram(index.starts.subarray(1).map((end, place) => end - index.starts[place])),
    characters: histogram(index.nCharacters),
    scripts: occurring(places.map((number) => [SCRIPT_NAMES[number], scripts[number]])),
    kinds: occurring(KINDS.map((name, number) => [name, kinds[number]])),
    special_tokens: specialsOf(vocabulary),
  };
}

// Ranked tokens of more than one byte that no merge makes.
function notMerged({ tables }) {
  const [splits, starts] = [tables.splits.view, tables.token_starts.view];
  let n = 0;
  for (let rank = 0; 2 * rank < splits.length; rank++) {
    if (splits[2 * rank] === rank && starts[rank + 1] - starts[rank] > 1) n += 1;
  }
  return n;
}

function specialsOf({ specialTokens }) {
  return [...specialTokens].map(([text, id]) => ({ text, id })).sort((one, other) => one.id - other.id);
}

function occurring(counts) {
  return Object.fromEntries(counts.filter(([, n]) => n));
}

function counted(numbers, n) {
  const counts = new Array(n).fill(0);
  for (const number of numbers) counts[number] += 1;
  return counts;
}

// Length -> number of tokens, of those that occur.
function histogram(lengths) {
  const counts = {}; // keys that are whole numbers are in ascending order
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  return counts;
}
