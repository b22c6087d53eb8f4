import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { encoderRows, lengthRows, percentText, slotsText, stageRows, WherePanel } from "../web/screens/throughput/where.js";
import { readRecord } from "./records.js";

const { reports } = readRecord("where_time_goes"); // of some text, of repeated text, of a span too long for sweeps

test("shares and sizes are short", () => {
  assert.deepEqual([0, 0.0002, 0.0042, 0.314, 1].map(percentText), ["0 %", "< 0.1 %", "0.4 %", "31 %", "100 %"]);
  assert.deepEqual([1, 1024, 1536, 65536, 1 << 20, null].map(slotsText), ["1", "1 k", "1,536", "64 k", "1 M", "everything"]);
});

test("every figure of the record is drawn", () => {
  for (const record of reports) {
    const panel = new WherePanel();
    panel.show(record);
    const { markup, textContent } = panel.node;
    assert.doesNotMatch(markup, /NaN|undefined|\[object/);
    for (const sentence of record.sentences) assert.ok(textContent.includes(sentence));
    for (const { name } of [...record.stages, ...record.encoders]) assert.ok(textContent.includes(name));
    assert.equal(panel.charts.fresh.querySelectorAll("circle").length, record.new_by_tenth.length);
    assert.equal(panel.charts.memo.querySelectorAll("circle").length, record.memo.length - 1);
    assert.equal(panel.frequent.querySelectorAll("tr").length, record.frequent.length + 1);
    panel.destroy();
  }
});

test("charts say what they show", () => {
  const panel = new WherePanel();
  panel.show(reports[0]);
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
  assert.equal(stageRows(record.stages)[0].label, "lexing");
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
  const panel = new WherePanel();
  panel.show(reports[1]);
  assert.equal(panel.evicted.textContent, "Every span keeps its slot.");
  panel.show({ ...reports[1], evicted: [{ text: "\n", evictions: 3, count: 4 }] });
  assert.ok(!panel.evicted.querySelector("code").textContent.includes("\n"));
});
