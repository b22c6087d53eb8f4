import assert from "node:assert/strict";
import { test } from "node:test";

import { DOT, layOut, lineEnds, placeRanks } from "../web/screens/stepper/chips.js";

// The extents of what is drawn, by line: [from, to] of each rank and dot.
function extents(widths, sizes, winner, room) {
  const ends = lineEnds(widths, room);
  const places = placeRanks(widths, ends, sizes, winner, room);
  const lines = [[]];
  let x = 0;
  widths.forEach((width, at) => {
    x += Math.min(width, room);
    const size = { full: sizes[at], dot: DOT }[places[at]];
    if (size) lines.at(-1).push([x - size / 2, x + size / 2]);
    if (ends[at]) {
      x = 0;
      lines.push([]);
    }
  });
  return lines;
}

test("a line holds as many boxes as fit, a box that is too wide has a line to itself", () => {
  assert.deepEqual(lineEnds([40, 40, 40, 40], 120), [false, false, true, false]);
  assert.deepEqual(lineEnds([300, 40, 40], 100), [true, false, false]);
  assert.deepEqual(lineEnds([40, 300], 100), [true, false]);
  assert.deepEqual(lineEnds([], 100), []);
});

test("ranks that have room are written, all others are dots", () => {
  assert.deepEqual(placeRanks([90, 90, 90], [false, false, false], [40, 40, 0], 0, 270), ["full", "full", "none"]);
  assert.deepEqual(placeRanks([26, 26, 26, 26], [false, false, false, false], [36, 36, 36, 0], -1, 104), ["full", "dot", "full", "none"]);
});

test("the winner is always written, and what it would half cover is left out", () => {
  const places = placeRanks([26, 26, 26, 26, 26], Array(5).fill(false), [44, 44, 64, 44, 0], 2, 130);
  assert.equal(places[2], "full");
  assert.deepEqual([places[1], places[3]], ["covered", "covered"]);
});

test("the rank of a pair across a line wrap stands at the end of the first line", () => {
  const widths = [44, 44, 44, 44];
  const ends = lineEnds(widths, 100);
  assert.deepEqual(placeRanks(widths, ends, [40, 40, 40, 0], 1, 100), ["full", "full", "full", "none"]);
});

test("nothing overlaps, whatever the widths", () => {
  let seed = 7;
  const random = (most) => {
    seed = (seed * 48271) % 2147483647;
    return seed % most;
  };
  for (let round = 0; round < 300; round++) {
    const widths = Array.from({ length: 2 + random(20) }, () => 26 * (1 + random(4)));
    const sizes = widths.map((_, at) => (at + 1 < widths.length ? 16 + random(50) : 0));
    const winner = random(widths.length) - 1;
    for (const line of extents(widths, sizes, winner, 310)) {
      for (let at = 1; at < line.length; at++) assert.ok(line[at - 1][1] <= line[at][0], `${widths} ${sizes} ${winner}`);
    }
  }
});

test("a span is on one line if its ranks can be read there, a short one on several, a long one is small", () => {
  assert.deepEqual(layOut(13, 1240), { cell: 95, room: 1240, hang: 0 });
  const { cell, room, hang } = layOut(13, 336);
  assert.ok(cell >= 44 && room + hang === 336);
  assert.equal(layOut(200, 1240).cell, 26);
  assert.ok(layOut(13, 1240, 2).cell * 13 <= 1240);
  for (const size of [0, 1, 2]) assert.equal(layOut(size, 1240).cell, 110);
});
