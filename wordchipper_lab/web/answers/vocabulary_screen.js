// The Vocabulary screen as its page knows it: public state, and what is drawn of it. Twin:
// widgets/vocabulary_browser.py.

import { AnswerError } from "./answer_error.js";
import { Librarian } from "./vocabulary/librarian.js";
import { USUAL_QUERY } from "./vocabulary/query.js";

const OWN = ["model", "compare", "part", "selected", "word"];
const WORDS = ["_details", "_variants"]; // have no binary columns
const NO_AUDIT = "the audit does not run in this page: open a live page";

const sound = (text) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));

// What is equal is not drawn again, because what is drawn anew loses the focus.
function isSame(name, value, shown) {
  return value === shown || (WORDS.includes(name) && JSON.stringify(value) === JSON.stringify(shown));
}

export class VocabularyScreen {
  // tokenizers: see tokenizers.js; patternsOf: (tokenizer) -> its match_at.js; state: of the page
  constructor(tokenizers, patternsOf, state) {
    this.tokenizers = tokenizers;
    this.librarian = new Librarian(tokenizers, patternsOf);
    this.state = { ...state };
    this.shown = {};
  }

  // Takes changes of the public state; resolves to changes of what is drawn, the first time to all.
  async set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      this.state[name] = typeof value === "string" ? sound(value) : value;
    }
    if (changes.audit) throw new AnswerError(NO_AUDIT);
    const question = this.question();
    const asked = JSON.stringify(question);
    if (asked === this.asked) return {};
    this.asked = asked;
    const { status, drawing } = await this.librarian.answer(question);
    const isNew = ([name, value]) => !isSame(name, value, this.shown[name]); // 2 MB that the page has already
    const drawn = { ...Object.fromEntries(Object.entries(drawing).filter(isNew)), _status: status };
    Object.assign(this.shown, drawing);
    return drawn;
  }

  // Patterns are Python's while it is there: its engine says in other words what is wrong with one, and has other limits.
  isWithin(changes) {
    const { model, compare, audit, by } = { ...this.state, ...changes };
    return !audit && by !== "regex" && this.tokenizers.has([model, compare].filter(Boolean));
  }

  question() {
    const { query: text, ...fields } = this.state;
    const query = Object.fromEntries(Object.keys(USUAL_QUERY).map((name) => [name, fields[name]]));
    return { ...Object.fromEntries(OWN.map((name) => [name, fields[name]])), query: { ...query, text } };
  }

  async ask(verb) {
    if (verb === "audit" || verb === "stop") throw new AnswerError(NO_AUDIT);
    return null;
  }
}
