/** Tokens and spans of a text with all their places; twin of Python's encoders/encoding.py, `locate_tokens`. */

import { joined } from "./joined.js";
import { SPECIAL, encodeBlock } from "./span_blocks.js";

/**
 * @typedef {Object} Located places are bytes of UTF-8
 * @property {Uint32Array} tokens ids
 * @property {Uint32Array} tokenStarts
 * @property {Uint32Array} tokenEnds
 * @property {Uint32Array} spanEnds
 * @property {Uint8Array} spanKinds 0 word, 1 special, 2 gap
 * @property {Uint32Array} spanTokenEnds number of tokens up to the end of each span
 */

const GAP = 2;

/**
 * @param {import("./tokenizer.js").Tokenizer} tokenizer
 * @param {string} text
 * @param {import("./tokenizer.js").Special} special
 * @returns {Located}
 */
export function locate(tokenizer, text, special) {
  const [set] = tokenizer.specialChoice(special);
  /** @type {{ ranks: Uint32Array[], ends: Uint32Array[], kinds: Uint8Array[], tokenEnds: Uint32Array[] }} */
  const parts = { ranks: [], ends: [], kinds: [], tokenEnds: [] };
  let before = 0;
  for (const block of tokenizer.blocks(text, special)) {
    const found = encodeBlock(tokenizer, block, set);
    parts.ranks.push(found.tokens);
    parts.ends.push(block.ends.numbers(block.ends.length));
    parts.kinds.push(block.kinds.view.slice());
    for (let span = 0; before > 0 && span < found.tokenEnds.length; span++) found.tokenEnds[span] += before;
    parts.tokenEnds.push(found.tokenEnds);
    before += found.tokens.length;
  }
  const ranks = joined(parts.ranks, Uint32Array);
  const spanEnds = joined(parts.ends, Uint32Array);
  const spanKinds = joined(parts.kinds, Uint8Array);
  const spanTokenEnds = joined(parts.tokenEnds, Uint32Array);
  const { vocabulary } = tokenizer;
  const ids = vocabulary.ids.view;
  const tokens = vocabulary.ids.length ? ranks.map((rank) => ids[rank]) : ranks;
  const { starts, ends } = places(vocabulary.tables.token_starts.view, ranks, spanEnds, spanKinds, spanTokenEnds);
  return { tokens, tokenStarts: starts, tokenEnds: ends, spanEnds, spanKinds, spanTokenEnds };
}

/** @param {Uint32Array} bounds of ranked tokens @param {Uint32Array} ranks @param {Uint32Array} spanEnds @param {Uint8Array} kinds @param {Uint32Array} tokenEnds */
function places(bounds, ranks, spanEnds, kinds, tokenEnds) {
  const starts = new Uint32Array(ranks.length);
  const ends = new Uint32Array(ranks.length);
  let token = 0;
  let at = 0;
  for (let span = 0; span < spanEnds.length; span++) {
    const start = span > 0 ? spanEnds[span - 1] : 0;
    if (kinds[span] === GAP) at = spanEnds[span]; // its bytes belong to no token
    for (; token < tokenEnds[span]; token++) {
      const rank = ranks[token];
      const size = kinds[span] === SPECIAL ? spanEnds[span] - start : bounds[rank + 1] - bounds[rank];
      starts[token] = at;
      at += size;
      ends[token] = at;
    }
  }
  return { starts, ends };
}
