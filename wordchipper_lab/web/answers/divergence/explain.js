// Why does a lexer end its spans where it does? The branch, the automaton's path, the roles and repairs. Twins: explain.py,
// explain_divergence.py, branches.py and token_story.py of lab/divergence.

import { count } from "../../shared/dom.js";
import { ROLE_WORDS } from "../../tokenizer/logos/definitions.js";
import { AnswerError, explainProblem } from "../answer_error.js";
import { splitBranches } from "../branches.js";
import { walkPath } from "./automaton.js";
import { firstDifference } from "./divergence.js";
import { textOf } from "./find.js";
import { nameLexer } from "./lexers.js";

const MOST_BYTES = 100_000;
const MOST_READ_AHEAD = 500_000;
const MOST_EXPLAINED = 1200; // bytes of a divergence that is explained as a whole
const MOST_AHEAD = 80; // characters after it, which a lexer may examine

// Groups that are numbered, flags in the middle and comments: branches cannot be looked at one by one.
const NUMBERED = /\\[1-9]|\\g<|\(\?\(|\(\?\d|\(\?R|\(\?[a-zA-Z0-9-]+\)|\(\?#|\(\?[a-z]*x/;

const REPAIR_WORDS = {
  whitespace_split: "the last whitespace character goes to the next token",
  "whitespace alone": "the last whitespace character is a separate span: the next token does not take it",
  prefix_restart: "lexing restarts at the last space, because the next word has its own prefix",
  contraction_split: "the contraction at the beginning of the word is a separate span",
  trailing_whitespace: "at the end of the text, a line break and the blanks after it are one span",
};

// Both explanations of one divergence. patterns: see match_at.js
export function explainDivergence(lexers, patterns, divergence) {
  const rows = [["a", lexers[0], divergence.a], ["b", lexers[1], divergence.b]];
  return Object.fromEntries(rows.map(([name, lexer, row]) => [name, explainRow(lexer, patterns, divergence, row)]));
}

function explainRow(lexer, patterns, divergence, row) {
  try {
    return explainSpans(lexer, patterns, divergence, row);
  } catch (error) {
    return { problem: explainProblem(error), spans: [] };
  }
}

function explainSpans(lexer, patterns, divergence, row) {
  const data = new TextEncoder().encode(divergence.text);
  let [begin, end] = [0, data.length];
  if (data.length > MOST_EXPLAINED) {
    const at = Math.max(firstDifference(divergence) - 1, 0);
    const span = row.find((each) => each.end > at);
    if (span.end - span.start > MOST_EXPLAINED) {
      return explainHead(lexer, patterns, textOf(data, span.start, span.start + MOST_EXPLAINED), span);
    }
    [begin, end] = [span.start, span.end];
  }
  const near = textOf(data, end, Math.min(end + 4 * MOST_AHEAD, data.length)) + divergence.after;
  const ahead = Array.from(near).slice(0, MOST_AHEAD).join("");
  const body = textOf(data, begin, end);
  const known = new Set(row.map((span) => `${span.start} ${span.end}`));
  let found = null;
  // Most lexers forget everything before a boundary; a logos lexer may not. But a truncated context may mislead, too.
  for (const lead of new Set([textOf(data, 0, begin) || divergence.before, ""])) {
    const behind = new TextEncoder().encode(lead).length;
    found = explain(lexer, patterns, lead + body + ahead, behind, behind + end - begin);
    found.spans = found.spans.map((span) => moved(span, begin - behind));
    if (found.spans.every((span) => known.has(`${span.start} ${span.end}`))) return found;
  }
  return { ...found, note: "Its surroundings alone are cut differently from the whole text: this explains the surroundings." };
}

// The explanation of the beginning of a very long span.
function explainHead(lexer, patterns, head, span) {
  const found = explain(lexer, patterns, head, 0, 1);
  const spans = found.spans.map((story) => ({ ...moved(story, span.start), end: span.end }));
  const size = count(span.end - span.start);
  return { ...found, spans, note: `Of this span of ${size} bytes, only the first ${count(MOST_EXPLAINED)} are explained.` };
}

function moved(span, by) {
  const steps = span.steps.map((step) => ({ ...step, position: step.position + by }));
  const tokens = span.tokens.map((token) => ({ ...token, start: token.start + by, end: token.end + by }));
  return { ...span, start: span.start + by, end: span.end + by, steps, tokens };
}

// How `lexer` made the spans of `text` that touch bytes `start` to `end`.
function explain(lexer, patterns, text, start, end) {
  const data = new TextEncoder().encode(text);
  if (data.length > MOST_BYTES) {
    throw new AnswerError(
      `a text of ${count(data.length)} bytes cannot be explained, only up to ${count(MOST_BYTES)}: shorten or shrink it`,
    );
  }
  const stories = lexer
    .spans(text)
    .filter((span) => span.start < Math.max(end, start + 1) && span.end > start)
    .map((span) => ({
      ...span,
      text: textOf(data, span.start, span.end),
      branch: null,
      steps: [],
      given_back: 0,
      tokens: [],
      repairs: [],
    }));
  tellBranches(lexer, patterns, text, data, stories);
  if (lexer.kind === "automaton") tellPaths(lexer, text, stories);
  if (lexer.kind === "logos") tellTokens(lexer, patterns, data, stories);
  return { lexer: nameLexer(lexer), kind: lexer.kind, pattern: lexer.pattern, spans: stories };
}

function tellBranches({ pattern }, patterns, text, data, stories) {
  if (NUMBERED.test(pattern)) return;
  const branches = placedBranches(pattern);
  const matches = patterns.wordsOf(pattern, text);
  for (const story of stories) {
    if (story.kind !== "word" || matches.get(story.start) !== story.end) continue; // a wrong lexer's span is no match
    story.branch = branchAt(patterns, branches, textOf(data, story.start, data.length));
  }
}

// The branches with their places in the pattern, in characters.
function placedBranches(pattern) {
  let start = 0;
  return splitBranches(pattern).map(({ index, source }) => {
    const end = start + Array.from(source).length;
    const branch = { index, start, end, source };
    start = end + 1;
    return branch;
  });
}

// The first that matches at the beginning of the text; null if one before it is outside the automaton's subset.
function branchAt(patterns, branches, text) {
  try {
    return branches.find(({ source }) => patterns.matchAtStart(source, text) > 0) ?? null;
  } catch {
    return null;
  }
}

function tellPaths(lexer, text, stories) {
  const characters = Array.from(text);
  const places = new Map(); // byte -> character
  let size = 0;
  characters.forEach((character, place) => {
    places.set(size, place);
    const code = character.codePointAt(0);
    size += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  });
  let readAhead = 0;
  for (const story of stories) {
    const { steps, givenBack } = walkPath(lexer, characters, places.get(story.start), story);
    Object.assign(story, { steps, given_back: givenBack });
    readAhead += givenBack;
    if (readAhead > MOST_READ_AHEAD) { // a+b|. on many "a" reads to the end for each of them
      throw new AnswerError(
        `the automaton reads more than ${count(MOST_READ_AHEAD)} characters ahead and gives them back: this text cannot be ` +
          "explained; shorten or shrink it",
      );
    }
  }
}

function tellTokens(lexer, patterns, data, stories) {
  let last = null;
  for (const event of lexer.trace(data)) {
    if (event.name === undefined) {
      last = event;
      addToken(stories, tokenOf(lexer, patterns, data, event));
    } else {
      addRepair(stories, event, last);
    }
  }
}

function tokenOf({ definitions }, patterns, data, { start, end }) {
  const text = textOf(data, start, end);
  let found = null;
  for (const definition of definitions) {
    const isBetter = !found || definition.priority > found.priority;
    if (isBetter && patterns.matchAtStart(definition.fragment, text) === end - start) found = definition;
  }
  return { start, end, token: found?.name ?? "", role: found ? ROLE_WORDS[found.role] : "Gap()" };
}

// To each span the tokens that overlap it, and the repairs that touch it.
function addToken(stories, token) {
  for (let at = storyAt(stories, token.start); at < stories.length && stories[at].start < token.end; at++) {
    if (stories[at].end > token.start) stories[at].tokens.push(token);
  }
}

function addRepair(stories, { name, place, end }, token) {
  const isAlone = name === "whitespace_split" && end === token.start;
  const repair = { name, text: REPAIR_WORDS[isAlone ? "whitespace alone" : name], place };
  const at = storyAt(stories, place);
  for (const story of stories.slice(Math.max(0, at - 1), at + 1)) {
    const isInside = story.start < place && place < story.end;
    const touches = name === "trailing_whitespace" ? isInside : place === story.start || place === story.end;
    if (touches) story.repairs.push(repair);
  }
}

// The last story that begins at a byte or before it; the first one if none does.
function storyAt(stories, place) {
  let [low, high] = [0, stories.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stories[middle].start <= place) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
