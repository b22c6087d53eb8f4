import assert from "node:assert/strict";
import { test } from "node:test";

import { cutBlocks } from "../web/shared/blocks.js";
import { GAP, readDrawing, spanSegmentation, tokenSegmentation } from "../web/shared/segmentation.js";
import { encode } from "../web/shared/utf8.js";
import { readRecord } from "./records.js";

const cases = readRecord("explorations"); // the kernel's drawings of some texts, and their pieces in Python

for (const { name, drawing, pieces, tokens } of cases) {
  test(`tokens and gaps of ${name}`, () => {
    const segmentation = tokenSegmentation(readDrawing(drawing));
    const found = Array.from({ length: segmentation.length }, (_, at) => Buffer.from(segmentation.bytesOf(at)).toString("hex"));
    assert.deepEqual(found, pieces.map(([hex]) => hex));
    assert.deepEqual(Array.from(segmentation.numbers), pieces.map(([, number]) => number));
    pieces.forEach(([hex, number], at) => {
      assert.equal(segmentation.isWhole(at), Buffer.from(hex, "hex").toString("utf8") === segmentation.text.slice(...segmentation.touched(at)));
      assert.equal(segmentation.kind(at) === GAP, number === -1);
      if (number >= 0) assert.equal(segmentation.segmentOf(number), at);
      if (number >= 0) assert.equal(Buffer.from(segmentation.tokenBytes(at)).toString("hex"), tokens[number]);
      assert.equal(segmentation.isEmpty(at), hex === "");
      assert.ok(segmentation.firstOfSpan(segmentation.spans[at]) <= at && at <= segmentation.lastOfSpan(segmentation.spans[at]));
    });
  });

  test(`spans of ${name}`, () => {
    const data = readDrawing(drawing);
    const segmentation = spanSegmentation(data);
    const joined = Array.from({ length: segmentation.length }, (_, at) => Buffer.from(segmentation.bytesOf(at)).toString("hex")).join("");
    assert.equal(joined, Buffer.from(encode(data.text)).toString("hex"));
  });

  test(`blocks of ${name}`, () => {
    const segmentation = tokenSegmentation(readDrawing(drawing));
    const blocks = cutBlocks(segmentation);
    assert.equal(blocks.map(({ from, to }) => segmentation.text.slice(from, to)).join(""), segmentation.text);
    const whole = new Set(segmentation.index.filter((_, at) => segmentation.inner[at] === 0));
    const cuts = new Set(segmentation.index.filter((position, at) => segmentation.inner[at] !== 0 && !whole.has(position)));
    for (const { to } of blocks) {
      assert.ok(!(segmentation.text.charCodeAt(to) >= 0xdc00 && segmentation.text.charCodeAt(to) < 0xe000), "no cut inside a character");
      assert.ok(!cuts.has(to) || to === segmentation.text.length, "no cut inside a character that two tokens share");
    }
    assert.ok(Math.max(0, ...blocks.map(({ from, to }) => to - from)) <= 12000);
  });
}

test("the first segment behind a boundary", () => {
  const [{ drawing }] = cases.filter(({ name }) => name === "words");
  const segmentation = tokenSegmentation(readDrawing(drawing));
  for (let segment = 0; segment < segmentation.length; segment++) {
    assert.equal(segmentation.firstAfter(segmentation.indexStart(segment)), segment);
  }
});

test("nothing was drawn yet", () => {
  const segmentation = tokenSegmentation(readDrawing({}));
  assert.equal(segmentation.length, 0);
  assert.deepEqual(cutBlocks(segmentation), []);
});
