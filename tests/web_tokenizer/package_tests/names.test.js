// Every name that the package offers is in the README, and every name in the README's tables is offered.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as wordchipper from "wordchipper-lab";

const { Tokenizer } = wordchipper;
const readme = readFileSync(new URL("node_modules/wordchipper-lab/README.md", import.meta.url), "utf8");
const cells = [...readme.matchAll(/^\| (`.*?`) \| /gm)].map(([, cell]) => cell);
const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w.]+)(\([^`]*\))?`/g)].map(([, name, call]) => [name, Boolean(call)]));

const NAMES = [
  ..."fromPretrained fromVocabData fromTokenizerJson availableModels".split(" ").map((name) => `Tokenizer.${name}`),
  ..."encode encodeBatch encodeGenerator count isWithinTokenLimit".split(" "),
  ..."decode decodeBatch decodeBytes decodeGenerator spans encodeWithSpans trace normalize".split(" "),
  ..."vocabSize maxToken tokenToId idToToken idToBytes getSpecialTokens".split(" "),
  ..."name pattern encoder lexerName free".split(" "),
];

test("the tables list what there is", () => {
  const listed = named.map(([name]) => name).filter((name) => !name.endsWith("Error") && !/\.(wasm|bpe)$/.test(name));
  assert.deepEqual(listed.filter((name) => name !== "special").sort(), NAMES.sort());
});

test("what the tables list is there, and is called or read as they say", async () => {
  const tokenizer = await Tokenizer.fromPretrained("r50k_base");
  for (const [name, isCalled] of named) {
    if (!NAMES.includes(name)) continue;
    const [owner, own] = name.startsWith("Tokenizer.") ? [Tokenizer, name.slice(10)] : [tokenizer, name];
    assert.equal(typeof owner[own] === "function", isCalled, name);
    assert.notEqual(owner[own], undefined, name);
  }
});

test("every export is named", () => {
  for (const name of Object.keys(wordchipper)) assert.match(readme, new RegExp(`\`${name}[.\`]`), name);
});

test("the errors in the table are exported", () => {
  const errors = named.map(([name]) => name).filter((name) => name.endsWith("Error"));
  assert.equal(errors.length > 8, true);
  for (const name of errors) assert.equal(new wordchipper[name]("x", "y", "z") instanceof wordchipper.TokenizerError, true, name);
});
