/** Replays sessions with the Worker's code in Node: node answer_in_node.mjs BUNDLE TOKENIZER_FOLDER; a message a line. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [bundle, folder] = process.argv.slice(2);
const { default: WasmWorker } = await import(pathToFileURL(bundle).href);
const bytesOf = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const FILES = ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"];
const files = Object.fromEntries(FILES.map((name) => [name, bytesOf(`vocabularies/${name}.bpe`)]));
let worker = new WasmWorker();
let pushed = {}; // what long work has shown since the last answer
worker.push = ({ drawn }) => Object.assign(pushed, drawn);

function plain(value) {
  if (value instanceof DataView) return { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64") };
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.verb === "open" && message.models) {
    Object.assign(message, { module: bytesOf("engine.wasm"), files, screens: message.screens ?? { [message.screen]: message.state } });
  }
  if (message.buffers) message.buffers = message.buffers.map((bytes) => new Uint8Array(Buffer.from(bytes, "base64")));
  const answer = await worker.answer(message);
  process.stdout.write(`${JSON.stringify(plain(Object.keys(pushed).length ? { ...answer, pushed } : answer))}\n`);
  pushed = {};
}
