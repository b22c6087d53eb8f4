// The README's examples for Node run, and give what the comments behind them say.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

import { plain } from "./expected.js";

const EXAMPLE = /^```js\n(.*?)^```$/gms; // those for other places have a word behind "js"
const SHOWN = /^(.+); \/\/ => (.+)$/gm;

test("examples", async () => {
  const readme = readFileSync(new URL("node_modules/wordchipper-lab/README.md", import.meta.url), "utf8");
  const source = [...readme.matchAll(EXAMPLE)].map(([, code]) => code).join("\n");
  const address = new URL("examples.mjs", import.meta.url);
  const shown = source.replace(SHOWN, (line, expression, value) => `examples.push([${JSON.stringify(line)}, ${expression}, ${value}]);`);
  writeFileSync(address, `export const examples = [];\n${shown}`);
  const { examples } = await import(address.href);
  assert.equal(examples.length, source.match(/\/\/ =>/g).length);
  assert.ok(examples.length >= 10);
  for (const [line, found, value] of examples) assert.deepEqual(plain(found), value, line);
});
