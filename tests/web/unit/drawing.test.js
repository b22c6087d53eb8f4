// A view that redraws only what has changed shows the same as one drawn from scratch.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { Canvas } from "../web/shared/canvas.js";
import { readDrawing, spanSegmentation, tokenSegmentation } from "../web/shared/segmentation.js";
import { IdsPanel } from "../web/screens/explorer/ids_panel.js";
import { readRecord } from "./records.js";

const edits = readRecord("edits"); // for several texts: what the kernel draws after each change

function drawn(canvas) {
  canvas.blocks.forEach((block) => canvas.draw(block)); // as if all were near the window
  canvas.label();
  clearTimeout(canvas.labelling);
  return canvas.node.childNodes.map((node) => [node.className, node.childNodes.map(({ markup }) => markup)]);
}

function anew(segmentation) {
  const canvas = new Canvas("Tokens");
  canvas.show(segmentation);
  return drawn(canvas);
}

// As in a comparison of vocabularies: some boundaries are not shared by all.
function comparedSegmentation(data) {
  const segmentation = tokenSegmentation(data);
  segmentation.isOwn = (segment) => segmentation.ends[segment] % 3 === 1;
  return segmentation;
}

for (const [name, segmentationOf] of Object.entries({ tokens: tokenSegmentation, spans: spanSegmentation, "compared tokens": comparedSegmentation })) {
  for (const [number, drawings] of edits.entries()) {
    test(`${name} of text ${number} while it is edited`, () => {
      const canvas = new Canvas("Tokens");
      for (const drawing of drawings) {
        const segmentation = segmentationOf(readDrawing(drawing));
        canvas.show(segmentation);
        assert.deepEqual(drawn(canvas), anew(segmentation));
      }
    });
  }
}

test("nodes stay where nothing has changed", () => {
  const segmentations = [0, 1].map((more) => {
    const text = "ab".repeat(100) + "c".repeat(more);
    const ends = Uint32Array.from({ length: 100 + more }, (_, at) => Math.min(2 * at + 2, text.length));
    const one = Uint32Array.of(text.length);
    const [tokens, count] = [new Uint32Array(ends.length).fill(7), Uint32Array.of(ends.length)];
    const bytes = (array) => new DataView(array.buffer);
    return tokenSegmentation(readDrawing({
      text, tokens: bytes(tokens), token_ends: bytes(ends), span_ends: bytes(one), span_token_ends: bytes(count), span_kinds: bytes(new Uint8Array(1)),
    }));
  });
  const canvas = new Canvas("Tokens");
  canvas.show(segmentations[0]);
  const before = [...canvas.node.querySelectorAll("[data-segment]")];
  canvas.show(segmentations[1]);
  clearTimeout(canvas.labelling);
  const after = [...canvas.node.querySelectorAll("[data-segment]")];
  assert.equal(after.length, 101);
  assert.ok(before.slice(0, 98).every((node, at) => node === after[at]));
});

test("ids while they change", () => {
  const lists = [[], [1], [1, 2, 3], [1, 2], [], range(499), range(500), range(501), range(502), range(500), range(999), range(1000), range(1001), range(1000), range(1499), range(3)];
  lists.push([...range(700), 5, 6], [...range(650), 9, ...range(700)], range(2000), [4], []);
  const panel = new IdsPanel({});
  for (const ids of lists) {
    const fresh = new IdsPanel({});
    for (const shown of [panel, fresh]) {
      shown.show(Uint32Array.from(ids));
      shown.groups.forEach((node) => node.firstElementChild || shown.divide(node));
    }
    assert.equal(panel.node.textContent, `[${ids.join(", ")}]`);
    assert.equal(panel.node.markup, fresh.node.markup);
  }
});

function range(length) {
  return Array.from({ length }, (_, at) => at * 3);
}
