// What the list and the chosen token show, in a sentence.

import { count, plural } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";
import { isolated, quotedToken } from "../../shared/token_label.js";

const LONGEST_SAID = 40;
const VERBS = { contains: ["contains", "contain"], starts: ["starts with", "start with"], ends: ["ends with", "end with"], exact: ["is exactly", "are exactly"] };

function sayQuery({ query, by, match }, isOne) {
  const shown = query.length > LONGEST_SAID ? `${query.slice(0, LONGEST_SAID)} …` : query;
  if (by === "id") return `${isOne ? "has" : "have"} an id asked for`;
  if (by === "regex") return `${isOne ? "matches" : "match"} the pattern ${shown}`;
  const verb = VERBS[match][isOne ? 0 : 1];
  return by === "hex" ? `${verb} the bytes ${shown.trim()}` : `${verb} “${isolated(visibleText(shown))}”`;
}

// state: the search; isFiltered: whether filters are in use
export function sayFound({ length, of }, state, isFiltered) {
  const isOne = length === 1;
  const fits = isFiltered ? `${isOne ? "fits" : "fit"} the filters` : "";
  const how = [state.query ? sayQuery(state, isOne) : "", fits].filter(Boolean).join(" and ");
  return how ? `${plural(of, "token")}; ${length ? count(length) : "none"} ${how}.` : `${plural(of, "token")}.`;
}

// tokenOf(id): {text, hex} of a token; details: a DetailsRecord, or null if there is none yet
export function sayToken(id, tokenOf, details) {
  const named = `${quotedToken(tokenOf(id))} is id ${id}`;
  if (!details) return `${named}.`;
  if (details.is_special) return `${named}, a special token.`;
  if (details.pair) return `${named}, merged from ${quotedToken(tokenOf(details.pair.left))} + ${quotedToken(tokenOf(details.pair.right))}.`;
  if (details.is_never) return `${named}; no merge makes it, and no text is encoded to it.`;
  return details.is_reachable ? `${named}, a single byte: every merge begins with these.` : `${named}; no merge makes it.`;
}
