// Where things go: states of an automaton, bars of merges, letters of an alphabet, bars of a benchmark.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { curve, placeStates, RADIUS } from "../web/screens/divergence/graph.js";
import { Letters } from "../web/screens/divergence/letters.js";
import { readTraces } from "../web/screens/stepper/data.js";
import { mergeBars } from "../web/screens/stepper/tree.js";
import { barOrder } from "../web/screens/throughput/bars.js";
import { mergedPlaces } from "../web/screens/training/spans.js";
import { codePointName, glyphOf, INVISIBLE } from "../web/shared/glyphs.js";
import { pageAddress } from "../web/shared/page_link.js";
import { readRecord, strictRecords } from "./records.js";

const { graphs, letters } = strictRecords("divergence");

for (const room of [300, 1200, 5000]) {
  test(`states of an automaton stand apart and inside, in ${room} pixels`, () => {
    const { states, width, height, column } = placeStates(graphs.a, room);
    assert.equal(states.size, graphs.a.states.length);
    const placed = [...states.values()];
    for (const [at, { x, y }] of placed.entries()) {
      assert.ok(x >= RADIUS && x <= width - RADIUS && y >= RADIUS && y <= height - RADIUS, `${x} ${y} in ${width} x ${height}`);
      for (const other of placed.slice(0, at)) assert.ok(Math.hypot(other.x - x, other.y - y) > 2 * RADIUS);
    }
    for (const edge of graphs.a.edges) {
      const [from, to] = [states.get(edge.from), states.get(edge.to)];
      const { d, x, y } = curve(from, to, column);
      const numbers = d.match(/-?\d+(\.\d+)?/g).map(Number);
      assert.ok([x, y, ...numbers].every(Number.isFinite));
      if (from === to) continue;
      for (const [state, [px, py]] of [[from, numbers.slice(0, 2)], [to, numbers.slice(-2)]]) {
        assert.ok(Math.abs(Math.hypot(px - state.x, py - state.y) - RADIUS - 1) < 1e-6, "a way begins and ends at the rims");
      }
    }
  });
}

test("ways there and back stay apart", () => {
  const [one, other] = [{ x: 0, y: 0 }, { x: 200, y: 0 }];
  const [there, back] = [curve(one, other, 190), curve(other, one, 190)];
  assert.ok(Math.abs(there.y - back.y) > 10);
});

test("a bar of a merge lies over the two it joined", () => {
  const { lanes } = readTraces(readRecord("traces").drawing);
  for (const lane of lanes.filter(({ encoder }) => encoder !== "bpe_backtrack")) {
    const bars = mergeBars(lane);
    bars.forEach((bar, at) => {
      const below = bars.slice(0, at).filter(({ start, end }) => start >= bar.start && end <= bar.end);
      assert.equal(bar.level, 1 + Math.max(0, ...below.map(({ level }) => level)), lane.encoder);
      assert.ok(bars.slice(0, at).every(({ start, end }) => end <= bar.start || start >= bar.end || (start >= bar.start && end <= bar.end)), "no bar crosses another");
    });
  }
});

test("letters are left out, taken back and added, and never all left out", () => {
  const asked = [];
  const panel = new Letters((characters) => asked.push(characters), 5);
  panel.show(letters, "");
  assert.deepEqual(panel.used, Array.from(letters.usual));
  panel.show({ ...letters, shown: ["a", "1"], usual: "a1" }, "a");
  assert.deepEqual(panel.buttons.map((button) => button.getAttribute("aria-pressed")), ["true", "false"]);
  panel.toggle("1");
  panel.toggle("a");
  assert.deepEqual(asked, ["a1"], "the last one stays");
  panel.more.value = "b👍bac d";
  panel.add();
  assert.equal(asked.at(-1), "ab👍c ", "characters, each once, up to the most");
});

test("bars: the fastest first, or by group, in the order in which groups appear", () => {
  const row = (label, group, median) => ({ label, group, median });
  const rows = [row("a", "x", 1), row("b", "y", 9), row("c", "x", 5), row("d", "y", 2)];
  const labels = (order) => barOrder(rows, order).map(({ label }) => label).join("");
  assert.deepEqual([labels("best"), labels("lexer")], ["bcda", "cabd"]);
});

test("a pair is merged from left to right, and no token twice", () => {
  const places = (tokens) => [...mergedPlaces(tokens, { left: 1, right: 1 })];
  assert.deepEqual([places([1, 1, 1]), places([1, 1, 1, 1]), places([2, 1, 2]), places([])], [[0, 1], [0, 1, 2, 3], [], []]);
  assert.deepEqual([...mergedPlaces([3, 1, 2, 1, 2], { left: 1, right: 2 })], [1, 2, 3, 4]);
});

test("every character without a picture has a sign", () => {
  for (let code = 0; code < 0x3100; code++) {
    const character = String.fromCodePoint(code);
    const glyph = glyphOf(character);
    assert.equal(glyph !== null, INVISIBLE.test(character), codePointName(character));
    if (glyph) assert.ok((glyph.overlay ?? glyph.label).trim(), codePointName(character));
  }
  assert.deepEqual([glyphOf("\ud800"), glyphOf("\u{e0100}")], [{ label: "U+D800" }, { label: "U+E0100" }]);
});

test("a page that is not served has no address", async () => {
  assert.equal(await pageAddress("stepper", {}), null);
  const { querySelector } = document;
  document.querySelector = (selector) => (selector.includes('"stepper"') ? { href: "/stepper" } : null);
  assert.match(await pageAddress("stepper", { text: "naïve" }), /^\/stepper\?state=[\w-]+$/);
  document.querySelector = querySelector;
});
