/**
 * The logos lexers: token definitions with roles, a set for each pattern family.
 *
 * Twin: wordchipper_lab/spanners/logos/, whose cl100k.py, o200k.py and r50k.py say why each definition is as it is.
 */

import { CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN } from "../models.js";

const WHITESPACE = 1;
const PUNCTUATION = 2;
const STANDALONE = 3;
const NEWLINE = 4;
const WORD = 8 + 2; // takes any one whitespace character before it
const PREFIXED = 8; // has its own prefix
const QUOTED = 8 + 1; // has its own prefix, and a contraction at its beginning is a separate span

/**
 * The longest match of all definitions wins; then the higher priority, then the first.
 * @typedef {{ name: string, fragment: string, role: number, priority: number }} TokenDefinition
 */

/** @type {Readonly<Record<number, string>>} */
export const ROLE_WORDS = {
  [WHITESPACE]: "Whitespace()",
  [PUNCTUATION]: "Punctuation()",
  [STANDALONE]: "Standalone()",
  [NEWLINE]: "Newline()",
  [WORD]: "Word()",
  [PREFIXED]: "Word(first_char_is_letter=False)",
  [QUOTED]: "Word(check_contraction=True, first_char_is_letter=False)",
};

/** The repairs of longest match, each with a bit. */
export const REPAIRS = /** @type {const} */ ([
  "whitespace_split",
  "prefix_restart",
  "contraction_split",
  "trailing_whitespace",
]);

/** @param {string} name @param {string} fragment @param {number} role @returns {TokenDefinition} */
const token = (name, fragment, role, priority = 0) => ({ name, fragment, role, priority });

const { raw } = String;

/** @type {readonly TokenDefinition[]} */
const R50K_TOKENS = [
  token("contraction", raw`'(?:[sdmt]|ll|ve|re)`, PREFIXED, 1),
  token("letters", raw` ?\p{L}+`, PUNCTUATION),
  token("digits", raw` ?\p{N}+`, PUNCTUATION),
  token("punctuation", raw` ?[^\s\p{L}\p{N}]+`, PUNCTUATION),
  token("whitespace", raw`\s+`, WHITESPACE),
];

/** @type {readonly TokenDefinition[]} */
const CL100K_TOKENS = [
  token("contraction", raw`'(?i:[sdmt]|ll|ve|re)`, PREFIXED, 1),
  token("letters", raw`\p{L}+`, WORD),
  token("quoted letters", raw`'\p{L}+`, QUOTED),
  token("prefixed letters", raw`[^\r\n\p{L}\p{N}']\p{L}+`, PREFIXED),
  token("digits", raw`\p{N}{1,3}`, STANDALONE),
  token("punctuation", raw` ?[^\s\p{L}\p{N}]+[\r\n]*`, PUNCTUATION),
  token("newline", raw`\s*[\r\n]+`, NEWLINE),
  token("whitespace", raw`[^\S\r\n]+`, WHITESPACE),
];

const PREFIX = raw`[^\r\n\p{L}\p{N}\p{M}]`;
const WITH_MARKS = raw`[^\r\n\p{L}\p{N}]`;
const LOWER_WORD = raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`;
const UPPER_WORD = raw`[\p{Lu}\p{Lt}]+`;
const CONTRACTION = raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)?`;
const SYMBOL = raw`[^\s\p{L}\p{N}]`;
const NO_MARK = raw`[^\s\p{L}\p{N}\p{M}]`;

/** @param {string} prefix @returns {readonly TokenDefinition[]} */
const o200kTokens = (prefix) => [
  token("lower word", LOWER_WORD + CONTRACTION, WORD),
  token("prefixed lower word", prefix + LOWER_WORD + CONTRACTION, PREFIXED),
  token("upper word", UPPER_WORD + CONTRACTION, WORD),
  token("prefixed upper word", prefix + UPPER_WORD + CONTRACTION, PREFIXED),
  token("digits", raw`\p{N}{1,3}`, STANDALONE),
  token("punctuation", raw`${NO_MARK}(?:${NO_MARK}${SYMBOL}*)?[\r\n/]*`, PUNCTUATION),
  token("spaced punctuation", raw` ${NO_MARK}${SYMBOL}*[\r\n/]*`, PUNCTUATION),
  token("newline", raw`\s*[\r\n]+`, STANDALONE),
  token("whitespace", raw`[^\S\r\n]+`, WHITESPACE),
];

/** Split pattern -> name of its family, and its tokens. @type {ReadonlyMap<string, [string, readonly TokenDefinition[]]>} */
export const FAMILIES = new Map([
  [R50K_PATTERN, ["r50k", R50K_TOKENS]],
  [GPT2_ORIGINAL_PATTERN, ["r50k (wording of 2019)", R50K_TOKENS]],
  [CL100K_PATTERN, ["cl100k", CL100K_TOKENS]],
  [O200K_PATTERN, ["o200k", o200kTokens(PREFIX)]],
]);

/** o200k's with one thing wrong: a mark may be a word's prefix. Python's spanners/specimens.py tells its story. */
export const MARKS_IN_PREFIX = o200kTokens(WITH_MARKS);
