// A text encoded with what was trained, and what that is worth beside the pretrained vocabularies. Twins: `answer_probe` of
// screens/training/answer.py, lab/training/worth.py.

import { count } from "../../shared/dom.js";
import { AnswerError, explainProblem } from "../answer_error.js";
import { drawExploration, explore } from "../exploration.js";

const MAX_PROBE = 1_000_000; // bytes
const COMPARED = ["r50k_base", "cl100k_base", "o200k_base"];

// tokenizer: that which was trained; tokenizers: of the page
export async function answerProbe(tokenizer, tokenizers, text, isCompared) {
  try {
    const size = new TextEncoder().encode(text).length;
    if (size > MAX_PROBE) throw new AnswerError(`this text has ${count(size)} bytes; up to ${count(MAX_PROBE)} are encoded here: shorten it`);
    const others = isCompared ? await pretrained(tokenizers) : [];
    const worth = [tokenizer, ...others].map((each) => {
      const tokens = each.count(text);
      return { name: each.name, vocab_size: each.vocabSize, tokens, bytes: size, bytes_per_token: size / Math.max(tokens, 1) };
    });
    return { drawing: drawExploration(explore(tokenizer, text, "parse")), worth, name: tokenizer.name };
  } catch (error) {
    return { problem: explainProblem(error) };
  }
}

function pretrained(tokenizers) {
  const missing = COMPARED.filter((name) => !tokenizers.models.includes(name));
  if (missing.length) throw new AnswerError(`${missing.join(", ")} did not come along with this page, so there is no comparison: open a live page`);
  return Promise.all(COMPARED.map((name) => tokenizers.get(name, "automaton", "bpe_backtrack")));
}
