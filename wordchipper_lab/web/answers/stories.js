// Stories that came with the page as a whole (lab/stories/told.py), step by step, and guesses judged. Twin:
// lab/stories/telling.py.

import { AnswerError } from "./answer_error.js";
import { judgeChoice, judgeNumber, judgeText } from "./judging.js";
import { reprOf } from "./python_code.js";

export class Stories {
  // told: name -> its steps: [{told, judging}]
  constructor(told) {
    this.told = told;
  }

  step(name, number) {
    return this.find(name, number).told;
  }

  // What is true, beside what was guessed; without a guess (null), what is true.
  judge(name, number, guess) {
    const { judging } = this.find(name, number);
    if (!judging) throw new AnswerError(`step ${number} of ${reprOf(name)} asks nothing`);
    const { reveal, screen, state } = judging;
    return { ...judge(judging, guess), reveal, screen, state };
  }

  find(name, number) {
    const steps = Object.hasOwn(this.told, name) ? this.told[name] : null;
    if (!steps) throw new AnswerError(`unknown story ${reprOf(name)}: expected one of ${Object.keys(this.told).join(", ")}`);
    const step = steps[number - 1];
    if (!step) throw new AnswerError(`number is ${reprOf(number)}: expected a whole number from 1 to ${steps.length}`);
    return step;
  }
}

function judge(judging, guess) {
  if (guess === null || guess === undefined) {
    const { choices, written } = judging;
    return { verdict: "shown", said: "", guess: "", truth: choices[written] ?? written, numbers: null };
  }
  if (judging.kind === "choice") return judgeChoice(guess, judging);
  return judging.kind === "text" ? judgeText(guess, judging) : judgeNumber(guess, judging);
}
