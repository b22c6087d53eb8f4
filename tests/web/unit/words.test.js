import assert from "node:assert/strict";
import { test } from "node:test";

import { count, plural } from "../web/shared/dom.js";
import { codePointName, glyphOf, spoken, visibleText } from "../web/shared/glyphs.js";
import { figure, secondsText } from "../web/shared/numbers.js";
import { packState } from "../web/shared/page_link.js";
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
  for (const { state } of readRecord("links")) console.log(`packed ${await packState(state)}`);
});
