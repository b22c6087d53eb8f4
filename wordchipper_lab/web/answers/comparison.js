// One text under several vocabularies: where do their token boundaries differ? Twin: lab/comparison.py.

import { bufferOf, drawExploration, explore } from "./exploration.js";

// One row for each tokenizer, with its own boundaries: those that not all of them share.
export function drawComparison(tokenizers, text, special) {
  const explorations = tokenizers.map((tokenizer) => explore(tokenizer, text, special));
  const cuts = new Map();
  for (const { tokenEnds } of explorations) for (const end of tokenEnds) cuts.set(end, (cuts.get(end) ?? 0) + 1);
  return explorations.map((exploration) => {
    const own = exploration.tokenEnds.filter((end) => cuts.get(end) < explorations.length);
    return { ...drawExploration(exploration), own: bufferOf(own) };
  });
}
