import assert from "node:assert/strict";
import { test } from "node:test";

import { contrast, luminance, parseColor, tints } from "../web/shared/palette.js";

const [BLACK, WHITE] = [[0, 0, 0], [255, 255, 255]];

test("contrast is WCAG's", () => {
  assert.equal(contrast(BLACK, WHITE), 21);
  assert.equal(contrast(WHITE, BLACK), 21);
  assert.equal(contrast(WHITE, WHITE), 1);
  assert.ok(Math.abs(contrast([118, 118, 118], WHITE) - 4.54) < 0.01, "#767676: the lightest grey that is AA on white");
  assert.deepEqual([luminance(BLACK), luminance(WHITE)], [0, 1]);
});

test("colours as browsers compute them", () => {
  assert.deepEqual(parseColor("rgb(1, 20, 255)"), { rgb: [1, 20, 255], alpha: 1 });
  assert.deepEqual(parseColor("rgba(1, 2, 3, 0.5)"), { rgb: [1, 2, 3], alpha: 0.5 });
  assert.deepEqual(parseColor("rgb(1 2 3 / 0)"), { rgb: [1, 2, 3], alpha: 0 });
});

for (const [name, ground, ink] of [
  ["light", WHITE, [27, 27, 27]], ["dark", [17, 17, 17], [238, 238, 238]], ["sepia", [244, 236, 216], [40, 30, 20]], ["blue", [0, 20, 60], WHITE],
]) {
  test(`text on every tint keeps 7:1, and tints differ: ${name}`, () => {
    const made = tints(ground, ink);
    assert.equal(made.length, 4);
    for (const tint of made) {
      assert.ok(contrast(tint, ink) >= 7, `${tint}: ${contrast(tint, ink)}`);
      assert.notDeepEqual(tint, ground);
    }
    assert.equal(new Set(made.map(String)).size, 4);
  });
}

test("where the page's own text is too weak, tints fade and do not vanish", () => {
  const [ground, ink] = [[120, 120, 120], [200, 200, 200]];
  for (const tint of tints(ground, ink)) {
    assert.notDeepEqual(tint, ground);
    assert.ok(Math.max(...tint.map((value, at) => Math.abs(value - ground[at]))) < 20);
  }
});
