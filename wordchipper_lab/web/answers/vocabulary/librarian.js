// The answers of the Vocabulary screen, and what several of them need. Twin: `Librarian` of
// screens/vocabulary/answer.py.

import { explainProblem } from "../answer_error.js";
import { linkOf } from "../permalink.js";
import { unknownName } from "../unknown_name.js";
import { scriptOf, stateOf } from "./code.js";
import { drawDetails } from "./details.js";
import { drawFound, drawVocabulary } from "./drawing.js";
import { tokenFamily } from "./family.js";
import { PARTS, compareVocabularies } from "./overlap.js";
import { searchVocabulary } from "./search.js";
import { drawStatistics } from "./statistics.js";
import { TokenIndex } from "./token_index.js";
import { wordVariants } from "./variants.js";

const MOST_OVERLAPS = 12; // that are kept, 1 MB each
const [LEXER, ENCODER] = ["automaton", "bpe_backtrack"]; // any are right: the ids are the same
const NOTHING = Object.freeze({});

export class Librarian {
  // tokenizers: see tokenizers.js; patternsOf: (tokenizer) -> its match_at.js
  constructor(tokenizers, patternsOf) {
    Object.assign(this, { tokenizers, patternsOf });
    this.indexes = new WeakMap();
    this.drawn = new Map();
    this.overlaps = new Map();
    this.listed = { search: null, drawn: null };
  }

  // question: {model, query: see query.js, compare, part, selected, word}. Resolves to {status, drawing}: state of the
  // view, without what could not be drawn; `status.error` says why. What was drawn before is the same object again.
  async answer(question) {
    const answer = { status: { error: null }, drawing: {} };
    for (const step of [this.refer, this.showVocabulary, this.compare, this.search, this.describe, this.vary]) {
      try {
        await step.call(this, question, answer);
      } catch (error) {
        answer.status.error ??= explainProblem(error);
      }
    }
    return answer;
  }

  async refer(question, { status }) {
    Object.assign(status, { code: scriptOf(question, this.tokenizers.opened), link: null, link_problem: null });
    Object.assign(status, await linkOf(stateOf(question)));
  }

  async showVocabulary({ model }, { drawing }) {
    const { vocabulary } = await this.tokenizer(model);
    if (!this.drawn.has(vocabulary)) {
      const index = this.indexOf(vocabulary);
      const _vocabulary = await drawVocabulary(index);
      this.drawn.set(vocabulary, { _vocabulary, _statistics: drawStatistics(vocabulary, index) });
    }
    Object.assign(drawing, this.drawn.get(vocabulary));
  }

  async compare({ model, compare }, { drawing }) {
    drawing._overlap = NOTHING;
    if (compare) drawing._overlap = (await this.overlap(model, compare)).drawn;
  }

  async search(question, { drawing }) {
    const { model, query, compare, part } = question;
    const search = JSON.stringify([model, query, part ? compare : "", part]);
    if (this.listed.search !== search) {
      const { vocabulary } = await this.tokenizer(model);
      if (part && !PARTS.includes(part)) throw unknownName("part of an overlap", part, PARTS);
      const among = part && compare ? (await this.overlap(model, compare)).parts[part] : null;
      const index = this.indexOf(vocabulary);
      const began = performance.now();
      const places = searchVocabulary(index, query, among);
      this.listed = { search, drawn: drawFound(index, places, performance.now() - began) };
    }
    drawing._found = this.listed.drawn; // another token was selected: the list stays where it is
  }

  async describe({ model, selected }, { drawing }) {
    drawing._details = NOTHING;
    const tokenizer = await this.tokenizer(model);
    const index = this.indexOf(tokenizer.vocabulary);
    const place = index.placeOf(selected);
    if (place === null) return;
    const family = tokenFamily(tokenizer, this.patternsOf(tokenizer), index, place);
    drawing._details = drawDetails(tokenizer, index, place, family);
  }

  async vary({ model, word }, { drawing }) {
    drawing._variants = wordVariants(await this.tokenizer(model), word);
  }

  tokenizer(model) {
    return this.tokenizers.get(model, LEXER, ENCODER);
  }

  indexOf(vocabulary) {
    if (!this.indexes.has(vocabulary)) this.indexes.set(vocabulary, new TokenIndex(vocabulary));
    return this.indexes.get(vocabulary);
  }

  async overlap(model, compare) {
    const key = JSON.stringify([model, compare]);
    if (!this.overlaps.has(key)) {
      const { vocabulary: here } = await this.tokenizer(model);
      const { vocabulary: there } = await this.tokenizer(compare);
      if (this.overlaps.size >= MOST_OVERLAPS) this.overlaps.delete(this.overlaps.keys().next().value);
      this.overlaps.set(key, compareVocabularies(here, there, this.indexOf(here), { model, compare }));
    }
    return this.overlaps.get(key);
  }
}
