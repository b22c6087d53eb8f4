import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { axisAcross, axisUpward, linearScale, linearTicks, logScale, logTicks, spreadNames, wholeDecades } from "../web/shared/axes.js";
import { tickText } from "../web/shared/numbers.js";

const RANGES = [[0, 0.003], [0, 1], [1, 1.4], [1, 3.3], [0, 7], [0, 99], [0, 12345], [-3, 4], [0, 5e9], [0, 1e300], [999, 1001]];

test("a scale goes from end to end", () => {
  for (const [low, high] of RANGES) {
    const scale = linearScale([low, high], [10, 210]);
    assert.deepEqual([scale(low), scale(high)], [10, 210]);
    assert.ok(Math.abs(scale((low + high) / 2) - 110) < 1e-6);
  }
  const log = logScale([1, 1000], [300, 0]); // upwards
  [1, 10, 100, 1000].forEach((value, at) => assert.ok(Math.abs(log(value) - (300 - at * 100)) < 1e-9));
});

test("no range, one point: at the begin, and nowhere else", () => {
  assert.equal(linearScale([5, 5], [10, 210])(5), 10);
  assert.equal(linearScale([0, 0], [10, 210])(0), 10);
  assert.equal(logScale([7, 7], [10, 210])(7), 10);
});

test("0 has no logarithm and stands at the begin", () => {
  const log = logScale([1, 100], [10, 210]);
  assert.deepEqual([log(0), log(-3), log(0.5), log(1)], [10, 10, 10, 10]);
  for (const range of [[0, 100], [0, 0], [-1, 0]]) assert.ok(Number.isFinite(logScale(range, [10, 210])(0)), `${range}`);
});

test("huge numbers stay on the scale", () => {
  assert.equal(linearScale([0, 1e300], [0, 100])(1e300), 100);
  assert.ok(Math.abs(logScale([1, 1e300], [0, 300])(1e150) - 150) < 1e-9);
});

test("linear ticks are round, within the range, few, and told apart by their labels", () => {
  for (const wanted of [3, 4, 5]) {
    for (const [low, high] of RANGES) {
      const ticks = linearTicks([low, high], wanted);
      assert.ok(ticks.length >= 1 && ticks.length <= wanted + 1, `${low} to ${high}: ${ticks}`);
      assert.ok(ticks[0] >= low - 1e-9 && ticks.at(-1) <= high * (1 + 1e-9), `${low} to ${high}: ${ticks}`);
      assert.equal(new Set(ticks.map(tickText)).size, ticks.length, `${ticks}`);
    }
  }
  assert.deepEqual(linearTicks([0, 0.3], 3), [0, 0.1, 0.2, 0.3], "not 0.30000000000000004");
  assert.deepEqual(linearTicks([5, 5]), [5]);
});

test("logarithmic ticks are powers of ten, thinned where they are many", () => {
  assert.deepEqual(logTicks([1, 1000]), [1, 10, 100, 1000]);
  assert.deepEqual(logTicks([3, 2000]), [10, 100, 1000]);
  assert.deepEqual(logTicks([0.001, 0.1]), [0.001, 0.01, 0.1], "not 0.0010000000000000002");
  assert.deepEqual(logTicks([1, 1e9], 5), [1, 100, 1e4, 1e6, 1e8]);
  assert.deepEqual(logTicks([12, 80]), [12, 80], "without a power of ten between them, the ends");
  assert.deepEqual(logTicks([12, 12]), [12]);
  assert.ok(logTicks([1, 1e300]).length <= 12);
});

test("whole decades lie around the values", () => {
  assert.deepEqual(wholeDecades([3, 250]), [1, 1000]);
  assert.deepEqual(wholeDecades([0, 0.02, 5]), [0.01, 10], "0 is on no logarithmic scale");
  assert.deepEqual(wholeDecades([100]), [10, 1000], "one value stands in the middle");
  assert.deepEqual(wholeDecades([]), [1, 10]);
});

test("labels are short", () => {
  assert.deepEqual([0, 0.5, 2.5, 1000, 250000, 1e6, 2.5e6, 3e9, 1e18, 5e-4, 2e-7].map(tickText),
    ["0", "0.5", "2.5", "1,000", "250,000", "1M", "2.5M", "3B", "1e18", "0.0005", "2e-7"]);
});

test("labels stay inside the chart, grid lines within the frame", () => {
  const scale = linearScale([0, 50000], [2, 798]);
  const nodes = axisAcross(scale, [0, 20000, 50000], { top: 5, bottom: 100, width: 800 });
  const anchors = nodes.filter(({ tag }) => tag === "text").map((node) => node.getAttribute("text-anchor"));
  assert.deepEqual(anchors, ["start", "middle", "end"]);
  assert.deepEqual(nodes.filter(({ tag }) => tag === "line").map((node) => [node.getAttribute("y1"), node.getAttribute("y2")]), Array(3).fill(["5", "100"]));
  assert.equal(axisAcross(scale, [0], { bottom: 100, width: 800 }).length, 1, "no grid lines unless asked for");
  const [line, label] = axisUpward(linearScale([0, 1], [100, 0]), [1], { left: 50, right: 300 });
  assert.deepEqual([line.getAttribute("x1"), line.getAttribute("x2"), label.textContent, label.getAttribute("text-anchor")], ["50", "300", "1", "end"]);
});

test("names of curves do not stand on each other", () => {
  const lines = spreadNames([100, 20, 103, 101]);
  const sorted = [...lines].sort((one, other) => one - other);
  assert.ok(sorted.every((y, at) => !at || y - sorted[at - 1] >= 17));
  assert.deepEqual([lines[1], lines[0], lines[3] > lines[0], lines[2] > lines[3]], [25, 105, true, true]);
});
