// Split patterns by name. Twins: vocab/open_patterns.py, vocab/pattern_names.py.

import { MODELS } from "../../tokenizer/models.js";

export const OPEN_PATTERNS = {
  llama3: String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  qwen2: String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  qwen3_5: String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  deepseek_v3: String.raw`\p{N}{1,3}|(?:(?=[\u3040-\u30ff\u4e00-\u9fa5])[\p{L}\p{M}])+|(?:(?=[\u3040-\u30ff\u4e00-\u9fa5])[\p{P}\p{S}])+|[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_` +
    "`" +
    String.raw`{|}~][A-Za-z]+|[^\r\n\p{L}\p{N}\p{P}\p{S}\u3040-\u30ff\u4e00-\u9fa5]?(?:(?![\u3040-\u30ff\u4e00-\u9fa5])[\p{L}\p{M}])+| ?(?:(?![\u3040-\u30ff\u4e00-\u9fa5])[\p{P}\p{S}])+[\r\n]*|\s*[\r\n]+|\s+(?![^\s\p{N}\u3040-\u30ff\u4e00-\u9fa5])|\s+|(?:[^\s\p{L}\p{M}\p{N}\p{P}\p{S}](?:(?![\p{L}\p{M}])|(?=[\u3040-\u30ff\u4e00-\u9fa5])))+`,
  tekken: String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  kimi: String.raw`[\p{Han}]+|[^\r\n\p{L}\p{N}]?(?:(?!\p{Han})[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])*(?:(?!\p{Han})[\p{Ll}\p{Lm}\p{Lo}\p{M}])+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?(?:(?!\p{Han})[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])+(?:(?!\p{Han})[\p{Ll}\p{Lm}\p{Lo}\p{M}])*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  starcoder: String.raw`\p{N}|'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+`,
  gpt_neox: String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
};

const OTHER_NAMES = { glm4: "llama3", gpt_oss: "o200k_base", llama4: "o200k_base", qwen3: "qwen2", smollm: "starcoder" };

// The split pattern with this name; anything else is a pattern itself.
export function resolvePattern(patternOrName) {
  const name = OTHER_NAMES[patternOrName] ?? patternOrName;
  if (Object.hasOwn(OPEN_PATTERNS, name)) return OPEN_PATTERNS[name];
  const bare = name.replace(/^openai/, "").replace(/^:+/, "");
  const model = bare === "gpt2" ? "r50k_base" : bare;
  return Object.hasOwn(MODELS, model) ? MODELS[model].pattern : name;
}
