// Errors are of one family, and say what was given and what to do.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as wordchipper from "wordchipper-lab";

const { Tokenizer, TokenizerError } = wordchipper;
const tokenizer = await Tokenizer.fromPretrained("r50k_base");

test("one family", () => {
  const errors = Object.entries(wordchipper).filter(([name]) => name.endsWith("Error"));
  assert.ok(errors.length >= 12);
  for (const [name, kind] of errors) {
    const problem = new kind("one", "two", "three", "four");
    assert.ok(problem instanceof TokenizerError && problem instanceof Error, name);
    assert.equal(problem.name, name);
    assert.equal(problem.isTokenizerError, true);
  }
});

for (const [call, said] of [
  [() => tokenizer.encode(7), /expected a text as string, got number/],
  [() => tokenizer.encode("<|endoftext|>", "error"), /"<\|endoftext\|>" at byte 0: pass "parse".*or "text"/],
  [() => tokenizer.encode("a", "maybe"), /"maybe": expected one of parse, text, error/],
  [() => tokenizer.decode([99999]), /no token has the id 99999 \(at index 0\): r50k_base has ids from 0 to 50256/],
  [() => Tokenizer.fromPretrained("gpt5"), /unknown vocabulary "gpt5": expected one of r50k_base, /],
  [() => Tokenizer.fromPretrained("r50k_base", { vocabularies: new URL("gone/", import.meta.url) }), /cannot read .*gone\/r50k_base.bpe .*put the file there/],
  [() => Tokenizer.fromVocabData("r50k_base", new Uint8Array(0)), /the .tiktoken file has no tokens: expected lines of base64/],
]) {
  test(String(call), () => assert.rejects(async () => call(), (problem) => problem instanceof TokenizerError && said.test(problem.message)));
}
