// The tokenizers that a page offers without a server: made when they are first asked for. Twin: screens/offered_tokenizers.py.

import { AnswerError } from "./answer_error.js";
import { OpenedTokenizers, isOpenedName } from "./opened/opened_tokenizers.js";

const LEXERS = ["automaton", "logos", "vector"];

export class Tokenizers {
  // make: (model, {lexer, encoder}) -> Promise of a Tokenizer; models: names that it can make
  constructor(make, models) {
    this.make = make;
    this.models = models;
    this.made = new Map();
    this.opened = new OpenedTokenizers();
  }

  // Whether the page has these vocabularies, and runs that lexer.
  has(models, lexer = LEXERS[0]) {
    return LEXERS.includes(lexer) && models.every((model) => this.models.includes(model) || this.opened.has(model));
  }

  get(model, lexer, encoder) {
    if (isOpenedName(model)) return this.opened.tokenizer(model, lexer, encoder);
    if (!this.models.includes(model)) {
      throw new AnswerError(`${model} is not in this page, which has ${this.models.join(", ")}: open a live page`);
    }
    if (!LEXERS.includes(lexer)) {
      throw new AnswerError(`the lexer ${lexer} does not run in this page: choose ${LEXERS.slice(0, -1).join(", ")} or ${LEXERS.at(-1)}, or open a live page`);
    }
    const key = JSON.stringify([model, lexer, encoder]);
    if (!this.made.has(key)) {
      const made = this.make(model, { lexer, encoder });
      made.catch(() => this.made.delete(key));
      this.made.set(key, made);
    }
    return this.made.get(key);
  }
}
