// The sweeps are quadratic in the length of a span, so a screen refuses a text that would keep it busy for minutes.
// Twin: lab/work_limit.py.

import { count } from "../shared/dom.js";
import { AnswerError } from "./answer_error.js";

const MOST_SWEEP_STEPS = 200_000_000;
const QUADRATIC = ["buffer_sweep", "tail_sweep", "merge_heap"];
const WORD = 0;

export function checkWork(tokenizer, text, special) {
  if (!QUADRATIC.includes(tokenizer.encoder)) return;
  const { ends, kinds } = tokenizer.spans(text, special);
  let steps = 0;
  ends.forEach((end, span) => {
    const size = end - (span > 0 ? ends[span - 1] : 0);
    if (kinds[span] === WORD) steps += Math.floor((size * size) / 2);
  });
  if (steps <= MOST_SWEEP_STEPS) return;
  throw new AnswerError(
    `${tokenizer.encoder} is quadratic in the length of a span: this text would take ${count(steps)} steps, but a screen ` +
      `allows up to ${count(MOST_SWEEP_STEPS)}; choose priority_merge or bpe_backtrack, or a text with shorter spans`,
  );
}
