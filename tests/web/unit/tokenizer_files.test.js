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
  const names = ["my.tiktoken", "tokenizer.json", "llama-tokenizer.json", "tokenizer_config.json", "tokenizer.model", "vocab.bpe", "encoder.json", "vocab.json", "merges.txt", "tekken.json"];
  for (const name of names) assert.ok(await isTokenizerFile(file(name)), name);
  for (const name of ["notes.txt", "data.json", "vocabulary.md", "my tiktoken story.txt"]) assert.ok(!(await isTokenizerFile(file(name, "some text"))), name);
});

test("files are recognised by what they hold", async () => {
  assert.ok(await isTokenizerFile(file("a.txt", "IQ== 0\nIg== 1\nIw== 2\n")));
  assert.ok(await isTokenizerFile(file("a.bin", '{"version": "1.0", "added_tokens": []}')));
  assert.ok(!(await isTokenizerFile(file("a.txt", "apples 3\npears and 4\n"))));
});

test("of a folder, tokenizer.json alone is taken", async () => {
  const folder = ["config.json", "merges.txt", "tokenizer.json", "vocab.json"].map((name) => file(name));
  assert.deepEqual((await tokenizerFiles(folder)).map(({ name }) => name), ["tokenizer.json"]);
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
    assert.match(error.message, /^tokenizer\.json would be a message of [\d,]+ bytes when compressed; up to 9,437,184 reach the kernel/);
    return true;
  });
  await assert.rejects(packFiles([{ name: "model.safetensors", size: 5e9 }]), /model\.safetensors has 5,000,000,000 bytes; this page reads files of up to 134,217,728/);
});
