// A vocabulary, and what was found in it, as the page draws them. Twin: screens/vocabulary/drawing.py.

import { bufferOf } from "../exploration.js";
import { KINDS, SCRIPT_NAMES } from "./token_index.js";

const [VALID, SPECIAL, NEVER] = [1, 2, 4];

// Bytes, lengths, scripts and kinds of all tokens, packed; ids as runs.
export async function drawVocabulary(index) {
  const { length, ids, starts, data } = index;
  const firsts = [];
  ids.forEach((id, place) => {
    if (place === 0 || ids[place - 1] !== id - 1) firsts.push(place);
  });
  const columns = new Uint8Array(7 * length + data.length);
  for (let place = 0; place < length; place++) {
    const size = starts[place + 1] - starts[place];
    for (let byte = 0; byte < 4; byte++) columns[byte * length + place] = size >>> (8 * byte);
    columns[6 * length + place] =
      index.isValid[place] * VALID + index.isSpecial[place] * SPECIAL + index.isNever[place] * NEVER;
  }
  columns.set(index.scripts, 4 * length);
  columns.set(index.kinds, 5 * length);
  columns.set(data, 7 * length);
  return {
    name: index.name,
    max_token: index.maxToken,
    run_firsts: bufferOf(Uint32Array.from(firsts, (place) => ids[place])),
    run_lengths: bufferOf(Uint32Array.from(firsts, (place, run) => (firsts[run + 1] ?? length) - place)),
    packed: bufferOf(await deflated(columns)),
    script_names: SCRIPT_NAMES,
    kind_names: KINDS,
  };
}

// As zlib does it.
async function deflated(bytes) {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

// The places in their order; if all tokens are listed by id, `all` says so instead.
export function drawFound(index, places, milliseconds) {
  const isAll = places.length === index.length && places.every((place, row) => place === row);
  return {
    vocabulary: index.name,
    all: isAll,
    places: bufferOf(Uint32Array.from(isAll ? [] : places)),
    count: places.length,
    of: index.length,
    milliseconds,
  };
}
