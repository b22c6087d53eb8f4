// What two vocabularies share: ranked tokens with the same bytes, with the same id or not. Twin:
// lab/vocabulary/overlap.py. Here ids are ranks.

import { bufferOf } from "../exploration.js";

export const PARTS = ["same id", "another id", "only here"];

const SPARE_BYTES = 16;

// {parts: ids of `here` by name, drawn: for the page}. asked: {model, compare}, as the two were asked for
export function compareVocabularies(here, there, index, asked) {
  const found = tokensIn(there, here);
  const bounds = here.tables.token_starts.view;
  const parts = Object.fromEntries(PARTS.map((name) => [name, []]));
  const others = new Uint32Array(index.length);
  let place = 0;
  found.forEach((other, id) => {
    if (bounds[id] === bounds[id + 1]) return;
    while (index.ids[place] < id) place += 1;
    others[place] = other + 1;
    parts[other < 0 ? "only here" : other === id ? "same id" : "another id"].push(id);
  });
  const [same, moved, only] = PARTS.map((name) => parts[name].length);
  const onlyThere = there.nRanked - same - moved;
  const drawn = {
    a: here.name,
    b: there.name,
    same_id: same,
    moved,
    only_a: only,
    only_b: onlyThere,
    share_of_a: (same + moved) / Math.max(same + moved + only, 1),
    share_of_b: (same + moved) / Math.max(same + moved + onlyThere, 1),
    others: bufferOf(others),
    asked,
  };
  return { parts, drawn };
}

// For each ranked token of `here`, the token of `there` with the same bytes, or -1. Twin: vocab/overlap.py.
function tokensIn(there, here) {
  const { memory } = there.engine;
  const { token_data: data, token_starts: starts } = here.tables;
  const room = memory.allocate("uint8", data.length + SPARE_BYTES, true);
  room.view.set(data.view);
  const wantedStarts = memory.copyOf("uint32", starts.view.slice()); // it may be a view of the same memory
  const found = memory.allocate("int64", starts.length - 1);
  const { spans, token_data: theirs, token_starts: theirStarts } = there.tables;
  there.engine.call("find_tokens", spans, theirs, theirStarts, room.part(0, data.length), wantedStarts, found);
  const tokens = Array.from(found.view, Number);
  for (const array of [room, wantedStarts, found]) memory.release(array);
  return tokens;
}
