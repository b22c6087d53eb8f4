// The tokens of several vocabularies, aligned at the boundaries that all of them share.

import "./fake_page.js";
import assert from "node:assert/strict";
import test from "node:test";
import { alignedColumns } from "../web/screens/explorer/aligned_tokens.js";

const row = (ends, own) => ({ ends: Uint32Array.from(ends), own: new Set(own) });

test("columns end where all cut", () => {
  const rows = [row([2, 3, 5, 9], [3]), row([2, 5, 7, 8, 9], [7, 8])];
  const columns = alignedColumns(rows, 300);
  assert.deepEqual(columns.map(({ end }) => end), [2, 5, 9]);
  assert.deepEqual(columns.map(({ parts }) => parts), [[[0, 1], [0, 1]], [[1, 3], [1, 2]], [[3, 4], [2, 5]]]);
});

test("a limit in bytes leaves whole columns, and at least one", () => {
  const rows = [row([4, 8, 12], []), row([4, 8, 12], [])];
  assert.deepEqual(alignedColumns(rows, 9).map(({ end }) => end), [4, 8]);
  assert.deepEqual(alignedColumns(rows, 1).map(({ end }) => end), [4]);
});

test("text behind the last shared boundary is there, and no text is no column", () => {
  const rows = [row([2, 6], [6]), row([2, 5], [5])];
  assert.deepEqual(alignedColumns(rows, 300).map(({ end }) => end), [2, 6]);
  assert.deepEqual(alignedColumns([row([], []), row([], [])], 300), []);
});
