// What a tokenizer takes and gives back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tokenizer, TokenizerError } from "wordchipper-lab";

const MEGABYTES = { r50k_base: 15, cl100k_base: 27, o200k_base: 55 }; // the README's

for (const [model, megabytes] of Object.entries(MEGABYTES)) {
  test(`memory of ${model}`, async () => {
    const { engine } = await Tokenizer.fromPretrained(model);
    assert.ok(Math.abs(engine.memory.buffer.byteLength / 1e6 - megabytes) < 2, `${engine.memory.buffer.byteLength}`);
  });
}

test("what calls took is used again", async () => {
  const tokenizer = await Tokenizer.fromPretrained("r50k_base");
  const text = "naïve words, again and again. ".repeat(20_000);
  const callAll = () => {
    const ids = tokenizer.encode(text);
    assert.equal(tokenizer.count(text), ids.length);
    tokenizer.encodeBatch(["a", text]);
    for (const some of tokenizer.encodeGenerator(text)) if (some.length) break;
    tokenizer.isWithinTokenLimit(text, 5);
    tokenizer.decode(ids);
    tokenizer.spans(text);
    tokenizer.encodeWithSpans("a b");
    tokenizer.trace(" tokenization");
    tokenizer.encode(text, ["<|endoftext|>"]);
  };
  for (let i = 0; i < 3; i++) callAll();
  const { byteLength } = tokenizer.engine.memory.buffer;
  for (let i = 0; i < 10; i++) callAll();
  assert.equal(tokenizer.engine.memory.buffer.byteLength, byteLength);
});

test("free", async () => {
  const tokenizer = await Tokenizer.fromPretrained("r50k_base");
  const other = await Tokenizer.fromPretrained("r50k_base");
  tokenizer.free();
  tokenizer.free();
  for (const call of ["encode", "count", "spans", "tokenToId"]) assert.throws(() => tokenizer[call]("a"), TokenizerError, call);
  assert.throws(() => tokenizer.decode([1]), TokenizerError);
  assert.throws(() => tokenizer.vocabSize, TokenizerError);
  assert.equal(other.count("a b"), 2);
});

test("using", async () => {
  const tokenizer = await Tokenizer.fromPretrained("r50k_base");
  tokenizer[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  assert.throws(() => tokenizer.encode("a"), TokenizerError);
});
