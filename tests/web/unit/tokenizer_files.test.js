// Which files are sent to the kernel as a tokenizer's, and which are refused before that.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import "./fake_page.js";
import { FileProblem, isTokenizerFile, MOST_SENT, packFiles, tokenizerFiles } from "../web/shared/tokenizer_files.js";

function file(name, text = "") {
  return Object.assign(new Blob([text]), { name });
}

test("files are recognised by their names", async () => {
  const names = ["my.tiktoken", "tokenizer.json", "llama-tokenizer.json", "tokenizer_config.json", "tokenizer.model", "vocab.bpe", "encoder.json", "vocab.json", "merges.txt", "tekken.json", "tiktoken.model", "model-Q4_K.gguf"];
  for (const name of names) assert.ok(await isTokenizerFile(file(name)), name);
  for (const name of ["notes.txt", "data.json", "vocabulary.md", "my tiktoken story.txt"]) assert.ok(!(await isTokenizerFile(file(name, "some text"))), name);
});

test("files are recognised by what they hold", async () => {
  assert.ok(await isTokenizerFile(file("a.txt", "IQ== 0\nIg== 1\nIw== 2\n")));
  assert.ok(await isTokenizerFile(file("a.bin", '{"version": "1.0", "added_tokens": []}')));
  assert.ok(await isTokenizerFile(file("a.bin", "GGUF\x03\0\0\0")));
  assert.ok(await isTokenizerFile(file("mistral.json", '{"config": {}, "vocab": [{"rank": 0, "token_bytes": "AA=="}]}')));
  assert.ok(!(await isTokenizerFile(file("a.txt", "apples 3\npears and 4\n"))));
});

test("of a folder, tokenizer.json alone is taken", async () => {
  const folder = ["config.json", "merges.txt", "tokenizer.json", "vocab.json"].map((name) => file(name));
  assert.deepEqual((await tokenizerFiles(folder)).map(({ name }) => name), ["tokenizer.json"]);
  assert.deepEqual((await tokenizerFiles([file("tekken.json"), file("tokenizer_config.json")])).map(({ name }) => name), ["tekken.json"]);
  assert.deepEqual((await tokenizerFiles([folder[1], folder[3]])).map(({ name }) => name), ["merges.txt", "vocab.json"]);
});

test("files are packed", async () => {
  const { names, packing, buffers } = await packFiles([file("a.tiktoken", "IQ== 0\n".repeat(1000))]);
  assert.deepEqual([names, packing], [["a.tiktoken"], "gzip"]);
  assert.ok(buffers[0].byteLength < 200);
  assert.equal(gunzipSync(new Uint8Array(buffers[0])).toString(), "IQ== 0\n".repeat(1000));
});

test("files that are too large are refused in words", async () => {
  const noise = new Uint8Array(MOST_SENT + 1000);
  for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536));
  await assert.rejects(packFiles([Object.assign(new Blob([noise]), { name: "tokenizer.json" })]), (error) => {
    assert.ok(error instanceof FileProblem);
    assert.match(error.message, /^tokenizer\.json would be a message of [\d,]+ bytes when compressed; up to 9,437,184 are accepted from a page/);
    return true;
  });
  await assert.rejects(packFiles([{ name: "model.safetensors", size: 5e9 }]), /model\.safetensors has 5,000,000,000 bytes; this page reads files of up to 134,217,728/);
});

// A GGUF file with a number, a list of texts and a list of numbers before its weights.
function ggufFile(weights, isLittle = true) {
  const bytes = [];
  const number = (size, value) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(value), isLittle);
    bytes.push(...new Uint8Array(view.buffer, isLittle ? 0 : 8 - size, size));
  };
  const text = (value) => {
    number(8, value.length);
    bytes.push(...new TextEncoder().encode(value));
  };
  bytes.push(...new TextEncoder().encode("GGUF"));
  number(4, 3); // version
  number(8, 1); // tensors
  number(8, 3); // pairs
  text("a.number"); number(4, 4); number(4, 7);
  text("some.texts"); number(4, 9); number(4, 8); number(8, 2); text("one"); text("");
  text("some.numbers"); number(4, 9); number(4, 5); number(8, 3); number(12 - 4, 0); number(4, 0);
  return { head: bytes.length, file: Object.assign(new Blob([new Uint8Array(bytes), weights]), { name: "m.gguf" }) };
}

test("of a GGUF file, only what comes before the tensors is sent", async () => {
  for (const isLittle of [true, false]) {
    const { head, file: model } = ggufFile(new Uint8Array(5000), isLittle);
    const { buffers, names } = await packFiles([model]);
    assert.deepEqual(names, ["m.gguf"]);
    assert.deepEqual(gunzipSync(new Uint8Array(buffers[0])), Buffer.from(await model.slice(0, head).arrayBuffer()));
  }
});

test("of a damaged GGUF file, enough is sent for Python to say what is wrong", async () => {
  const { file: model } = ggufFile(new Uint8Array(0));
  for (const size of [4, 6, 20, 40, 70]) {
    const damaged = Object.assign(model.slice(0, size), { name: "m.gguf" });
    const { buffers } = await packFiles([damaged]);
    assert.equal(gunzipSync(new Uint8Array(buffers[0])).length, size);
  }
  const noise = Object.assign(new Blob(["GGUF", new Uint8Array(3 << 20).fill(255)]), { name: "m.gguf" });
  assert.equal(gunzipSync(new Uint8Array((await packFiles([noise])).buffers[0])).length, 1 << 20);
});
