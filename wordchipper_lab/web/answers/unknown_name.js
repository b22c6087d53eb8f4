// An error for a name that nothing has. Twin: `UnknownNameError` of errors.py.

import { show } from "../tokenizer/patterns/python_words.js";
import { AnswerError } from "./answer_error.js";

export function unknownName(what, given, known, hint = "") {
  const message = `unknown ${what} ${show(given)}: expected one of ${known.join(", ")}`;
  return new AnswerError(hint ? `${message}; ${hint}` : message);
}
