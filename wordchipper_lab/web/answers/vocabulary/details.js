// Everything about one token. Twin: lab/vocabulary/details.py, and `draw_details` of screens/vocabulary/drawing.py.

import { hexOf } from "../../shared/utf8.js";
import { drawTree } from "../merge_tree.js";
import { matchBytes } from "./match_bytes.js";
import { describeUtf8 } from "./read_utf8.js";
import { KINDS, SCRIPT_NAMES } from "./token_index.js";

const NEIGHBOURS = 5;
const MOST_IDS = 60;
const NOT_FOUND = -1;

// family: see family.js; place: of the token in `index`
export function drawDetails(tokenizer, index, place, family) {
  const { vocabulary } = tokenizer;
  const id = index.ids[place];
  const bytes = index.bytes(place);
  const isSpecial = index.isSpecial[place] === 1;
  const isNever = index.isNever[place] === 1;
  const isValid = index.isValid[place] === 1;
  const pair = vocabulary.split(id);
  const containing = matchBytes(index, bytes).filter((each) => each !== place);
  const hex = hexOf(bytes);
  return {
    vocabulary: index.name,
    id,
    rank: isSpecial || isNever ? null : id,
    bytes: hex.replaceAll(" ", ""),
    hex,
    text: isValid ? index.text(place) : null,
    problem: isValid ? null : describeUtf8(bytes),
    n_characters: index.nCharacters[place],
    script: SCRIPT_NAMES[index.scripts[place]],
    kind: KINDS[index.kinds[place]],
    is_special: isSpecial,
    is_reachable: isSpecial || bytes.length === 1 || pair !== null,
    is_never: isNever,
    pair: pair && { left: pair[0], right: pair[1] },
    longest_prefix: longestPrefix(vocabulary, bytes),
    tree: drawTree(tokenizer, id),
    before: Array.from(index.ids.subarray(Math.max(place - NEIGHBOURS, 0), place)),
    after: Array.from(index.ids.subarray(place + 1, place + 1 + NEIGHBOURS)),
    containing: firstOf(containing.map((each) => index.ids[each])),
    as_left: firstOf(madeOf(vocabulary, id, 0)),
    as_right: firstOf(madeOf(vocabulary, id, 1)),
    family: family.members,
    why: family.why,
    why_branch: family.branch,
  };
}

function longestPrefix(vocabulary, bytes) {
  for (let size = bytes.length - 1; size > 0; size--) {
    const rank = vocabulary.findRank(bytes.subarray(0, size));
    if (rank !== NOT_FOUND) return rank;
  }
  return null;
}

// Ids of the tokens of which this one is the left (0) or the right (1) part, ascending.
function madeOf(vocabulary, id, side) {
  const splits = vocabulary.tables.splits.view;
  const found = [];
  if (vocabulary.specialIds.has(id)) return found;
  for (let rank = 0; 2 * rank < splits.length; rank++) {
    if (splits[2 * rank + side] === id && splits[2 * rank] !== rank) found.push(rank);
  }
  return found;
}

function firstOf(ids) {
  return { count: ids.length, ids: ids.slice(0, MOST_IDS) };
}
