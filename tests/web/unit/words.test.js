import assert from "node:assert/strict";
import { test } from "node:test";

import { shortened } from "../web/screens/divergence/list.js";
import { readToken } from "../web/screens/training/tokens.js";
import { numbersOf, rowsOf } from "../web/shared/columns.js";
import { count, plural } from "../web/shared/dom.js";
import { codePointName, glyphOf, spoken, visibleText } from "../web/shared/glyphs.js";
import { figure, secondsText } from "../web/shared/numbers.js";
import { packState, unpackState } from "../web/shared/page_link.js";
import { tokenLabel } from "../web/shared/token_label.js";
import { readRecord } from "./records.js";

test("numbers in words", () => {
  assert.deepEqual([count(1234567), plural(1, "token"), plural(0, "token")], ["1,234,567", "1 token", "0 tokens"]);
  assert.deepEqual([figure(null), figure(0), figure(0.00012), figure(1.234), figure(12.34), figure(1234)],
    ["–", "0.000", "0.00012", "1.23", "12.3", "1,234"]);
  assert.deepEqual([0.2, 5.1, 200, 7200].map(secondsText), ["a second", "6 s", "3 min", "2.00 h"]);
});

test("nothing is invisible", () => {
  assert.equal(visibleText("a b\n\t\u200d\u0007"), "a·b↵→ZWJ␇");
  assert.equal(glyphOf("x"), null);
  assert.equal(codePointName("😀"), "U+1F600");
  assert.equal(spoken(" world\n"), "space world newline");
  assert.equal(spoken("a b ".repeat(10)).endsWith("and more"), true);
  assert.equal(tokenLabel({ text: "\u0301a", hex: "" }), "◌\u0301a");
  assert.equal(tokenLabel({ text: null, hex: "f0 9f" }), "f0 9f");
});

test("a state as Python packs it", async () => {
  for (const { state } of readRecord("links")) {
    const packed = await packState(state);
    console.log(`packed ${packed}`);
    assert.deepEqual(await unpackState(packed), state);
  }
  for (const damaged of ["", "???", "AAAA"]) assert.equal(await unpackState(damaged), null);
});

test("tokens in training, by their bytes", () => {
  assert.deepEqual(readToken("20c3a9", 7), { id: 7, hex: "20 c3 a9", text: " é" });
  assert.deepEqual(readToken("c3", 8), { id: 8, hex: "c3", text: null });
  assert.deepEqual(readToken("efbbbf", 9).text, "\ufeff", "a byte order mark is a character");
  assert.deepEqual(readToken("", 0), { id: 0, hex: "", text: "" });
});

test("long texts are shortened between characters", () => {
  assert.equal(shortened("a b", 9), "a·b");
  assert.equal(shortened("👍👍👍", 2), "👍👍…");
});

test("columns as rows", () => {
  assert.deepEqual(rowsOf({ left: [1, 2], right: [3, 4] }, "left", "right"), [{ left: 1, right: 3 }, { left: 2, right: 4 }]);
  assert.deepEqual(rowsOf({ left: [] }, "left"), []);
});

test("a buffer is read wherever it begins", () => {
  const message = Uint8Array.of(9, 9, 9, 1, 0, 0, 0, 0, 1, 0, 0);
  assert.deepEqual(Array.from(numbersOf(new DataView(message.buffer, 3, 8), Uint32Array)), [1, 256]);
  for (const none of [undefined, null, new DataView(new ArrayBuffer(0))]) assert.equal(numbersOf(none, Uint32Array).length, 0);
});
