import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { encoderRows, labelledSizes, lengthRows, partNames, percentText, quarters, sizeText, slotsText, WherePanel } from "../web/screens/throughput/where.js";
import { readRecord } from "./records.js";

const { reports } = readRecord("where_time_goes"); // of some text, of repeated text, of a span too long for sweeps

test("shares and sizes are short", () => {
  assert.deepEqual([0, 0.0002, 0.0042, 0.314, 1].map(percentText), ["0 %", "< 0.1 %", "0.4 %", "31 %", "100 %"]);
  assert.deepEqual([1, 1024, 1536, 65536, 1 << 20, null].map(slotsText), ["1", "1 k", "1,536", "64 k", "1 M", "everything"]);
});

const panelWith = (record, act = {}) => {
  const panel = new WherePanel(act);
  panel.show(record);
  return panel;
};

test("every figure of the record is drawn", () => {
  for (const record of reports) {
    const panel = panelWith(record);
    const { markup, textContent } = panel.node;
    assert.doesNotMatch(markup, /NaN|undefined|\[object/);
    for (const sentence of record.sentences) assert.ok(textContent.includes(sentence));
    for (const text of [record.title, record.verdict, record.code]) assert.ok(textContent.includes(text));
    for (const { name } of [...record.stacks, ...record.encoders]) assert.ok(textContent.includes(name));
    for (const name of partNames(record.stacks)) assert.ok(panel.charts.stacks.textContent.includes(name));
    assert.equal(panel.charts.stacks.querySelectorAll("rect").length, record.stacks.flatMap(({ parts }) => parts).length + partNames(record.stacks).length);
    assert.equal(panel.charts.fresh.querySelectorAll("circle").length, record.new_by_tenth.length);
    assert.equal(panel.charts.memo.querySelectorAll("circle").length, record.memo.length - 1 + record.memo.filter(({ slots, with_tokens: one }) => slots && one !== null).length + 1, "two curves, and the engine's");
    assert.equal(panel.frequent.querySelectorAll("tr").length, Math.min(record.frequent.length, 10) + 1);
    panel.destroy();
  }
});

test("sizes are in kB or MB", () => {
  assert.deepEqual([200, 13328, 54525968].map(sizeText), ["1 kB", "13 kB", "54.5 MB"]);
});

test("labels of sizes do not meet, and the engine's is always there", () => {
  const sizes = [8, 10, 12, 14, 16, 18, 19, 20].map((bits) => 1 << bits);
  const x = (slots) => 40 * Math.log2(slots);
  const shown = labelledSizes(sizes, 1 << 19, x);
  assert.deepEqual(shown.map(Math.log2), [19, 16, 14, 12, 10, 8]);
  assert.deepEqual(labelledSizes(sizes, 1 << 10, (slots) => 100 * Math.log2(slots)).length, sizes.length);
});

test("an axis of shares begins and ends at quarters", () => {
  assert.deepEqual([[0.79, 0.98], [0, 0.1], [0.3, 0.6], [1, 1], [0, 0], [0.5]].map(quarters), [[0.75, 1], [0, 0.25], [0.25, 0.75], [0.75, 1], [0, 0.25], [0.5, 0.75]]);
});

test("parts are numbered in the order in which the time is spent", () => {
  for (const { stacks } of reports) {
    for (const { parts } of stacks) {
      const numbers = parts.map(({ name }) => partNames(stacks).indexOf(name));
      assert.deepEqual([...new Set(numbers)].sort((one, other) => one - other), numbers);
    }
  }
});

test("progress is shown while it lasts, and a stop leaves what was there", () => {
  const panel = panelWith(reports[0]);
  panel.begin("code, gpt2");
  assert.ok(panel.report.hidden);
  panel.showProgress({ state: "running", about: "where", done: 18, total: 72, seconds_left: 3, now: "timing lexing, round 2 of 7" });
  assert.equal(panel.work.hidden, false);
  assert.equal(panel.words.textContent, "Running · 18 of 72 steps · about 3 s left · timing lexing, round 2 of 7");
  assert.equal(panel.meter.getAttribute("aria-valuenow"), "25");
  panel.showProgress({ state: "stopped", about: "where", done: 20, total: 72 });
  assert.ok(panel.work.hidden);
  assert.equal(panel.report.hidden, false);
  assert.equal(panel.heading.textContent, reports[0].title);
  const nothing = new WherePanel({});
  nothing.begin("code, gpt2");
  nothing.showProgress({ state: "stopped", about: "where" });
  assert.ok(nothing.node.hidden);
});

test("charts say what they show", () => {
  const panel = panelWith(reports[0]);
  for (const chart of Object.values(panel.charts)) {
    const label = chart.querySelector("svg").getAttribute("aria-label");
    assert.match(label, /\d/);
  }
  assert.match(panel.charts.memo.querySelector("svg").getAttribute("aria-label"), /the engine's/);
});

test("the rows of the bars", () => {
  const [record] = reports;
  const shares = lengthRows(record.lengths);
  assert.ok(Math.abs(shares.reduce((sum, { value }) => sum + value, 0) - 1) < 1e-9);
  assert.ok(shares.every(({ part }) => part >= 0 && part <= 1));
  assert.deepEqual(encoderRows(record.encoders).map(({ label }) => label), record.encoders.map(({ name }) => name));
});

test("an encoder that could not be measured says why", () => {
  const problems = encoderRows(reports[2].encoders).filter(({ text }) => text === "not measured");
  assert.ok(problems.length);
  for (const { title, value } of problems) {
    assert.match(title, /quadratic/);
    assert.equal(value, 0);
  }
});

test("whitespace is visible, and nothing evicted is said in words", () => {
  const panel = panelWith(reports[1]);
  assert.equal(panel.evicted.textContent, "With 256 slots nothing is forgotten.");
  panel.show({ ...reports[1], evicted: [{ text: "\n", evictions: 3, count: 4 }] });
  assert.ok(!panel.evicted.querySelector("code").textContent.includes("\n"));
});
