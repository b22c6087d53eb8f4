// A drawing follows the width of its node; what changed while it was hidden is drawn when it is seen again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepWidth } from "../web/shared/svg_chart.js";

test("a node that was hidden is drawn again although its width is the same", () => {
  let report;
  globalThis.window = { addEventListener() {}, removeEventListener() {} };
  globalThis.ResizeObserver = class {
    constructor(told) { report = told; }
    observe() { report(); }
    disconnect() {}
  };
  const drawn = [];
  const node = { clientWidth: 300.5, style: {} };
  keepWidth(node, (width) => drawn.push(width));
  for (const width of [300.5, 0, 300.5, 300.5, 200]) {
    node.clientWidth = width;
    report();
  }
  assert.deepEqual(drawn, [300, 300, 200]);
});
