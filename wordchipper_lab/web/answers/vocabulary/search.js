// Search in a vocabulary: by text, pattern, bytes or id; filtered and sorted. Twin: lab/vocabulary/search.py.

import { casefold } from "../python_text.js";
import { matchBytes } from "./match_bytes.js";
import { PatternSearch } from "./pattern_search.js";
import { bytesOfQuery, checkQuery, parseRanges } from "./query.js";
import { KINDS, SCRIPT_NAMES } from "./token_index.js";

const SPACE = 0x20;

// Places of the tokens that are found, in the order that the query asks for. among: ids to search in; null for all
export function searchVocabulary(index, query, among = null) {
  checkQuery(query);
  const isKept = filtersOf(index, query, among);
  const isFound = matcherOf(index, query);
  const places = [];
  for (let place = 0; place < index.length; place++) {
    if (isKept.every((keeps) => keeps(place)) && isFound(place)) places.push(place);
  }
  return sorted(index, query, places);
}

// A function of a place for each filter in use.
function filtersOf(index, query, among) {
  const filters = [];
  const { special, space, utf8, kind, script } = query;
  if (among !== null) {
    const listed = new Set(among);
    filters.push((place) => listed.has(index.ids[place]));
  }
  if (utf8 !== "any") filters.push((place) => (index.isValid[place] === 1) === (utf8 === "whole"));
  if (special === "special") filters.push((place) => index.isSpecial[place] === 1);
  if (special === "never") filters.push((place) => index.isNever[place] === 1);
  if (special === "ranked") filters.push((place) => !index.isSpecial[place] && !index.isNever[place]);
  const isSpaced = (place) => index.data[index.starts[place]] === SPACE;
  if (space !== "any") filters.push((place) => isSpaced(place) === (space === "with"));
  if (kind) filters.push((place) => index.kinds[place] === KINDS.indexOf(kind));
  if (script) filters.push((place) => index.scripts[place] === SCRIPT_NAMES.indexOf(script));
  const sizes = { bytes: (place) => index.size(place), characters: (place) => index.nCharacters[place] };
  for (const [unit, sizeOf] of Object.entries(sizes)) {
    const [least, most] = [query[`min_${unit}`], query[`max_${unit}`]];
    if (least > 0) filters.push((place) => sizeOf(place) >= least);
    if (most > 0) filters.push((place) => sizeOf(place) <= most);
  }
  return filters;
}

// A function of a place: whether the token there is searched for.
function matcherOf(index, query) {
  const { text, by, match, ignore_case: ignoreCase } = query;
  if (!text) return () => true;
  if (by === "regex") {
    const search = new PatternSearch(text, ignoreCase);
    return (place) => search.isIn(index.data, index.starts[place], index.starts[place + 1]);
  }
  if (by === "id") {
    const ranges = parseRanges(text);
    return (place) => ranges.some(([first, last]) => index.ids[place] >= first && index.ids[place] <= last);
  }
  const isFolded = by === "text" && ignoreCase;
  const wanted = bytesOfQuery(isFolded ? { text: casefold(text), by } : query);
  const isFound = new Uint8Array(index.length);
  for (const place of matchBytes(isFolded ? index.folded : index, wanted, match)) isFound[place] = 1;
  return (place) => isFound[place] === 1;
}

function sorted(index, { sort, descending }, places) {
  if (sort === "id") return descending ? places.reverse() : places;
  if (sort === "rank") { // which is the id; those without one come last
    const isRanked = (place) => !index.isSpecial[place] && !index.isNever[place];
    const ranked = places.filter(isRanked);
    return [...(descending ? ranked.reverse() : ranked), ...places.filter((place) => !isRanked(place))];
  }
  const sizes = new Map(); // of one size, in the order of ids
  for (const place of places) {
    const size = sort === "bytes" ? index.size(place) : index.nCharacters[place];
    if (!sizes.has(size)) sizes.set(size, []);
    sizes.get(size).push(place);
  }
  const order = [...sizes.keys()].sort((one, other) => (descending ? other - one : one - other));
  return order.flatMap((size) => sizes.get(size));
}
