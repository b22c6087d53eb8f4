// The ways to get a tokenizer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import {
  FileUnavailableError,
  TiktokenFileError,
  Tokenizer,
  TokenizerJsonError,
  UnknownNameError,
  UnsupportedTokenizerError,
} from "wordchipper-lab";
import { expected, plain } from "./expected.js";

const here = (name) => new URL(name, import.meta.url);
const inPackage = (name) => import.meta.resolve?.(`wordchipper-lab/${name}`) ?? here(`node_modules/wordchipper-lab/${name}`).href;
const bytes = (name) => new Uint8Array(readFileSync(here(name)));

const encodes = (tokenizer, model) => {
  for (const [i, text] of expected.texts.entries()) assert.deepEqual(plain(tokenizer.encode(text)), expected.models[model].parse[i], text);
};

test("availableModels", () => assert.deepEqual(Tokenizer.availableModels(), Object.keys(expected.models)));

for (const model of Object.keys(expected.models)) {
  test(`fromPretrained: ${model}`, async () => encodes(await Tokenizer.fromPretrained(model), model));
}

test("fromPretrained: other names", async () => {
  encodes(await Tokenizer.fromPretrained("gpt2"), "r50k_base");
  encodes(await Tokenizer.fromPretrained("openai::cl100k_base"), "cl100k_base");
  await assert.rejects(Tokenizer.fromPretrained("gpt5"), UnknownNameError);
});

test("fromPretrained: files elsewhere", async () => {
  const vocabularies = new URL("./", inPackage("vocabularies/r50k_base.bpe"));
  const module = readFileSync(new URL(inPackage("engine.wasm")));
  const buffer = new Uint8Array(module).buffer;
  for (const engine of [module, buffer, await WebAssembly.compile(module), inPackage("engine.wasm")]) {
    encodes(await Tokenizer.fromPretrained("r50k_base", { engine, vocabularies }), "r50k_base");
  }
  encodes(await Tokenizer.fromPretrained("r50k_base", { vocabularies: vocabularies.href.replace(/\/$/, "") }), "r50k_base");
  await assert.rejects(Tokenizer.fromPretrained("r50k_base", { vocabularies: here("nowhere/") }), FileUnavailableError);
  await assert.rejects(Tokenizer.fromPretrained("r50k_base", { engine: here("nothing.wasm") }), FileUnavailableError);
});

test("fromPretrained: span encoders and lexers change no id", async () => {
  for (const options of [{ encoder: "buffer_sweep" }, { encoder: "merge_heap", lexer: "automaton" }, { memoBytes: 0, lexer: "vector" }]) {
    encodes(await Tokenizer.fromPretrained("r50k_base", options), "r50k_base");
  }
  await assert.rejects(Tokenizer.fromPretrained("r50k_base", { encoder: "fast" }), UnknownNameError);
  await assert.rejects(Tokenizer.fromPretrained("r50k_base", { lexer: "fast" }), UnknownNameError);
});

test("fromVocabData", async () => {
  encodes(await Tokenizer.fromVocabData("r50k_base", bytes("r50k_base.tiktoken")), "r50k_base");
  await assert.rejects(Tokenizer.fromVocabData("r50k_base", new TextEncoder().encode("not a file")), TiktokenFileError);
});

test("fromTokenizerJson", async () => {
  const text = readFileSync(here("tokenizer.json"), "utf8");
  encodes(await Tokenizer.fromTokenizerJson(text), "r50k_base");
  encodes(await Tokenizer.fromTokenizerJson(JSON.parse(text)), "r50k_base");
  await assert.rejects(Tokenizer.fromTokenizerJson("{"), TokenizerJsonError);
  await assert.rejects(Tokenizer.fromTokenizerJson({ model: { type: "Unigram", vocab: [] } }), UnsupportedTokenizerError);
});

test("a CommonJS program imports it", async () => {
  const { open } = createRequire(import.meta.url)("./common.cjs");
  assert.equal((await open()).Tokenizer, Tokenizer);
});
