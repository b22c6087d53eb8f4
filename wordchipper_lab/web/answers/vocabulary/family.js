// The tokens that differ from one only by a space before it or by capitals, and why they are different tokens.
// Twin: lab/vocabulary/family.py.

import { encode } from "../../shared/utf8.js";
import { findBranch } from "../branches.js";
import { capitalize, isAlpha, strip } from "../python_text.js";
import { hexByte } from "./read_utf8.js";
import { changed, variantsOf } from "./variants.js";

const PREFIXES = { alone: "", "after a space": " " };
const FORMS = {
  lower: (text) => text.toLowerCase(),
  capitalised: capitalize,
  upper: (text) => text.toUpperCase(),
};
const BEFORE = "x"; // a letter, so that the space is one between two words
const LONGEST = 100;
const NONE = { members: [], why: "", branch: "" };

// patterns: of match_at.js; place: of the token in `index`
export function tokenFamily(tokenizer, patterns, index, place) {
  if (index.isSpecial[place] || !index.isValid[place]) return NONE;
  const text = index.text(place);
  const core = text.startsWith(" ") ? text.slice(1) : text;
  if (core !== strip(core) || core === "" || Array.from(core).length > LONGEST) return NONE;
  const forms = { ...changed(FORMS, core), mixed: core };
  return { members: variantsOf(tokenizer, PREFIXES, forms), ...explain(tokenizer, patterns, core) };
}

// In words, which span gets the space between two words, and the branch that takes it.
function explain(tokenizer, patterns, core) {
  const data = encode(`${BEFORE} ${core}`);
  const ends = Array.from(tokenizer.spans(`${BEFORE} ${core}`, "text").ends);
  const first = hexByte(encode(core)[0]);
  const differ = `“ ${core}” begins with the byte 20 and “${core}” with ${first}: different bytes, different ids.`;
  if (ends.includes(2)) {
    const why = `The lexer cuts between the space and “${core}”: no branch of its pattern takes both. ${differ}`;
    return { why, branch: "" };
  }
  if (ends.length !== 2 || ends[0] !== 1 || ends[1] !== data.length) {
    return { why: `The lexer splits a text such as “${BEFORE} ${core}” elsewhere. ${differ}`, branch: "" };
  }
  const branch = branchOf(tokenizer, patterns, data);
  const named = branch ? `branch ${branch.index + 1}` : "a branch";
  const what = isAlpha(core) ? "word" : "text after it";
  const together = `takes it together with “${core}”`;
  const why = `The space belongs to the ${what}: ${named} of the lexer's pattern ${together}.`;
  return { why: `${why} ${differ}`, branch: branch ? `${branch.index + 1}: ${branch.source}` : "" };
}

function branchOf(tokenizer, patterns, data) {
  try {
    return findBranch(patterns, tokenizer.pattern, data, 1, data.length);
  } catch {
    return null; // a branch alone may be outside the automaton's subset
  }
}
