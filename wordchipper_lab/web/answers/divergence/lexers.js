// Lexers by one word, and as Python code. Twins: lab/divergence/lexer_names.py and limited_lexer.py, and
// screens/divergence/offered_lexers.py.

import { FAMILIES as VECTOR_FAMILIES } from "../../tokenizer/compile_lexer.js";
import { FAMILIES, MARKS_IN_PREFIX } from "../../tokenizer/logos/definitions.js";
import { unsupportedError } from "../../tokenizer/patterns/pattern_errors.js";
import { repr } from "../../tokenizer/patterns/python_words.js";
import { UnsupportedPatternError } from "../../tokenizer/errors.js";
import { AnswerError } from "../answer_error.js";
import { unknownName } from "../unknown_name.js";
import { OPEN_PATTERNS, OTHER_NAMES, PATTERNS, PATTERN_MODELS, PRETRAINED_NAMES, SPECIMENS } from "./known_lexers.js";
import { checkSize } from "./pattern_size.js";
import { PageLexer } from "./page_lexer.js";

const KINDS = ["regex", "automaton", "logos", "vector"];
const OWN = "own:";
const MOST = 32;
const LOOKS_LIKE_A_NAME = /^[A-Za-z][\p{L}\p{N}_:-]{2,}$/u;

// The split pattern with this name; anything else is a pattern itself. Twin: vocab/pattern_names.py.
export function resolvePattern(patternOrModel) {
  const name = OTHER_NAMES[patternOrModel] ?? patternOrModel;
  if (Object.hasOwn(OPEN_PATTERNS, name)) return OPEN_PATTERNS[name];
  const bare = name.replace(/^openai/, "").replace(/^:+/, "");
  return Object.hasOwn(PATTERNS, bare) ? PATTERNS[bare] : name;
}

const NAMES = new Map(
  [...Object.keys(OPEN_PATTERNS).reverse(), ...PATTERN_MODELS].map((name) => [resolvePattern(name), name]),
);

export function patternName(pattern) {
  return NAMES.get(pattern) ?? pattern;
}

export function nameLexer({ name, kind, pattern }) {
  return Object.hasOwn(SPECIMENS, name) ? `specimen:${name}` : `${kind}:${name || patternName(pattern)}`;
}

// The Python expression that creates the lexer.
export function lexerCode({ name, kind, pattern }) {
  if (Object.hasOwn(SPECIMENS, name)) return `build_specimen(${repr(name)})`;
  return `build_lexer(${repr(name || patternName(pattern))}, ${repr(kind)})`;
}

// The vocabulary whose pattern the lexer of `word` has, or imitates; null for another pattern.
export function modelOf(word) {
  const [kind, rest] = partition(word);
  if (kind === "specimen" && Object.hasOwn(SPECIMENS, rest)) return SPECIMENS[rest].model;
  return KINDS.includes(kind) && PATTERN_MODELS.includes(rest) ? rest : null;
}

export function partition(word) {
  const at = word.indexOf(":");
  return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
}

export class PageLexers {
  constructor(engine) {
    this.engine = engine;
    this.made = new Map(); // word -> a lexer, or the error, which is repeated without the work
  }

  get(word) {
    if (!this.made.has(word)) {
      while (this.made.size >= MOST) this.made.delete(this.made.keys().next().value);
      this.made.set(word, this.tryMake(word));
    }
    const found = this.made.get(word);
    if (!(found instanceof PageLexer)) throw found;
    return found;
  }

  // Whether nothing but Python can make it, or say why nobody can.
  isWithin(word) {
    try {
      return Boolean(this.get(word));
    } catch (error) {
      return !(error instanceof AnswerError);
    }
  }

  tryMake(word) {
    try {
      return this.make(word);
    } catch (error) {
      return error;
    }
  }

  make(word) {
    const [kind, rest] = partition(word);
    if (word.startsWith(OWN)) throw new AnswerError(`the lexer ${word.slice(OWN.length)} is not in this page: open a live page`);
    if (kind === "specimen") return this.makeSpecimen(rest);
    if (![...KINDS, "auto"].includes(kind)) {
      const known = [...KINDS, "auto", ...Object.keys(SPECIMENS).map((name) => `specimen:${name}`)];
      throw unknownName("lexer", word, known, "a kind may be followed by ':' and a model or a pattern");
    }
    const pattern = resolvePattern(rest);
    if (["regex", "automaton"].includes(kind) && rest && pattern === rest) {
      checkSize(pattern);
      return this.build(kind, pattern, "");
    }
    if (LOOKS_LIKE_A_NAME.test(rest) && pattern === rest) {
      const known = [...PRETRAINED_NAMES, ...Object.keys(OPEN_PATTERNS)];
      throw unknownName("model", rest, known, `if it is a pattern, write ${kind}:(?:${rest})`);
    }
    if (!rest) {
      const known = [...[...PATTERN_MODELS, "llama3"].map((model) => `${kind}:${model}`), `${kind}:REGULAR EXPRESSION`];
      const hint =
        "a kind alone does not say which pattern to split by: name that too (in Python, give the Tokenizer itself; on the " +
        "command line, --model)";
      throw unknownName("lexer", word, known, hint);
    }
    return this.build(kind, pattern, pattern === rest ? "" : rest);
  }

  build(kind, pattern, name) {
    if (kind === "regex") {
      throw new AnswerError("the lexer regex does not run in this page: choose the automaton of the same pattern, or open a live page");
    }
    if (kind === "auto") return this.buildAuto(pattern, name);
    if (kind === "automaton") return new PageLexer(this.engine, { kind, pattern, name });
    if (kind === "vector") {
      if (!VECTOR_FAMILIES.has(pattern)) {
        throw unsupportedError(pattern, 0, "a pattern without a vector lexer (choose the automaton),");
      }
      return new PageLexer(this.engine, { kind, pattern, name });
    }
    if (!FAMILIES.has(pattern)) {
      const known = [...FAMILIES.values()].map(([family]) => family).join(", ");
      throw unsupportedError(pattern, 0, `no logos lexer for this pattern (only for ${known}; use the automaton),`);
    }
    const [family, definitions] = FAMILIES.get(pattern);
    return new PageLexer(this.engine, { kind, pattern, name: name || family, definitions });
  }

  buildAuto(pattern, name) {
    if (VECTOR_FAMILIES.has(pattern)) return this.build("vector", pattern, name);
    try {
      return this.build("automaton", pattern, name);
    } catch (error) {
      if (error instanceof UnsupportedPatternError) return this.build("regex", pattern, name);
      throw error;
    }
  }

  makeSpecimen(name) {
    if (!Object.hasOwn(SPECIMENS, name)) throw unknownName("specimen", name, Object.keys(SPECIMENS));
    const { model, without, replaced, hasOwnTokens } = SPECIMENS[name];
    const pattern = PATTERNS[model];
    if (hasOwnTokens || without.length) {
      const definitions = hasOwnTokens ? MARKS_IN_PREFIX : FAMILIES.get(pattern)[1];
      return new PageLexer(this.engine, { kind: "logos", pattern, name, definitions, without });
    }
    return new PageLexer(this.engine, { kind: "automaton", pattern: pattern.replaceAll(replaced[0], () => replaced[1]), name });
  }
}
