import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./fake_page.js";
import { LanguageChart } from "../web/app/language_chart.js";
import { csvOf, GROUPS, groupOf, largest, sentenceOf, sorted, textsOf } from "../web/app/language_rows.js";
import costs from "./languages.json" with { type: "json" };

const [NEW, , OLD] = costs.models;
let chart;
let opened;

beforeEach(() => {
  opened = [];
  chart = new LanguageChart({ onOpen: (row, model) => opened.push([row.name, model]), onTexts: async (texts) => (Object.keys(texts).length === 1 ? { problem: "one" } : costs) });
  chart.show(costs, OLD);
});

const names = () => chart.list.children.map((row) => row.querySelector(".wcl-lang-name").textContent);
const press = (key) => chart.press({ key, preventDefault() {}, stopPropagation() {} });

test("a row for each language, the dearest first, on one scale for all vocabularies", () => {
  assert.equal(names().length, 60);
  assert.equal(names()[0], "Burmese");
  const widest = chart.list.querySelectorAll(".wcl-lang-bar").map((bar) => bar.style.inlineSize);
  assert.equal(widest[0], "100.00%");
  const most = largest(costs.rows, "times", costs.models);
  chart.model = NEW;
  chart.draw();
  assert.equal(names()[0], "Dhivehi");
  const dhivehi = costs.rows.find(({ name }) => name === "Dhivehi");
  assert.equal(chart.options.get("Dhivehi").bar.style.inlineSize, `${((100 * dhivehi.times[NEW]) / most).toFixed(2)}%`);
  assert.equal(chart.options.get("Dhivehi").was.style.insetInlineStart, `${((100 * dhivehi.times[OLD]) / most).toFixed(2)}%`);
});

test("a story chooses the vocabulary, and the language of its text", () => {
  chart.select({ model: NEW });
  chart.select({});
  assert.equal(names()[0], "Dhivehi");
  assert.deepEqual(chart.models.querySelectorAll("input").filter((input) => input.checked).map((input) => input.value), [NEW]);
  chart.select({ text: costs.rows.find(({ name }) => name === "Tibetan").text });
  assert.deepEqual([chart.chosen.name, chart.model], ["Tibetan", NEW]);
});

test("the sentence says what the chart shows", () => {
  assert.equal(chart.sentence.textContent, sentenceOf(costs, "times", OLD));
  assert.match(chart.sentence.textContent, /^In the vocabulary of GPT-2, the same sentence costs 22 times as many tokens in Burmese as in English\. Half of the languages need at least [\d.]+ times as many\.$/);
  assert.match(sentenceOf(costs, "per_character", NEW), /tokens for each character/);
  assert.match(sentenceOf({ ...costs, rows: costs.rows.slice(0, 1) }, "times", NEW), /: \d+ tokens\.$/);
});

test("one tab stop; arrows choose, Enter opens the text", () => {
  const stops = () => chart.list.children.filter((row) => row.tabIndex === 0).map((row) => row.querySelector(".wcl-lang-name").textContent);
  press("End");
  assert.deepEqual(stops(), ["English"]);
  press("ArrowDown");
  press("Home");
  press("ArrowDown");
  press("Enter");
  assert.deepEqual([stops(), opened], [["Tibetan"], [["Tibetan", OLD]]]);
  const text = chart.detail.querySelector(".wcl-lang-text");
  assert.deepEqual([text.getAttribute("lang"), text.getAttribute("dir")], ["bo", "ltr"]);
});

test("every script has a group, most of them one with a name", () => {
  const groups = costs.rows.map(({ script }) => groupOf(script));
  assert.ok(groups.every((group) => group < GROUPS.length));
  assert.ok(groups.filter((group) => group === GROUPS.length - 1).length < 12);
});

test("equal rows are in order of their names, and the given ones stay as they are", () => {
  const rows = ["b", "a"].map((name) => ({ name, tokens: { x: 1 } }));
  assert.deepEqual([sorted(rows, "tokens", "x").map(({ name }) => name), rows[0].name], [["a", "b"], "b"]);
});

test("own sentences have names of their own", () => {
  assert.deepEqual(textsOf(" one\n\none\na long sentence in some language"), { one: "one", "one ": "one", "a long sentence in…": "a long sentence in some language" });
});

test("own sentences are counted, or it is said why not", async () => {
  await chart.count(textsOf("one"));
  assert.deepEqual([chart.problem.hidden, chart.problem.textContent], [false, "one"]);
  await chart.count(textsOf("one\ntwo"));
  assert.equal(chart.problem.hidden, true);
});

test("a link says what is not as the chart opens, and shows it again", async () => {
  chart.show(costs);
  assert.deepEqual(chart.linked, {});
  chart.pick({ measure: "tokens" });
  chart.select({ model: OLD });
  assert.deepEqual(chart.linked, { model: OLD, measure: "tokens" });
  chart.select({ model: "nonesuch", measure: "nonesuch" });
  assert.deepEqual(chart.linked, { model: OLD, measure: "tokens" });
  await chart.count({ one: "a", two: "b" });
  assert.deepEqual(chart.linked.texts, { one: "a", two: "b" });
});

test("the data as a table", () => {
  const [head, first, ...rest] = csvOf(costs).split("\r\n");
  assert.equal(head, `language,script,characters,bytes,${costs.models.map((model) => `${model} tokens,${model} times`).join(",")},text`);
  assert.equal(rest.length, 59);
  assert.ok(first.startsWith(`${costs.rows[0].name},${costs.rows[0].script},`));
  assert.match(csvOf({ models: [], rows: [{ ...costs.rows[0], text: 'a "b", c' }] }), /,"a ""b"", c"$/);
});
