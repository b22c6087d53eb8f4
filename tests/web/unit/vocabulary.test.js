import assert from "node:assert/strict";
import { test } from "node:test";

import { Listing, Vocabulary } from "../web/screens/vocabulary/data.js";
import { finderOf } from "../web/screens/vocabulary/finder.js";
import { piecesOf } from "../web/shared/token_pieces.js";
import { readRecord } from "./records.js";

const { drawing, tokens } = readRecord("vocabulary");

test("tokens by place and by id", async () => {
  const vocabulary = await Vocabulary.read(drawing);
  for (const [id, hex] of tokens) {
    const place = vocabulary.placeOf(id);
    assert.equal(Buffer.from(vocabulary.bytes(place)).toString("hex"), hex);
    assert.equal(vocabulary.ids[place], id);
    assert.equal(vocabulary.size(place), hex.length / 2);
    const text = Buffer.from(hex, "hex").toString("utf8");
    assert.equal(vocabulary.text(place), Buffer.from(text, "utf8").toString("hex") === hex ? text : null);
  }
  assert.equal(vocabulary.placeOf(vocabulary.maxToken + 1), null);
  assert.ok(vocabulary.isSpecial(vocabulary.length - 1));
});

test("an answer to another vocabulary's question lists nothing", async () => {
  const vocabulary = await Vocabulary.read(drawing);
  const listing = new Listing({ vocabulary: "another", count: 5 }, vocabulary);
  assert.deepEqual([listing.length, listing.of], [0, vocabulary.length]);
  assert.equal(new Listing({ vocabulary: vocabulary.name, count: 3, of: 9, all: true }, vocabulary).place(2), 2);
});

test("where a word was found", () => {
  const search = { query: "An", by: "text", match: "contains", ignore_case: true };
  assert.deepEqual(finderOf(search)("banana"), [1, 3]);
  assert.deepEqual(finderOf({ ...search, match: "ends" })("banan"), [3, 5]);
  assert.deepEqual(finderOf({ ...search, match: "starts" })("banana"), [0, 0]);
  assert.deepEqual(finderOf({ ...search, ignore_case: false })("banana"), [0, 0]);
  assert.equal(finderOf({ ...search, match: "exact" }), null);
  assert.equal(finderOf({ ...search, by: "regex" }), null);
});

test("whole text and bytes that are none, in order", () => {
  const pieces = piecesOf(Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82));
  assert.deepEqual(pieces.map(([text, bytes]) => text ?? Array.from(bytes)), ["a", [0xff], "é", [0xe2, 0x82]]);
});
