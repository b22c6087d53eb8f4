// The answer of the merge stepper to one question. Twin: screens/stepper/answer.py. The vocabularies of a page all have a
// token for each byte, and ranks for ids.

import { count } from "../shared/dom.js";
import { ENCODERS, WRONG_ENCODERS } from "../tokenizer/trace.js";
import { AnswerError, explainProblem } from "./answer_error.js";
import { findWhole } from "./find_whole.js";
import { traceMerges } from "./merging/merge_trace.js";
import { drawTraces } from "./stepper_drawing.js";
import { unknownName } from "./unknown_name.js";
import { whyNot } from "./why_not.js";

export const LANES = [...ENCODERS, ...WRONG_ENCODERS];

const MAX_SPAN = 256; // bytes
const MAX_TEXT = 20_000; // bytes
const MOST_SPANS = 400;
const WORD = 0;
const KIND_NAMES = ["word", "special", "gap"];

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

// question: {text, model, span, whole, lanes, compare}. tokenizers: see tokenizers.js. Resolves to {status, drawing};
// `drawing` is null if there is nothing new to step through: then `status.error` says why.
export async function answerStepper(tokenizers, question) {
  const answer = { status: { error: null, spans: [], n_spans: 0, notes: [], refused: {} }, drawing: null };
  try {
    await fill(answer, tokenizers, question);
  } catch (error) {
    answer.status.error = explainProblem(error);
  }
  return answer;
}

// Each lane has its own encoder; that of the tokenizer is not used.
export function getTokenizer(tokenizers, model) {
  return tokenizers.get(model, "automaton", "priority_merge");
}

// The traces for `question`: every lane, with the second vocabulary's beside it.
export async function traceQuestion(tokenizers, question) {
  if (!question.text) return { traces: [], head: [], span: null };
  const models = await getModels(tokenizers, question);
  const { span, head } = chooseSpan(models[0], question);
  if (span.length > MAX_SPAN) {
    throw new AnswerError(
      `this span has ${count(span.length)} bytes; the stepper accepts up to ${MAX_SPAN}: pick a shorter one; trace_merges in ` +
        'Python accepts longer ones, and "How the work grows" counts the span, repeated',
    );
  }
  const traces = question.lanes.flatMap((lane) => {
    const usable = models.filter(({ vocabulary }) => !whyNot(lane, vocabulary));
    return usable.map((tokenizer) => ({ tokenizer, trace: traceMerges(tokenizer, span, lane, tokenizer === models[0] ? head : []) }));
  });
  return { traces, head, span };
}

async function getModels(tokenizers, { model, compare }) {
  const names = new Set([model, ...(compare ? [compare] : [])]);
  const found = [];
  for (const name of names) found.push(await getTokenizer(tokenizers, name));
  return found;
}

async function fill(answer, tokenizers, question) {
  const size = new TextEncoder().encode(question.text).length;
  if (size > MAX_TEXT) {
    throw new AnswerError(`the text has ${count(size)} bytes; spans are picked from up to ${count(MAX_TEXT)}: shorten it, or use trace_merges`);
  }
  const unknown = question.lanes.find((lane) => !LANES.includes(lane));
  if (unknown !== undefined) throw unknownName("lane", unknown, LANES);
  const { status } = answer;
  const spans = spansOf(await getTokenizer(tokenizers, question.model), question.text);
  status.spans = listSpans(spans);
  status.n_spans = spans.n;
  const models = await getModels(tokenizers, question);
  status.refused = Object.fromEntries(LANES.map((lane) => [lane, whyNot(lane, models[0].vocabulary)]).filter(([, why]) => why));
  const whys = models.flatMap(({ vocabulary }) => question.lanes.map((lane) => [lane, whyNot(lane, vocabulary)]));
  const leftOut = whys.filter(([, why]) => why).map(([lane, why]) => `${lane} is left out: ${why}.`);
  if (leftOut.length && leftOut.length === whys.length) throw new AnswerError(`${leftOut[0]} Choose another lane, priority_merge for instance`);
  if (!question.lanes.length) throw new AnswerError(`no lane is chosen: choose one of ${LANES.join(", ")}`);
  const { traces, head, span } = await traceQuestion(tokenizers, question);
  answer.drawing = drawTraces(traces, head);
  if (span) status.notes = [...leftOut, ...models.flatMap((tokenizer) => notesOf(tokenizer, span))];
}

// The spans of a text, and the vocabulary that made them.
function spansOf(tokenizer, text, special = "parse") {
  const { ends, kinds } = tokenizer.spans(text, special);
  const data = new TextEncoder().encode(text);
  const bytesOf = (number) => data.subarray(number > 0 ? ends[number - 1] : 0, ends[number]);
  return { vocabulary: tokenizer.vocabulary, n: ends.length, kinds, bytesOf };
}

function listSpans({ vocabulary, n, kinds, bytesOf }) {
  return Array.from({ length: Math.min(n, MOST_SPANS) }, (_, number) => {
    const span = bytesOf(number);
    return { text: lossy.decode(span), given: null, bytes: span.length, kind: KIND_NAMES[kinds[number]], token: findWhole(vocabulary, span) };
  });
}

// The chosen span and the tokens of the spans before it; throws if it cannot be merged.
export function chooseSpan(tokenizer, { text, span, whole }) {
  if (whole) return { span: new TextEncoder().encode(text), head: [] };
  const { n, kinds, bytesOf } = spansOf(tokenizer, text);
  if (!(span >= 0 && span < n)) {
    throw new AnswerError(`the text has ${n} spans: there is no span ${span}; pick another one`);
  }
  if (kinds[span] !== WORD) {
    throw new AnswerError(`span ${span + 1} is a ${KIND_NAMES[kinds[span]]} span, which is not merged from bytes: pick another one`);
  }
  const { tokens, spanTokenEnds } = tokenizer.encodeWithSpans(text, "parse");
  return { span: bytesOf(span), head: [...tokens.subarray(0, span > 0 ? spanTokenEnds[span - 1] : 0)] };
}

// Sentences about what is special in merging these bytes as one span.
function notesOf(tokenizer, span) {
  const { n } = spansOf(tokenizer, lossy.decode(span), "text");
  const token = findWhole(tokenizer.vocabulary, span);
  return [
    ...(n > 1 ? [`${tokenizer.name}'s lexer would cut these bytes into ${n} spans; here they are merged as one.`] : []),
    ...(token === null ? [] : [
      `The whole span is token ${token} of ${tokenizer.name}: a tokenizer looks it up without running an encoder. Here the ` +
        "encoders run anyway.",
    ]),
  ];
}
