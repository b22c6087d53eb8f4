// The tokenizer of what a trainer has learned so far. Twin: `tokenizer_of` of trained.py.

import { compileLexer } from "../../tokenizer/compile_lexer.js";
import { Tokenizer } from "../../tokenizer/tokenizer.js";
import { Vocabulary } from "../../tokenizer/vocabulary.js";
import { resolvePattern } from "../divergence/lexers.js";

const NAME = "trained here";

export function tokenizerOf({ tokens, options }, patternOrName, engine) {
  const tokenStarts = new Uint32Array(tokens.length + 1);
  tokens.forEach((token, i) => { tokenStarts[i + 1] = tokenStarts[i] + token.length; });
  const tokenData = new Uint8Array(tokenStarts[tokens.length]);
  tokens.forEach((token, i) => tokenData.set(token, tokenStarts[i]));
  const pattern = resolvePattern(patternOrName);
  const specialTokens = new Map(options.specialTokens.map((text, i) => [text, tokens.length + i]));
  const vocabulary = new Vocabulary(engine, { tokenData, tokenStarts }, { name: NAME, pattern, specialTokens });
  return new Tokenizer(vocabulary, compileLexer(pattern));
}
