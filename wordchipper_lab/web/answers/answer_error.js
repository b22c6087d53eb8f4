// A request that cannot be answered, in words for the page.

import { shorten } from "../tokenizer/patterns/python_words.js";

export class AnswerError extends Error {
  constructor(message) {
    super(shorten(message));
  }
}

// Twin: screens/explain_problem.py.
export function explainProblem(error) {
  const isOurs = error instanceof AnswerError || "isTokenizerError" in error;
  return isOurs ? error.message : `This should not have happened: ${error.name}: ${error.message}`;
}
