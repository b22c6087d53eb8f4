// From ids to text, and what is known of single tokens.

import assert from "node:assert/strict";
import { test } from "node:test";

import { InputError, Tokenizer, UnknownTokenError } from "wordchipper-lab";
import { expected, plain } from "./expected.js";

const { texts, models } = expected;
const { parse, size, largest, specials, tokens } = models.o200k_base;
const tokenizer = await Tokenizer.fromPretrained("o200k_base");

test("decode", () => {
  assert.deepEqual(parse.map((ids) => tokenizer.decode(ids)), texts);
  assert.deepEqual(parse.map((ids) => tokenizer.decode(Uint32Array.from(ids))), texts);
  assert.equal(tokenizer.decode([]), "");
  const [noCharacter] = tokenizer.trace(Uint8Array.of(0xff)).tokens;
  assert.equal(tokenizer.decode([24912, noCharacter]), "hello\ufffd");
});

test("decodeBatch", () => assert.deepEqual(tokenizer.decodeBatch(parse), texts));

test("decodeBytes", () => {
  for (const [i, ids] of parse.entries()) assert.deepEqual(plain(tokenizer.decodeBytes(ids)), plain(new TextEncoder().encode(texts[i])));
});

test("decodeGenerator", () => {
  for (const [i, ids] of parse.entries()) {
    const parts = [...tokenizer.decodeGenerator(ids)];
    assert.equal(parts.join(""), texts[i]);
    assert.ok(parts.every((part) => part && !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(part)));
  }
});

test("ids that nothing has, and no ids", () => {
  for (const call of ["decode", "decodeBytes"]) {
    assert.throws(() => tokenizer[call]([0, largest + 1]), UnknownTokenError);
    assert.throws(() => tokenizer[call]([-1]), UnknownTokenError);
    assert.throws(() => tokenizer[call]([1.5]), InputError);
    assert.throws(() => tokenizer[call]("hello"), InputError);
  }
  assert.throws(() => tokenizer.decodeBatch([[largest + 1]]), UnknownTokenError);
  assert.throws(() => [...tokenizer.decodeGenerator([largest + 1])], UnknownTokenError);
});

test("vocabSize", () => assert.equal(tokenizer.vocabSize, size));
test("maxToken", () => assert.equal(tokenizer.maxToken, largest));
test("getSpecialTokens", () => assert.deepEqual(tokenizer.getSpecialTokens(), specials));

test("tokenToId, idToToken, idToBytes", () => {
  for (const [id, text, bytes] of tokens) {
    assert.equal(tokenizer.idToToken(id), text);
    assert.deepEqual(plain(tokenizer.idToBytes(id)), bytes);
    if (!text.includes("\ufffd")) assert.equal(tokenizer.tokenToId(text), id);
  }
  assert.equal(tokenizer.tokenToId("there is no such token"), null);
  assert.equal(tokenizer.tokenToId(""), null);
  assert.equal(tokenizer.idToToken(largest + 1), null);
  assert.throws(() => tokenizer.idToBytes(largest + 1), UnknownTokenError);
});

test("name and pattern", () => {
  assert.equal(tokenizer.name, "o200k_base");
  assert.equal(tokenizer.pattern, models.o200k_base.pattern);
});
