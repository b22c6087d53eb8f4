// Tokenizers opened from files in a page without a kernel, by name: the newest few, so that memory stays bounded; the one
// unused for the longest time is let go first. Twin: lab/opened/store.py, whose names end in another hash.

import { MOST_KEPT } from "../../shared/kept_tokenizers.js";
import { ENCODERS } from "../../tokenizer/trace.js";
import { FAMILIES } from "../../tokenizer/logos/definitions.js";
import { compileLexer } from "../../tokenizer/compile_lexer.js";
import { Tokenizer } from "../../tokenizer/tokenizer.js";
import { Vocabulary } from "../../tokenizer/vocabulary.js";
import { AnswerError } from "../answer_error.js";
import { patternName } from "../divergence/lexers.js";
import { reprOf } from "../python_code.js";
import { whyNot } from "../why_not.js";

const NAME = /^.+@[0-9a-f]{8}$/s;

export const isOpenedName = (name) => NAME.test(name);

export class OpenedTokenizers {
  kept = new Map(); // name -> Opened, the last used one last

  // read: see read_opened.js; the same contents have the same name. Throws for what cannot be encoded.
  keep(engine, read) {
    const name = `${read.file}@${hashOf(read)}`;
    const opened = this.find(name) ?? new Opened(name, engine, read);
    this.kept.set(name, opened);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT) this.kept.delete(oldest);
    return opened;
  }

  // null if there is none of that name; counts as a use of it.
  find(name) {
    const found = this.kept.get(name);
    if (!found) return null;
    this.kept.delete(name);
    this.kept.set(name, found);
    return found;
  }

  has(name) {
    return this.kept.has(name);
  }

  tokenizer(name, lexer, encoder) {
    const found = this.find(name);
    if (found) return found.tokenizer(lexer, encoder);
    throw new AnswerError(
      `${name} is not open here: its file stays in the browser that opened it, which keeps the last ${MOST_KEPT} ` +
        "tokenizers; open the file again",
    );
  }

  // As a page offers them, the newest first.
  offered() {
    return [...this.kept.values()].reverse().map((opened) => opened.record());
  }
}

class Opened {
  constructor(name, engine, { file, ranked, described, given }) {
    Object.assign(this, { name, file, given, compiled: compileLexer(described.pattern), made: new Map() });
    this.vocabulary = new Vocabulary(engine, ranked, { ...described, name });
    const { lexerName, encoder } = new Tokenizer(this.vocabulary, this.compiled, { memoBytes: 0 }); // throws for what cannot be encoded
    const usualFirst = (names) => names.sort((a, b) => [lexerName, encoder].includes(b) - [lexerName, encoder].includes(a));
    this.lexers = usualFirst(["automaton", "logos", "vector"].filter((kind) => this.suits(kind)));
    this.encoders = usualFirst(ENCODERS.filter((each) => !whyNot(each, this.vocabulary)));
  }

  suits(lexer) {
    return lexer === "automaton" || (lexer === "vector" ? this.compiled.family > 0 : FAMILIES.has(this.vocabulary.pattern));
  }

  // With that lexer and encoder; with the usual one in place of one that does not suit it: the ids are the same.
  tokenizer(lexer, encoder) {
    const options = { lexer: this.lexers.includes(lexer) ? lexer : this.lexers[0], encoder: this.encoders.includes(encoder) ? encoder : this.encoders[0] };
    const key = JSON.stringify(options);
    if (!this.made.has(key)) this.made.set(key, new Tokenizer(this.vocabulary, this.compiled, options));
    return this.made.get(key);
  }

  // The span encoders that do not suit it, and why.
  refused() {
    return Object.fromEntries(ENCODERS.map((each) => [each, whyNot(each, this.vocabulary)]).filter(([, why]) => why));
  }

  // The word of its lexer, with the name of its pattern or the pattern itself.
  get word() {
    return `${this.lexers[0]}:${patternName(this.vocabulary.pattern)}`;
  }

  // `OpenedRecord` of Python, and what suits it.
  record() {
    const { name, vocabulary, word, lexers, encoders } = this;
    const { nRanked: tokens, specialTokens, pattern } = vocabulary;
    return { name, tokens, special: specialTokens.size, word, why_no_word: null, lexers, encoders, refused: this.refused(), pattern };
  }

  // The Python expression that reads the same file. options: name -> value
  fromFile(options) {
    const given = Object.entries({ ...this.given, ...options }).map(([name, value]) => `${name}=${value instanceof Map ? dictOf(value) : reprOf(value)}`);
    return `wl.Tokenizer.from_file(${[reprOf(this.file), ...given].join(", ")})`;
  }
}

const dictOf = (map) => `{${[...map].map(([key, value]) => `${reprOf(key)}: ${reprOf(value)}`).join(", ")}}`;

// FNV-1a, of all that decides about ids: a page need not be one that may use the browser's cryptography.
function hashOf({ ranked, described }) {
  const words = JSON.stringify([described.pattern, [...described.specialTokens].sort()]);
  const numbers = [ranked.tokenStarts, ranked.splits ?? new Uint32Array(0)];
  const parts = [ranked.tokenData, ...numbers.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)), new TextEncoder().encode(words)];
  let hash = 0x811c9dc5;
  for (const part of parts) for (let at = 0; at < part.length; at++) hash = Math.imul(hash ^ part[at], 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
