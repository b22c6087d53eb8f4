// Why a pair won, in words. Twin: lab/training/why.py.

import { count } from "../../shared/dom.js";
import { hexOf, textOf } from "../../shared/utf8.js";
import { pairOf } from "../../tokenizer/training/changes.js";
import { capitalize } from "../python_text.js";

const SIGNS = { " ": "·", "\n": "↵", "\t": "→", "\r": "␍" };
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const MOST_NAMED = 6;

// A token's text with signs for white space; its bytes if they are not whole characters.
export function quoteToken(token) {
  return textOf(token)?.replace(/[ \n\t\r]/g, (space) => SIGNS[space]) ?? hexOf(token);
}

// winner, tied: keys of pairs (changes.js); counts: of all; span: in which the winner first occurs
export function explainWinner(winner, tied, counts, tie, tokens, span) {
  const name = (key) => `(${pairOf(key).map((token) => quoteToken(tokens[token])).join(", ")})`;
  const n = counts.get(winner);
  const times = n === 1 ? "once" : `${count(n)} times`;
  if (tied.length === 1) {
    const rest = counts.size > 1 ? ", more often than any other pair" : ", and there is no other pair";
    return `${name(winner)} occurs ${times}${rest}.`;
  }
  const number = NUMBERS[tied.length] ?? count(tied.length);
  const named = tied.slice(0, MOST_NAMED).map(name).join(", ") + (tied.length > MOST_NAMED ? ", ..." : "");
  const how = {
    lowest_ids: () => `The lowest ids win: ${pairOf(winner).join(", ")}`,
    greatest_bytes: () => `The greatest byte strings in alphabetical order win: ${name(winner)}`,
    least_bytes: () => `The first byte strings in alphabetical order win: ${name(winner)}`,
    first_seen: () => `The pair that occurs first wins: ${name(winner)}, in “${quoteToken(span)}”`,
  }[tie]();
  return `${capitalize(number)} pairs occur ${times}: ${named}. ${how}.`;
}
