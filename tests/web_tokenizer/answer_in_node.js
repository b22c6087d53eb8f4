/** Reads questions, a line of JSON each, and writes the answers: node answer_in_node.js FOLDER_OF_THE_TOKENIZER */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { webcrypto } from "node:crypto";
import { answer } from "./answers.js";

globalThis.crypto ??= webcrypto; // Node 18

const wordchipper = await import(pathToFileURL(`${process.argv[2]}/index.js`).href);
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await answer(wordchipper, JSON.parse(line))) + "\n");
}
