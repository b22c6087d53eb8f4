// A split pattern for a vocabulary whose file has none. Twin: lab/opened/suggestion.py.

import { count } from "../../shared/dom.js";
import { OPEN_PATTERNS, PATTERN_MODELS } from "../divergence/known_lexers.js";

export const PATTERN_CHOICES = [...PATTERN_MODELS, ...Object.keys(OPEN_PATTERNS)];

// Ranked tokens of the published vocabularies.
const SIZES = {
  50256: "r50k_base",
  50257: "r50k_base",
  100256: "cl100k_base",
  199998: "o200k_base",
  128000: "llama3",
  151643: "qwen2",
  248044: "qwen3_5",
  163584: "kimi",
  130072: "tekken",
  49152: "starcoder",
};
const BY_SIZE = [[75_000, "r50k_base"], [150_000, "cl100k_base"], [Infinity, "o200k_base"]];

// The name of a pattern, and why that one. published: the name of the vocabulary that has these tokens, or null
export function suggestPattern(nRanked, published = null) {
  if (published) return [published, `it is a copy of the published ${published}.tiktoken`];
  const tokens = `${count(nRanked)} ranked tokens`;
  if (Object.hasOwn(SIZES, nRanked)) return [SIZES[nRanked], `${tokens}, as many as the vocabulary of ${SIZES[nRanked]}`];
  const [, name] = BY_SIZE.find(([most]) => nRanked < most);
  return [name, `${tokens}, which is nearest to the vocabularies that split like ${name}`];
}

// The bundled vocabulary that has as many tokens, or null.
export const ofSize = (nRanked) => (PATTERN_MODELS.includes(SIZES[nRanked]) ? SIZES[nRanked] : null);
