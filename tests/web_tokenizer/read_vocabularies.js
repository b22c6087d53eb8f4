// Answers each line, a file in base64, with a line of JSON: the SHA-256 of both arrays, or what was thrown.

import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

import { readVocabulary } from "./tokenizer/vocabulary_file.js";

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const { tokenData, tokenStarts } = await readVocabulary(new Uint8Array(Buffer.from(line, "base64")));
    answer = { hashes: [hash(tokenData), hash(new Uint8Array(tokenStarts.buffer))] };
  } catch (error) {
    answer = { error: error.name, message: error.message };
  }
  console.log(JSON.stringify(answer));
}
