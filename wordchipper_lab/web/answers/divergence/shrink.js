// From a text on which two lexers diverge to a minimal one. Twins: lab/divergence/shrink.py and lab/shrinking.py.

import { count } from "../../shared/dom.js";
import { AnswerError } from "../answer_error.js";
import { commonAlphabet } from "./alphabet.js";
import { PLAINEST } from "./characters.js";
import { isSameRow, wholeText } from "./divergence.js";
import { iterStretches, textOf } from "./find.js";
import { nameLexer } from "./lexers.js";

// The shortest text on which `a` and `b` diverge as in `found`, including its context as far as needed.
export function shrinkFound(a, b, found) {
  const isDivergent = (text) => !isSameRow(a.spans(text), b.spans(text));
  const near = [found.text, found.text + found.after].find(isDivergent);
  return shrinkText(a, b, near ?? found.before + found.text + found.after, isDivergent);
}

function shrinkText(a, b, text, isDivergent) {
  const data = new TextEncoder().encode(text);
  const stretch = iterStretches(a, b, data).next().value;
  const characters = Array.from(text);
  if (!stretch) {
    throw new AnswerError(
      `${nameLexer(a)} and ${nameLexer(b)} agree on this text (${count(characters.length)} characters): pass one on which ` +
        "they diverge",
    );
  }
  const alphabet = commonAlphabet(a, b);
  const diverges = (shorter) => isDivergent(shorter.join(""));
  let smallest = neighbourhood(characters, data, stretch, diverges);
  let deleted = [];
  while (deleted.join("") !== smallest.join("")) {
    deleted = deleteWhile(smallest, diverges);
    smallest = simplify(deleted, alphabet, diverges);
  }
  return wholeText(a, b, smallest.join(""), alphabet);
}

// The first of several growing surroundings of the divergence that diverges by itself.
function neighbourhood(characters, data, { start, end, a, b }, diverges) {
  const placeOf = (byte) => Array.from(textOf(data, 0, byte)).length;
  const [ours, theirs] = [a, b].map((row) => new Set(row.map((span) => span.end)));
  const differing = [...[...ours].filter((each) => !theirs.has(each)), ...[...theirs].filter((each) => !ours.has(each))];
  const middle = placeOf(start + (differing.length ? Math.min(...differing) : 0));
  const whole = [placeOf(start), placeOf(end)];
  for (let size = 1; size < characters.length; size *= 2) {
    for (const [first, last] of [[middle, middle], whole]) {
      const near = characters.slice(Math.max(0, first - size), last + size);
      if (diverges(near)) return near;
    }
  }
  return characters;
}

// Delete shorter and shorter runs of characters while it holds of the rest, until no single one can be removed.
function deleteWhile(characters, holds) {
  let size = Math.floor(characters.length / 2);
  while (size) {
    const before = characters.length;
    let at = 0;
    while (at < characters.length) {
      const shorter = [...characters.slice(0, at), ...characters.slice(at + size)];
      if (shorter.length && holds(shorter)) characters = shorter;
      else at += size;
    }
    if (size === 1 && characters.length === before) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return characters;
}

// Replace each character by a simpler one if the text still diverges: all at once, or one by one.
function simplify(characters, alphabet, diverges) {
  const plainest = characters.map((character) => plainer(character, alphabet)[0] ?? character);
  if (plainest.join("") === characters.join("") || diverges(plainest)) return plainest;
  const simpler = [...characters];
  characters.forEach((character, place) => {
    const found = plainer(character, alphabet).find((each) => {
      simpler[place] = each;
      return diverges(simpler);
    });
    simpler[place] = found ?? character;
  });
  return simpler;
}

// Characters to use instead, the simplest first; none after the character itself.
function plainer(character, alphabet) {
  const plain = PLAINEST.filter(([isKind]) => isKind(character)).map(([, plainest]) => plainest);
  const candidates = [...plain, alphabet.characters[alphabet.symbolOf(character)]];
  const own = candidates.indexOf(character);
  return own < 0 ? candidates : candidates.slice(0, own);
}
