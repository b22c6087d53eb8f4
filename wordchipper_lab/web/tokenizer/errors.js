/** All errors of the tokenizer; each message says what was given, what was expected, and what to do. */

/** Anything that goes wrong in the tokenizer. */
export class TokenizerError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = new.target.name;
    /** For pages that hold this module more than once. */
    this.isTokenizerError = true;
  }
}

/** There is no memory for what was asked. */
export class EngineMemoryError extends TokenizerError {
  /** @param {number} wanted in bytes @param {number} used in bytes */
  constructor(wanted, used) {
    super(
      `the engine needs ${wanted.toLocaleString("en")} more bytes beside ${used.toLocaleString("en")}: ` +
        "encode the text in parts, or free tokenizers that are not used any more",
    );
  }
}

/** A file cannot be read. */
export class FileUnavailableError extends TokenizerError {
  /** @param {URL} url @param {string} reason */
  constructor(url, reason) {
    super(`cannot read ${url} (${reason}): put the file there, or name another place`);
  }
}

/** A name that nothing has. */
export class UnknownNameError extends TokenizerError {
  /** @param {string} kind @param {unknown} given @param {Iterable<string>} known */
  constructor(kind, given, known) {
    super(`unknown ${kind} ${JSON.stringify(given) ?? String(given)}: expected one of ${[...known].join(", ")}`);
  }
}

/** A vocabulary that the engine cannot use. */
export class VocabularyError extends TokenizerError {}

/** A vocabulary file that is damaged, truncated, or something else. */
export class VocabularyFileError extends VocabularyError {
  /** @param {string} problem */
  constructor(problem) {
    super(`the vocabulary file ${problem}: fetch it again, or write it anew with \`pack_vocabulary\``);
  }
}

/** A `tokenizer.json` that is damaged, or something else. */
export class TokenizerJsonError extends VocabularyError {}

/** A `tokenizer.json` whose ids the engine could not reproduce; the message names the part. */
export class UnsupportedTokenizerError extends TokenizerError {}

/** A `.tiktoken` file that cannot be read. */
export class TiktokenFileError extends VocabularyError {
  /** @param {string} problem @param {number} [line] from 1 */
  constructor(problem, line) {
    const where = line === undefined ? "the .tiktoken file" : `line ${line} of the .tiktoken file`;
    super(`${where} ${problem}: expected lines of base64, a space and a rank`);
  }
}

/** An id that no token has. */
export class UnknownTokenError extends TokenizerError {}

/** Something else than text was given, or than ids. */
export class InputError extends TokenizerError {}

/** A special token in a text where none is allowed. */
export class SpecialTokenError extends TokenizerError {
  /** @param {string} token @param {number} offset in bytes of UTF-8 */
  constructor(token, offset) {
    super(
      `the text contains the special token ${JSON.stringify(token)} at byte ${offset}: ` +
        'pass "parse" to encode it as its id, or "text" to treat it as ordinary text',
    );
    this.token = token;
    this.offset = offset;
  }
}

/** A split pattern that cannot be used; `position` counts characters of `pattern`. */
export class PatternError extends TokenizerError {
  /** @param {string} message @param {string} pattern @param {number} position @param {string} problem */
  constructor(message, pattern, position, problem) {
    super(message);
    this.pattern = pattern;
    this.position = position;
    this.problem = problem;
  }
}

/** The text is not a regular expression. */
export class PatternSyntaxError extends PatternError {}

/** A regular expression with something that the automaton does not support. */
export class UnsupportedPatternError extends PatternError {}

/** Options that nothing can be trained with, or a text that cannot be trained on. */
export class TrainingError extends TokenizerError {}
