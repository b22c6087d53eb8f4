// Written by wordchipper_lab/browser/known_lexers.py.

export const PATTERN_MODELS = [
  "r50k_base",
  "cl100k_base",
  "o200k_base"
];

export const PRETRAINED_NAMES = [
  "r50k_base",
  "p50k_base",
  "p50k_edit",
  "cl100k_base",
  "o200k_base",
  "o200k_harmony"
];

export const PATTERNS = {
  "r50k_base": "'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++$|\\s+(?!\\S)|\\s",
  "p50k_base": "'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++$|\\s+(?!\\S)|\\s",
  "p50k_edit": "'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++$|\\s+(?!\\S)|\\s",
  "cl100k_base": "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s",
  "o200k_base": "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "o200k_harmony": "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "gpt2": "'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++$|\\s+(?!\\S)|\\s"
};

export const OPEN_PATTERNS = {
  "llama3": "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "qwen2": "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "qwen3_5": "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "deepseek_v3": "\\p{N}{1,3}|(?:(?=[\\u3040-\\u30ff\\u4e00-\\u9fa5])[\\p{L}\\p{M}])+|(?:(?=[\\u3040-\\u30ff\\u4e00-\\u9fa5])[\\p{P}\\p{S}])+|[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{N}\\p{P}\\p{S}\\u3040-\\u30ff\\u4e00-\\u9fa5]?(?:(?![\\u3040-\\u30ff\\u4e00-\\u9fa5])[\\p{L}\\p{M}])+| ?(?:(?![\\u3040-\\u30ff\\u4e00-\\u9fa5])[\\p{P}\\p{S}])+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?![^\\s\\p{N}\\u3040-\\u30ff\\u4e00-\\u9fa5])|\\s+|(?:[^\\s\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}](?:(?![\\p{L}\\p{M}])|(?=[\\u3040-\\u30ff\\u4e00-\\u9fa5])))+",
  "tekken": "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "kimi": "[\\p{Han}]+|[^\\r\\n\\p{L}\\p{N}]?(?:(?!\\p{Han})[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}])*(?:(?!\\p{Han})[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}])+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?(?:(?!\\p{Han})[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}])+(?:(?!\\p{Han})[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}])*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
  "starcoder": "\\p{N}|'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?![^\\s\\p{N}])|\\s+",
  "gpt_neox": "'s|'t|'re|'ve|'m|'ll|'d| ?[\\p{L}]+| ?[\\p{N}]+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
};

export const OTHER_NAMES = {
  "glm4": "llama3",
  "gpt_oss": "o200k_base",
  "llama4": "o200k_base",
  "qwen3": "qwen2",
  "smollm": "starcoder"
};

export const SPECIMENS = {
  "no_whitespace_give_back": {
    "title": "Whitespace keeps its last character: no \\s+(?!\\S)",
    "model": "cl100k_base",
    "example": "  a",
    "without": [
      "whitespace_split"
    ],
    "replaced": [
      "",
      ""
    ],
    "hasOwnTokens": false
  },
  "no_contraction_split": {
    "title": "The word after an apostrophe is not cut after a contraction",
    "model": "cl100k_base",
    "example": "'sa",
    "without": [
      "contraction_split"
    ],
    "replaced": [
      "",
      ""
    ],
    "hasOwnTokens": false
  },
  "no_prefix_restart": {
    "title": "A word with a prefix does not give it to the space before it",
    "model": "cl100k_base",
    "example": "  \"a",
    "without": [
      "prefix_restart"
    ],
    "replaced": [
      "",
      ""
    ],
    "hasOwnTokens": false
  },
  "no_trailing_whitespace": {
    "title": "A newline and the blanks after it stay separate at the end of the text: no \\s++$",
    "model": "cl100k_base",
    "example": "\n ",
    "without": [
      "trailing_whitespace"
    ],
    "replaced": [
      "",
      ""
    ],
    "hasOwnTokens": false
  },
  "contraction_any_case": {
    "title": "Contractions in capitals count too",
    "model": "r50k_base",
    "example": "'S",
    "without": [],
    "replaced": [
      "'(?:[sdmt]|ll|ve|re)",
      "'(?i:[sdmt]|ll|ve|re)"
    ],
    "hasOwnTokens": false
  },
  "digits_without_space": {
    "title": "A number never takes the space before it",
    "model": "r50k_base",
    "example": " 1",
    "without": [],
    "replaced": [
      " ?\\p{N}++",
      "\\p{N}++"
    ],
    "hasOwnTokens": false
  },
  "digits_unlimited": {
    "title": "Numbers are not cut into groups of three",
    "model": "cl100k_base",
    "example": "1111",
    "without": [],
    "replaced": [
      "\\p{N}{1,3}+",
      "\\p{N}++"
    ],
    "hasOwnTokens": false
  },
  "decimal_digits": {
    "title": "\\d instead of \\p{N}",
    "model": "cl100k_base",
    "example": "\u00b2!",
    "without": [],
    "replaced": [
      "\\p{N}",
      "\\d"
    ],
    "hasOwnTokens": false
  },
  "marks_in_prefix": {
    "title": "A combining mark may be the prefix of a capitalised word",
    "model": "o200k_base",
    "example": "\u0301A",
    "without": [],
    "replaced": [
      "",
      ""
    ],
    "hasOwnTokens": true
  },
  "newline_with_blanks": {
    "title": "Blank lines with blanks in them are cut after every line break",
    "model": "o200k_base",
    "example": "\n \n",
    "without": [],
    "replaced": [
      "\\s*[\\r\\n]+",
      "[^\\S\\r\\n]*[\\r\\n]+"
    ],
    "hasOwnTokens": false
  },
  "isalpha": {
    "title": "\\p{Alphabetic} instead of \\p{L}",
    "model": "cl100k_base",
    "example": "\u0915\u093f",
    "without": [],
    "replaced": [
      "\\p{L}",
      "\\p{Alphabetic}"
    ],
    "hasOwnTokens": false
  },
  "marks_are_letters": {
    "title": "[\\p{L}\\p{M}] instead of \\p{L}",
    "model": "cl100k_base",
    "example": "a\u0301",
    "without": [],
    "replaced": [
      "?+\\p{L}++",
      "?[\\p{L}\\p{M}]++"
    ],
    "hasOwnTokens": false
  },
  "long_s": {
    "title": "The long s is not an s: a case fold for ASCII only",
    "model": "cl100k_base",
    "example": "'\u017fa",
    "without": [],
    "replaced": [
      "'(?i:[sdmt]|ll|ve|re)",
      "'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])"
    ],
    "hasOwnTokens": false
  }
};
