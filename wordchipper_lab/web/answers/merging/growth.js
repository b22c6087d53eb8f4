// How an encoder's work grows with the length of a span: counted by its own kernel, not timed. Twin: lab/merging/growth.py.

import { AnswerError } from "../answer_error.js";
import { PythonRandom } from "../python_random.js";
import { roundEven } from "../rounding.js";
import { unknownName } from "../unknown_name.js";
import { COUNTERS, countersOf, operationsOf } from "./counters.js";
import { COSTS } from "./costs.js";

const LENGTHS = [62, 125, 250, 500, 1000, 2000]; // bytes
const THAI = "กขคงจฉชซญดตถทธนบปผพฟมยรลวศสหอฮะาิีึืุูเแโใไ";
const LATIN = "abcdefghijklmnopqrstuvwxyz";

const encode = (text) => new TextEncoder().encode(text);
const chosen = (letters, seed, n) => encode(new PythonRandom(seed).choices(Array.from(letters), n).join(""));

// Kinds of text by name: a number of bytes -> a span of that length, the same every time.
const TEXTS = {
  "random letters": (n) => chosen(LATIN, n, n),
  "one letter": (n) => encode("a".repeat(n)),
  "random Thai": (n) => chosen(THAI, n, Math.floor(n / 3) + 1).subarray(0, n),
};

// text: one of `TEXTS`, or "span", which repeats the bytes `span`
export function measureGrowth(tokenizer, text, encoders, span) {
  const make = makerOf(text, span);
  const spans = LENGTHS.map(make);
  return { vocabulary: tokenizer.name, text, lengths: LENGTHS, encoders: encoders.map((encoder) => grow(tokenizer, encoder, spans)) };
}

function makerOf(text, span) {
  if (text === "span") {
    if (!span.length) throw new AnswerError('text "span" repeats a span: pass one that is not empty');
    return (size) => Uint8Array.from({ length: size }, (_, at) => span[at % span.length]);
  }
  if (!Object.hasOwn(TEXTS, text)) throw unknownName("kind of text", text, [...Object.keys(TEXTS), "span"]);
  return TEXTS[text];
}

function grow(tokenizer, encoder, spans) {
  const counters = spans.map((span) => countersOf(tokenizer.trace(span, encoder, { capacity: 0 }).totals));
  const slopes = COUNTERS.map((name) => [name, counters.map((found) => found[name])])
    .filter(([, values]) => Math.min(...values) > 0)
    .map(([name, values]) => [name, slopeOf(values)]);
  const operations = counters.map(operationsOf);
  return { encoder, cost: COSTS[encoder], counters, operations, exponent: slopeOf(operations), exponents: Object.fromEntries(slopes) };
}

// Of log(values) over log(lengths), fitted by least squares; to two places.
function slopeOf(values) {
  const [xs, ys] = [LENGTHS, values].map((numbers) => {
    const logs = numbers.map((number) => Math.log(Math.max(number, 1)));
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    return logs.map((log) => log - mean);
  });
  const products = (others) => xs.reduce((sum, x, i) => sum + x * others[i], 0);
  return roundEven(products(ys) / products(xs), 2);
}
