// A guess beside the truth: right, close or off, in kind words. Twin: lab/stories/judging.py.

import { show } from "../tokenizer/patterns/python_words.js";
import { AnswerError } from "./answer_error.js";
import { reprOf } from "./python_code.js";
import { roundEven, toFixedEven } from "./rounding.js";

const CLOSE = 0.1; // of the truth
const CUTS = /[|│]/;
const CUT = "│";
const MOST = 1e12;
const FRACTIONS = { 2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 10: "a tenth" };

// A value for people: "1,234", tokens with a line between them, ids with a comma. Twin: lab/stories/filling.py, `write`.
export function write(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Number.isInteger(value) ? grouped(String(value)) : grouped(toFixedEven(value, 1)).replace(/\.0$/, "");
  if (typeof value === "string") return value;
  return value.join(value.every(Number.isInteger) ? ", " : CUT);
}

function grouped(digits) {
  const [whole, ...rest] = digits.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}

function plural(value, noun) {
  return value === 1 ? `${write(value)} ${noun}` : `${write(value)} ${noun}s`;
}

export function judgeNumber(guess, { truth, is_float: isFloat, unit }) {
  const number = readNumber(guess);
  const said = `You said ${unit && unit !== "percent" ? plural(number, unit) : write(number)}`;
  const off = Math.abs(number - truth);
  const numbers = { guess: number, truth, unit };
  const verdict = (name, words) => ({ verdict: name, said: words, guess: write(number), truth: write(truth), numbers });
  if (off === 0 || (isFloat && off <= 0.05)) return verdict("right", "Exactly right.");
  if (off <= Math.max(!isFloat && truth > 1 ? 1 : 0, CLOSE * Math.abs(truth))) return verdict("close", `Close: ${offBy(number, truth)}.`);
  return verdict("off", `${said}, which is ${offBy(number, truth)}.`);
}

export function judgeChoice(guess, { written, choices }) {
  const listed = Object.keys(choices).join(", ");
  if (typeof guess !== "string" || !Object.hasOwn(choices, guess)) throw new AnswerError(`${shown(guess)} is not one of the choices: ${listed}`);
  const isRight = guess === written;
  const said = isRight ? "Right." : "Not this time.";
  return { verdict: isRight ? "right" : "off", said, guess: choices[guess], truth: choices[written], numbers: null };
}

// "|" is a cut, "·" and "␣" are spaces; spaces count only where the truth has some.
export function judgeText(guess, { written }) {
  if (typeof guess !== "string" || !guess.trim()) throw new AnswerError(`expected a text, got ${shown(guess)}`);
  const [mine, theirs] = [guess, written].map((text) => parts(text, written.includes("·")));
  const cut = write(guess.split(CUTS).map((part) => part.trim()));
  const verdict = (name, said) => ({ verdict: name, said, guess: cut, truth: written, numbers: null });
  if (JSON.stringify(mine) === JSON.stringify(theirs)) return verdict("right", "Exactly right.");
  if (mine.length === theirs.length && mine.length > 1) return verdict("close", "The right number of tokens, cut in other places.");
  return verdict("off", "Not this time.");
}

function parts(text, withSpaces) {
  let dotted = text.trim().replaceAll("␣", "·");
  if (withSpaces && !dotted.includes("·")) dotted = text.replaceAll(" ", "·");
  return dotted.split(CUTS).map((part) => part.replace(withSpaces ? /\s/g : /[\s·]/g, ""));
}

// A number, or one that is written: "1,234", "1 234", "12 %".
function readNumber(guess) {
  let number = guess;
  if (typeof guess === "string") {
    const written = guess.trim().replace(/(?<=\d)[ ,\u202f](?=\d{3}\b)|\s*%\s*$/g, "");
    if (/^-?[0-9]{1,12}(?:\.[0-9]{1,6})?$/.test(written)) number = Number(written);
  }
  if (typeof number !== "number" || Math.abs(number) > MOST || Number.isNaN(number)) throw new AnswerError(`expected a number, got ${shown(guess)}`);
  return number;
}

function shown(value) {
  return typeof value === "string" ? show(value) : reprOf(value);
}

function offBy(number, truth) {
  const more = number > truth;
  if (truth > 0 && number > 0) {
    const times = more ? number / truth : truth / number;
    if (times >= 2) {
      const whole = roundEven(times);
      const about = times === whole ? "exactly" : "about";
      if (more) return `${about} ${whole} times as many`;
      if (FRACTIONS[whole]) return `${about} ${FRACTIONS[whole]} of it`;
      return `too few by a factor of ${times === whole ? whole : `about ${whole}`}`;
    }
  }
  return `${write(roundEven(Math.abs(number - truth), 1))} too ${more ? "many" : "few"}`;
}
