import assert from "node:assert/strict";
import { test } from "node:test";

import { withOpened } from "../web/engine/opened_options.js";

const suiting = { lexers: ["vector", "automaton"], encoders: ["bpe_backtrack"], refused: {} };
const opened = [
  { name: "b.json@00000002", word: "vector:cl100k_base", pattern: "…", ...suiting },
  { name: "a.json@00000001", word: "automaton:a+", pattern: "a+", ...suiting },
];

test("opened tokenizers come before the bundled ones, and after those that were given", () => {
  const found = withOpened({ models: ["mine", "o200k_base"], own: ["mine"], suiting: {}, lexers: ["automaton"], max_bytes: 7 }, opened);
  assert.deepEqual(found.models, ["mine", "b.json@00000002", "a.json@00000001", "o200k_base"]);
  assert.deepEqual(found.suiting, { "b.json@00000002": suiting, "a.json@00000001": suiting });
  assert.deepEqual([found.lexers, found.max_bytes], [["automaton"], 7]);
});

test("their lexers are a group of their own", () => {
  const lexers = [{ label: "Automaton", lexers: [{ word: "automaton:r50k_base" }] }];
  const [first, ...others] = withOpened({ lexers }, opened).lexers;
  assert.deepEqual(first.lexers.map(({ word, label }) => [word, label]), [
    ["vector:cl100k_base", "b.json@00000002 = vector · cl100k_base"],
    ["automaton:a+", "a.json@00000001"],
  ]);
  assert.deepEqual(others, lexers);
  assert.deepEqual(withOpened({ lexers }, []).lexers, lexers);
});

test("a screen without such choices has the same as before", () => {
  assert.deepEqual(withOpened({ screens: [] }, opened), { screens: [] });
});
