/**
 * Patterns that a `tokenizer.json` means without writing them. Twins: vocab/patterns.py, open_patterns.py,
 * punctuation.py.
 */

/** What ByteLevel splits by: the wording of the GPT-2 release. */
export const GPT2_ORIGINAL_PATTERN =
  String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`;

/**
 * What this package writes for cl100k_base, whose own pattern Oniguruma reads differently: the same spans.
 */
export const CL100K_FOR_ONIGURUMA =
  String.raw`'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*+` +
  String.raw`|\s++(?!\S)|\s*[\r\n]|\s+(?!\S)|\s`;

/** What Digits takes for a number: also what Unicode 17 added. */
export const DIGIT = "[\\p{N}\u{1fffe}]";

/** Digits one by one, then ByteLevel. */
export const STARCODER_WITH_DIGITS =
  `${DIGIT}|` +
  String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}${"\u{1fffe}"}])|\s+`;

/** The patterns by which DeepSeek V3's file splits, in sequence. */
export const DEEPSEEK_V3_STEPS = [
  String.raw`\p{N}{1,3}`,
  "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
  String.raw`[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_` +
    "`" +
    String.raw`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*` +
    String.raw`|\s*[\r\n]+|\s+(?!\S)|\s+`,
];

const KANA_AND_HAN = String.raw`\u3040-\u30ff\u4e00-\u9fa5`;
const IN = `(?=[${KANA_AND_HAN}])`;
const OUT = `(?![${KANA_AND_HAN}])`;

/** All three as one pattern. */
export const DEEPSEEK_V3 = [
  String.raw`\p{N}{1,3}`,
  String.raw`(?:${IN}[\p{L}\p{M}])+`,
  String.raw`(?:${IN}[\p{P}\p{S}])+`,
  String.raw`[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_` + "`" + String.raw`{|}~][A-Za-z]+`,
  String.raw`[^\r\n\p{L}\p{N}\p{P}\p{S}${KANA_AND_HAN}]?(?:${OUT}[\p{L}\p{M}])+`,
  String.raw` ?(?:${OUT}[\p{P}\p{S}])+[\r\n]*`,
  String.raw`\s*[\r\n]+`,
  String.raw`\s+(?![^\s\p{N}${KANA_AND_HAN}])`,
  String.raw`\s+`,
  String.raw`(?:[^\s\p{L}\p{M}\p{N}\p{P}\p{S}](?:(?![\p{L}\p{M}])|${IN}))+`,
].join("|");

/** Characters that the tables of Hugging Face's Punctuation, of an older Unicode, lack. */
const SINCE =
  "\u061d\u09fd\u0a76\u0c77\u0c84\u1b4e-\u1b4f\u1b7d-\u1b7f\u2e43-\u2e4f\u2e52-\u2e5d\u{10d6e}\u{10ead}" +
  "\u{10f55}-\u{10f59}\u{10f86}-\u{10f89}\u{113d4}-\u{113d5}\u{113d7}-\u{113d8}\u{1144b}-\u{1144f}" +
  "\u{1145a}-\u{1145b}\u{1145d}\u{11660}-\u{1166c}\u{116b9}\u{1183b}\u{11944}-\u{11946}\u{119e2}" +
  "\u{11a3f}-\u{11a46}\u{11a9a}-\u{11a9c}\u{11a9e}-\u{11aa2}\u{11b00}-\u{11b09}\u{11be1}\u{11c41}-\u{11c45}" +
  "\u{11c70}-\u{11c71}\u{11ef7}-\u{11ef8}\u{11f43}-\u{11f4f}\u{11fff}\u{12ff1}-\u{12ff2}\u{16d6d}-\u{16d6f}" +
  "\u{16e97}-\u{16e9a}\u{16fe2}\u{1e5ff}\u{1e95e}-\u{1e95f}";
const NO_LONGER = "\u166d\u{111c9}";

/** One character that Punctuation splits off. */
export const PUNCTUATION = String.raw`(?![${SINCE}])[!-/:-@\[-` + "`" + String.raw`{-~\p{P}${NO_LONGER}]`;

const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d`;

/** What Whitespace keeps. */
export const WHITESPACE = String.raw`[${WORD}]+|[^${WORD}\s]+`;
