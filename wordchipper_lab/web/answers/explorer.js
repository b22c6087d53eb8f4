// The answer of the Explorer to one question. Twin: screens/explorer/answer.py.

import { count } from "../shared/dom.js";
import { AnswerError, explainProblem } from "./answer_error.js";
import { drawComparison } from "./comparison.js";
import { patternName } from "./divergence/lexers.js";
import { drawExploration, explore } from "./exploration.js";
import { loadCode } from "./load_code.js";
import { isOpenedName } from "./opened/opened_tokenizers.js";
import { countPolicies } from "./policies.js";
import { reprOf } from "./python_code.js";
import { checkWork } from "./work_limit.js";

const MAX_BYTES = 4 << 20;
const MAX_CODE_BYTES = 20_000;
const USUAL = { model: "o200k_base", lexer: "automaton", encoder: "bpe_backtrack", special: "parse", compare: [] };
const POLICIES = ["parse", "text", "error"];

// question: {text, model, lexer, encoder, special, compare}. tokenizers: see tokenizers.js. Resolves to {status, drawing,
// comparison}; `drawing` is null if there is nothing new to draw: then `status.error` says why.
export async function answerExplorer(tokenizers, question) {
  const answer = { status: { error: null }, drawing: null, comparison: [] };
  try {
    answer.status.code = scriptOf(question, tokenizers.opened);
    await fill(answer, tokenizers, question);
  } catch (error) {
    answer.status.error = error.name === "SpecialTokenError" ? refusal(error) : explainProblem(error);
  }
  return answer;
}

function refusal({ token, offset }) {
  return (
    `The text contains the special token ${token} at byte ${offset}. Choose “parse” to get its id, or “text” to encode it ` +
    "as plain text. The tokens below are those of the previous text."
  );
}

async function fill(answer, tokenizers, { text, model, lexer, encoder, special, compare }) {
  const size = 3 * text.length > MAX_BYTES ? new TextEncoder().encode(text).length : 0;
  if (size > MAX_BYTES) {
    throw new AnswerError(
      `the text has ${count(size)} bytes; the Explorer shows up to ${count(MAX_BYTES)}: shorten it, or encode it with ` +
        "Tokenizer.encode_array or the command line",
    );
  }
  if (!POLICIES.includes(special)) throw new AnswerError(`unknown special token policy ${reprOf(special)}: expected one of ${POLICIES.join(", ")}`);
  const tokenizer = await tokenizers.get(model, lexer, encoder);
  checkWork(tokenizer, text, "text");
  const parsed = tokenizer.encodeWithSpans(text, "parse");
  answer.status.policies = countPolicies(tokenizer, text, parsed);
  const exploration = explore(tokenizer, text, special, special === "parse" ? parsed : null);
  answer.status.statistics = exploration.statistics;
  answer.status.changes = null; // nothing is done to a text before it is split
  answer.drawing = drawExploration(exploration);
  if (isOpenedName(model)) answer.drawing.word = `${tokenizer.lexerName}:${patternName(tokenizer.pattern)}`;
  if (compare.length === 0) return;
  const others = [];
  for (const name of compare) others.push(await tokenizers.get(name, lexer, encoder));
  answer.comparison = drawComparison(others, text, special);
}

// The Python line that creates an Explorer of `question`, without default values.
function codeOf({ text, ...choices }) {
  const given = Object.entries(USUAL)
    .filter(([name, usual]) => reprOf(choices[name]) !== reprOf(usual))
    .map(([name]) => `${name}=${name === "model" && isOpenedName(choices.model) ? "tok" : reprOf(choices[name])}`);
  return `Explorer(${[text, ...given].join(", ")})`;
}

// Python code that shows `question`; a long text is left out.
function scriptOf(question, opened) {
  const { model, lexer, encoder, special } = question;
  const isLong = question.text.length > MAX_CODE_BYTES;
  const text = isLong ? "text" : reprOf(question.text);
  const load = `tok = ${loadCode(opened, model, { lexer, encoder })}\n`;
  const view = `${codeOf({ ...question, text })}  # this view\n\n`;
  return (
    "import wordchipper_lab as wl\n" +
    "from wordchipper_lab.widgets import Explorer\n\n" +
    (isLong ? "text = ...  # too long to show here\n" : "") +
    (isOpenedName(model) ? load + view : view + load) +
    `tok.encode(${text}, special=${reprOf(special)})  # the ids alone\n`
  );
}
