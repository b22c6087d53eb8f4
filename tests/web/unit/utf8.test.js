import assert from "node:assert/strict";
import { test } from "node:test";

import { encode, hexOf, locate, textOf, upperBound, utf8Length } from "../web/shared/utf8.js";

const TEXT = "aé€😀\ud83d"; // 1, 2, 3 and 4 bytes, and half a surrogate pair, which is sent as U+FFFD: 3 bytes

test("lengths are those of the encoder", () => {
  for (const character of TEXT) assert.equal(utf8Length(character.codePointAt(0)), encode(character).length);
});

test("every byte offset is located", () => {
  const bytes = encode(TEXT);
  const ends = Uint32Array.from({ length: bytes.length + 1 }, (_, at) => at);
  const { index, inner } = locate(TEXT, ends);
  for (let end = 0; end <= bytes.length; end++) {
    const whole = encode(TEXT.slice(0, index[end])).length; // up to the character it falls in
    assert.equal(whole + inner[end], end);
  }
});

test("the first greater value", () => {
  for (const value of [0, 1, 2, 3, 9]) assert.equal(upperBound([1, 1, 3], value), [1, 1, 3].filter((one) => one <= value).length);
  assert.equal(upperBound([], 1), 0);
});

test("bytes as text and as digits", () => {
  assert.equal(textOf(encode("né")), "né");
  assert.equal(textOf(Uint8Array.of(0xc3)), null);
  assert.equal(textOf(Uint8Array.of(0xef, 0xbb, 0xbf)), "\ufeff", "a byte order mark is a character");
  assert.equal(hexOf([0, 255]), "00 ff");
});
