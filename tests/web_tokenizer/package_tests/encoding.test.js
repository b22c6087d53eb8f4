// From text to ids, in every way and under every policy for special tokens.

import assert from "node:assert/strict";
import { test } from "node:test";

import { InputError, SpecialTokenError, Tokenizer, UnknownNameError } from "wordchipper-lab";
import { expected, plain } from "./expected.js";

const { texts, models } = expected;
const tokenizer = await Tokenizer.fromPretrained("o200k_base");
const { parse, text: asText, some } = models.o200k_base;
const POLICIES = [[undefined, parse], ["parse", parse], ["text", asText], [["<|endoftext|>"], some], [new Set(["<|endoftext|>"]), some], [[], asText]];

for (const [policy, ids] of POLICIES) {
  const shown = policy instanceof Set ? "a Set" : JSON.stringify(policy);
  test(`encode: ${shown}`, () => {
    assert.ok(tokenizer.encode(texts[1], policy) instanceof Uint32Array);
    assert.deepEqual(texts.map((text) => plain(tokenizer.encode(text, policy))), ids);
  });
  test(`encodeBatch: ${shown}`, () => assert.deepEqual(plain(tokenizer.encodeBatch(texts, policy)), ids));
  test(`encodeGenerator: ${shown}`, () => {
    assert.deepEqual(texts.map((text) => [...tokenizer.encodeGenerator(text, policy)].flatMap(plain)), ids);
  });
  test(`count: ${shown}`, () => assert.deepEqual(texts.map((text) => tokenizer.count(text, policy)), ids.map((found) => found.length)));
  test(`isWithinTokenLimit: ${shown}`, () => {
    for (const [i, { length }] of ids.entries()) {
      assert.equal(tokenizer.isWithinTokenLimit(texts[i], length, policy), length);
      if (length > 0) assert.equal(tokenizer.isWithinTokenLimit(texts[i], length - 1, policy), false);
    }
  });
}

test('special tokens under "error"', () => {
  const text = "né <|endoftext|>";
  for (const call of [
    () => tokenizer.encode(text, "error"),
    () => tokenizer.encodeBatch(["a", text], "error"),
    () => [...tokenizer.encodeGenerator(text, "error")],
    () => tokenizer.count(text, "error"),
    () => tokenizer.isWithinTokenLimit(text, 1, "error"),
    () => tokenizer.spans(text, "error"),
    () => tokenizer.encodeWithSpans(text, "error"),
  ]) {
    assert.throws(call, (problem) => problem instanceof SpecialTokenError && problem.token === "<|endoftext|>" && problem.offset === 4);
  }
  assert.deepEqual(plain(tokenizer.encode("no such token", "error")), plain(tokenizer.encode("no such token")));
});

test("lone surrogates are U+FFFD", () => {
  for (const text of ["\ud800", "a\udfffb", "\udc00\ud800x"]) {
    assert.deepEqual(tokenizer.encode(text), tokenizer.encode(text.replace(/[\ud800-\udfff]/g, "\ufffd")));
  }
});

test("something else than a text", () => {
  for (const wrong of [undefined, null, 7, ["a"], new String("a")]) {
    assert.throws(() => tokenizer.encode(wrong), InputError);
    assert.throws(() => tokenizer.count(wrong), InputError);
    assert.throws(() => tokenizer.encodeBatch([wrong]), InputError);
    assert.throws(() => tokenizer.isWithinTokenLimit(wrong, 1), InputError);
    assert.throws(() => [...tokenizer.encodeGenerator(wrong)], InputError);
  }
  assert.throws(() => tokenizer.encodeBatch("a text"), InputError);
  assert.throws(() => tokenizer.encode("a", "maybe"), UnknownNameError);
  assert.throws(() => tokenizer.encode("a", ["<|unknown|>"]), UnknownNameError);
});

test("encodeBatch takes any iterable, also an empty one", () => {
  assert.deepEqual(tokenizer.encodeBatch([]), []);
  assert.deepEqual(plain(tokenizer.encodeBatch(new Set(texts))), parse);
});

test("generators may be left, and others begun meanwhile", () => {
  const long = texts.join("").repeat(2000);
  const generator = tokenizer.encodeGenerator(long);
  const first = generator.next().value;
  assert.deepEqual(tokenizer.encode(texts[1]), Uint32Array.from(parse[1]));
  const second = generator.next().value;
  assert.deepEqual([...first, ...second], plain(tokenizer.encode(long)).slice(0, first.length + second.length));
  generator.return();
  assert.equal(tokenizer.count(long), tokenizer.encode(long).length);
});
