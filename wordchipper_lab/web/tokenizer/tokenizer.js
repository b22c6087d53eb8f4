/// <reference lib="esnext.disposable" preserve="true" />
/** `Tokenizer`: text to tokens and back, by the kernels that Python runs. */

import { Engine, engineModule } from "./engine.js";
import { InputError, SpecialTokenError, TokenizerError, UnknownNameError } from "./errors.js";
import { ENCODERS as ENCODER_CODES, NUMBERS } from "./layout.js";
import { automatonOnly, lexerTables, rolesOf } from "./lexers.js";
import { FAMILIES } from "./logos/definitions.js";
import { compileTokens } from "./logos/longest_match.js";
import { SPECIAL, encodeBlock, spanBlocks } from "./span_blocks.js";
import { joined } from "./joined.js";
import { locate } from "./located.js";
import { MODELS, findModel } from "./models.js";
import { compileLexer } from "./compile_lexer.js";
import { normalizedText } from "./normalized_text.js";
import { HERE, readAll } from "./read_file.js";
import { Spans } from "./spans.js";
import { SpecialSet } from "./special_set.js";
import { readTiktoken } from "./tiktoken_file.js";
import { readTokenizerJson, supported } from "./tokenizer_json.js";
import { NEED_MERGE_ORDER, traceSpan } from "./trace.js";
import { readVocabulary } from "./vocabulary_file.js";
import { Vocabulary } from "./vocabulary.js";
import { Workspace } from "./workspace.js";

/** @typedef {"parse" | "text" | "error" | Iterable<string>} Special what becomes of special tokens in a text */

/**
 * @typedef {Object} TokenizerOptions
 * @property {string} [encoder] name of the span encoder; by default the fastest that is exact
 * @property {"auto" | "automaton" | "vector" | "logos"} [lexer] with rules for 64 bytes at once ("vector", where the
 *   pattern has some), without, or the faster one that the pattern allows; "logos" matches the longest token and repairs
 *   what that gets wrong, with the same result
 * @property {number} [memoBytes] the most memory that known spans may take; 0 for none
 * @property {WebAssembly.Module | BufferSource | URL | string} [engine] the module, if it is not beside this file
 * @property {URL | string} [vocabularies] the folder of the vocabularies, if it is not beside this file
 */

const LEXERS = ["auto", "automaton", "vector", "logos"];
const POLICIES = /** @type {const} */ (["parse", "text", "error"]);
const DEFAULT_MEMO_BYTES = 1 << 26; // as in Python; a memo grows with what the texts hold
const COUNTED_AT_ONCE = 1 << 16;
const MOST_SUBSETS = 16;
const NO_BYTES = [0, 0]; // the text is in the workspace
/** @type {typeof Symbol.dispose} */
const DISPOSE = /** @type {any} */ (Symbol.dispose ?? Symbol.for("Symbol.dispose"));

/** An exact tokenizer. Make one by a `from...` function; `free` it when it is not used any more. */
export class Tokenizer {
  /**
   * @param {Vocabulary} vocabulary
   * @param {import("./lexers.js").CompiledPattern} compiled
   * @param {TokenizerOptions} options
   */
  constructor(vocabulary, compiled, options = {}) {
    const usual = vocabulary.isMergeOrdered ? "bpe_backtrack" : "priority_merge";
    const encoder = options.encoder ?? usual;
    if (!ENCODER_CODES.includes(encoder)) throw new UnknownNameError("encoder", encoder, ENCODER_CODES);
    if (NEED_MERGE_ORDER.includes(encoder) && !vocabulary.isMergeOrdered) {
      throw new TokenizerError(`${vocabulary.name} has merges out of order, so ${encoder} is not exact: choose priority_merge`);
    }
    const lexer = options.lexer ?? "auto";
    if (!LEXERS.includes(lexer)) throw new UnknownNameError("lexer", lexer, LEXERS);
    if (lexer === "vector" && compiled.family === 0) {
      throw new TokenizerError(`the pattern ${vocabulary.pattern} has no vector lexer: choose the automaton`);
    }
    const tokens = FAMILIES.get(vocabulary.pattern)?.[1];
    if (lexer === "logos" && !tokens) {
      throw new TokenizerError(`the pattern ${vocabulary.pattern} has no logos lexer: choose the automaton`);
    }
    /** Name of the lexer. */
    this.lexerName = lexer === "auto" ? (compiled.family ? "vector" : "automaton") : lexer;
    /** @type {Engine | null} */
    this.engine = vocabulary.engine;
    this.vocabulary = vocabulary;
    this.encoder = encoder;
    this.code = ENCODER_CODES.indexOf(encoder);
    this.lexer = lexerTables(vocabulary.engine, this.lexerName === "vector" ? compiled : automatonOnly(compiled));
    if (lexer === "logos" && tokens) this.lexer.roles = rolesOf(vocabulary.engine, compileTokens(tokens));
    this.workspace = new Workspace(vocabulary.engine, encoder, vocabulary.tables, options.memoBytes ?? DEFAULT_MEMO_BYTES);
    /** @type {Map<string, SpecialSet>} */
    this.specialSets = new Map();
    this.all = this.specialSet([...vocabulary.specialTokens.keys()]);
  }

  /** Names that `fromPretrained` knows. @returns {string[]} */
  static availableModels() {
    return Object.keys(MODELS);
  }

  /**
   * A tokenizer of a pretrained vocabulary, from the files beside this module.
   * @param {string} name
   * @param {TokenizerOptions} [options]
   */
  static async fromPretrained(name, options = {}) {
    const [bare, model] = findModel(name);
    const folder = options.vocabularies ?? new URL(/* @vite-ignore */ "./vocabularies/", import.meta.url);
    const [module, ranked] = await Promise.all([
      engineModule(options.engine),
      readAll(new URL(`${model.file}.bpe`, asFolder(folder))).then(readVocabulary),
    ]);
    return assembled(new Engine(module), ranked, { name: bare, ...model }, options);
  }

  /**
   * A tokenizer from the bytes of a `.tiktoken` file; the model decides about pattern and special tokens.
   * @param {string} model
   * @param {Uint8Array} data
   * @param {TokenizerOptions} [options]
   */
  static async fromVocabData(model, data, options = {}) {
    const [name, found] = findModel(model);
    const engine = new Engine(await engineModule(options.engine));
    return assembled(engine, readTiktoken(data), { name, ...found }, options);
  }

  /**
   * A tokenizer from the text of a `tokenizer.json`; throws `UnsupportedTokenizerError`, which names what is not supported.
   * @param {string | object} json
   * @param {TokenizerOptions} [options]
   */
  static async fromTokenizerJson(json, options = {}) {
    const engine = new Engine(await engineModule(options.engine));
    const { ranked, described } = readTokenizerJson(engine, json);
    return supported(() => assembled(engine, ranked, described, options));
  }

  get name() {
    return this.vocabulary.name;
  }

  get pattern() {
    return this.vocabulary.pattern;
  }

  /** Number of ranked tokens, with the 256 bytes but without special tokens. */
  get vocabSize() {
    return this.vocabulary.nRanked;
  }

  /** The largest id, special tokens included. */
  get maxToken() {
    return this.vocabulary.maxToken;
  }

  /**
   * Ids of the tokens of a text.
   * @param {string} text lone surrogates count as U+FFFD
   * @param {Special} [special]
   * @returns {Uint32Array}
   */
  encode(text, special = "parse") {
    const n = this.encodeInto([asText(text)], special, true);
    const tokens = this.workspace.tokens.view.slice(0, n);
    this.workspace.releaseExcess();
    return tokens;
  }

  /**
   * Ids of the tokens of each text.
   * @param {Iterable<string>} texts
   * @param {Special} [special]
   * @returns {Uint32Array[]}
   */
  encodeBatch(texts, special = "parse") {
    if (typeof texts === "string") throw new InputError("expected several texts, got one: put it in an array");
    const listed = Array.from(texts, asText);
    if (listed.length === 0) return [];
    this.encodeInto(listed, special, true);
    const offsets = Array.from(/** @type {BigInt64Array} */ (this.workspace.offsets.view), Number);
    const tokens = this.workspace.tokens.view;
    const found = listed.map((_, i) => tokens.slice(offsets[i], offsets[i + 1]));
    this.workspace.releaseExcess();
    return found;
  }

  /**
   * Number of tokens of a text; they are counted and not stored.
   * @param {string} text
   * @param {Special} [special]
   */
  count(text, special = "parse") {
    const n = this.encodeInto([asText(text)], special, false);
    this.workspace.releaseExcess();
    return n;
  }

  /**
   * Text of tokens, with U+FFFD for bytes that are not valid UTF-8.
   * @param {ArrayLike<number>} ids
   */
  decode(ids) {
    return lossyText(this.vocabulary.decodeBytes(ids));
  }

  /** Bytes of tokens. @param {ArrayLike<number>} ids @returns {Uint8Array} */
  decodeBytes(ids) {
    return this.vocabulary.decodeBytes(ids);
  }

  /** Text of each list of tokens. @param {Iterable<ArrayLike<number>>} batch */
  decodeBatch(batch) {
    return Array.from(batch, (ids) => this.decode(ids));
  }

  /** Id of the special or ranked token with this text; null if there is none. @param {string} token @returns {number | null} */
  tokenToId(token) {
    const special = this.vocabulary.specialTokens.get(asText(token));
    return special ?? this.vocabulary.findToken(new TextEncoder().encode(token));
  }

  /** Text of a token; null for an unknown id. @param {number} id @returns {string | null} */
  idToToken(id) {
    const { bounds } = this.vocabulary;
    return bounds[id] < bounds[id + 1] ? lossyText(this.vocabulary.tokenBytes(id)) : null;
  }

  /** Bytes of a token; throws `UnknownTokenError` for an unknown id. @param {number} id @returns {Uint8Array} */
  idToBytes(id) {
    return this.vocabulary.tokenBytes(id);
  }

  /** Special tokens with their ids, by id. @returns {[string, number][]} */
  getSpecialTokens() {
    return [...this.vocabulary.specialTokens].sort((a, b) => a[1] - b[1]);
  }

  /**
   * A text as it is split. Only a tokenizer with a normalizer changes it: to NFC, between special tokens. The places in
   * what `spans` and others return are those in this text.
   * @param {string} text
   * @param {Special} [special]
   * @returns {string}
   */
  normalize(text, special = "parse") {
    if (!this.vocabulary.isNormalized) return text;
    const [set, policy] = this.specialChoice(special);
    return normalizedText(this.vocabulary.engine, policy === NUMBERS.AS_TEXT ? null : set, text);
  }

  /**
   * The spans of a text: special tokens, and the parts of what is between them.
   * @param {string} text
   * @param {Special} [special]
   */
  spans(text, special = "parse") {
    /** @type {Uint32Array[]} */
    const ends = [];
    /** @type {Uint8Array[]} */
    const kinds = [];
    for (const block of this.blocks(asText(text), special)) {
      ends.push(block.ends.numbers(block.ends.length));
      kinds.push(block.kinds.view.slice());
    }
    return new Spans(joined(ends, Uint32Array), joined(kinds, Uint8Array));
  }

  /**
   * The tokens and spans of a text, with all their places.
   * @param {string} text
   * @param {Special} [special]
   * @returns {import("./located.js").Located}
   */
  encodeWithSpans(text, special = "parse") {
    return locate(this, asText(text), special);
  }

  /**
   * What the kernel of a span encoder does with one span, event by event.
   * @param {string | Uint8Array} span
   * @param {string} [encoder]
   * @param {{ head?: readonly number[], capacity?: number }} [options]
   */
  trace(span, encoder = this.encoder, options = {}) {
    return traceSpan(this.vocabulary, encoder, typeof span === "string" ? new TextEncoder().encode(span) : span, options);
  }

  /**
   * Ids of the tokens of a text, some at a time.
   * @param {string} text
   * @param {Special} [special]
   * @returns {Generator<Uint32Array, void, undefined>}
   */
  *encodeGenerator(text, special = "parse") {
    const { ids } = this.vocabulary;
    const [set] = this.specialChoice(special);
    for (const block of this.blocks(asText(text), special)) {
      const { tokens } = encodeBlock(this, block, set);
      const ofRanks = ids.view;
      yield ids.length ? tokens.map((token) => ofRanks[token]) : tokens;
    }
  }

  /**
   * Text of tokens, some at a time; a character whose bytes are in several tokens comes whole.
   * @param {Iterable<number>} ids
   * @returns {Generator<string, void, undefined>}
   */
  *decodeGenerator(ids) {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (const id of ids) {
      const text = decoder.decode(this.vocabulary.tokenBytes(id), { stream: true });
      if (text) yield text;
    }
    const rest = decoder.decode();
    if (rest) yield rest;
  }

  /**
   * The number of tokens if it is at most `limit`, otherwise false; stops as soon as that is certain.
   * @param {string} text
   * @param {number} limit
   * @param {Special} [special]
   * @returns {number | false}
   */
  isWithinTokenLimit(text, limit, special = "parse") {
    let n = 0;
    for (const tokens of this.encodeGenerator(text, special)) {
      n += tokens.length;
      if (n > limit) return false;
    }
    return n;
  }

  /** Give back all memory: the tokenizer cannot be used afterwards. */
  free() {
    this.engine = null;
    const gone = () => {
      throw new TokenizerError("this tokenizer was freed: make another one");
    };
    for (const part of ["workspace", "vocabulary", "lexer", "all"]) Object.defineProperty(this, part, { get: gone });
    this.specialSets.clear();
  }

  /** What `using` calls. */
  [DISPOSE]() {
    this.free();
  }

  /**
   * Encode documents into the workspace; returns the number of tokens.
   * @param {readonly string[]} texts
   * @param {Special} special
   * @param {boolean} keep
   * @returns {number}
   */
  encodeInto(texts, special, keep) {
    const { workspace } = this;
    const [set, policy] = this.specialChoice(special);
    if (this.lexer.rereads || this.lexer.roles) return this.encodeByBlocks(texts, special, keep);
    workspace.reserveDocuments(texts.length);
    let size = 0;
    for (let i = 0; i < texts.length; i++) {
      size = size + workspace.writeText(this.normalize(texts[i], special), size);
      workspace.documentEnds.view[i] = BigInt(size);
    }
    workspace.reserveTokens(keep ? size : Math.min(size, COUNTED_AT_ONCE));
    let resume = false;
    for (;;) {
      const found = this.vocabulary.engine.call(
        "encode_documents",
        ...[set.addresses, workspace.addresses, this.code, policy, NO_BYTES, keep, resume],
      );
      if (found >= 0) return found;
      if (found === NUMBERS.FOUND_SPECIAL) this.refuseSpecial(texts);
      if (found === NUMBERS.CROWDED_MEMO) {
        workspace.growMemo();
      } else {
        workspace.reserveSpan(-1 - found);
        workspace.reserveTokens(-1 - found, keep ? Number(workspace.state.view[2]) : 0);
      }
      resume = true;
    }
  }

  /** As `encodeInto`, for lexers that are not in the engine. @param {readonly string[]} texts @param {Special} special @param {boolean} keep */
  encodeByBlocks(texts, special, keep) {
    const { workspace } = this;
    const offsets = [0];
    /** @type {Uint32Array[]} */
    const parts = [];
    let total = 0;
    for (const text of texts) {
      for (const tokens of this.encodeGenerator(text, special)) {
        total += tokens.length;
        if (keep) parts.push(tokens);
      }
      offsets.push(total);
    }
    workspace.reserveDocuments(texts.length);
    offsets.forEach((offset, i) => (workspace.offsets.view[i] = BigInt(offset)));
    if (keep) {
      workspace.reserveTokens(total);
      workspace.tokens.view.set(joined(parts, Uint32Array));
    }
    return total;
  }

  /**
   * The spans of a text, a block at a time.
   * @param {string} text
   * @param {Special} special
   */
  *blocks(text, special) {
    const [set, policy] = this.specialChoice(special);
    if (policy === NUMBERS.REFUSE && this.findsSpecial(text)) this.refuseSpecial([text]);
    const given = this.normalize(text, special);
    yield* spanBlocks(this.vocabulary.engine, this.lexer, policy === NUMBERS.AS_TEXT ? null : set, given);
  }

  /** Whether there is a special token in a text. @param {string} text */
  findsSpecial(text) {
    for (const block of spanBlocks(this.vocabulary.engine, this.lexer, this.all, text)) {
      if (block.kinds.view.includes(SPECIAL)) return true;
    }
    return false;
  }

  /** Throw the error for the first special token in one of the texts. @param {readonly string[]} texts @returns {never} */
  refuseSpecial(texts) {
    for (const text of texts) {
      for (const { bytes, start, ends, kinds } of spanBlocks(this.vocabulary.engine, this.lexer, this.all, text)) {
        const at = kinds.view.indexOf(SPECIAL);
        if (at < 0) continue;
        const from = at > 0 ? Number(ends.view[at - 1]) : start;
        const found = bytes.view.slice(from, Number(ends.view[at]));
        throw new SpecialTokenError(new TextDecoder().decode(found), from);
      }
    }
    throw new TokenizerError("a special token was found, and then not");
  }

  /** The special tokens to look for, and what the engine does with them. @param {Special} special @returns {[SpecialSet, number]} */
  specialChoice(special) {
    if (typeof special === "string") {
      const policy = POLICIES.indexOf(/** @type {any} */ (special));
      if (policy < 0) throw new UnknownNameError("special token policy", special, POLICIES);
      return [this.all, policy];
    }
    const { specialTokens } = this.vocabulary;
    const chosen = new Set(special ?? []);
    for (const text of chosen) {
      if (!specialTokens.has(text)) throw new UnknownNameError("special token", text, specialTokens.keys());
    }
    if (chosen.size === 0) return [this.all, NUMBERS.AS_TEXT];
    return [this.specialSet([...specialTokens.keys()].filter((text) => chosen.has(text))), NUMBERS.PARSE];
  }

  /** @param {readonly string[]} texts in the vocabulary's order @returns {SpecialSet} */
  specialSet(texts) {
    const key = JSON.stringify(texts);
    let found = this.specialSets.get(key);
    if (!found) {
      if (this.specialSets.size > MOST_SUBSETS) {
        const [oldest] = [...this.specialSets.keys()].slice(1, 2); // the first one has all
        this.specialSets.get(oldest)?.release();
        this.specialSets.delete(oldest);
      }
      found = new SpecialSet(this.vocabulary, this.lexer, texts);
      this.specialSets.set(key, found);
    }
    return found;
  }
}

/**
 * @param {Engine} engine
 * @param {import("./vocabulary.js").RankedTokens} ranked
 * @param {import("./vocabulary.js").Described} described
 * @param {TokenizerOptions} options
 */
function assembled(engine, ranked, described, options) {
  const vocabulary = new Vocabulary(engine, ranked, described);
  return new Tokenizer(vocabulary, compileLexer(described.pattern), options);
}

/** @param {URL | string} folder */
function asFolder(folder) {
  const address = String(folder);
  return new URL(address.endsWith("/") ? address : `${address}/`, HERE);
}

/** @param {unknown} text @returns {string} */
function asText(text) {
  if (typeof text !== "string") throw new InputError(`expected a text as string, got ${text === null ? "null" : typeof text}`);
  return text;
}

const LOSSY = new TextDecoder("utf-8", { ignoreBOM: true });

/** @param {Uint8Array} bytes */
const lossyText = (bytes) => LOSSY.decode(bytes);
