import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./fake_page.js";
import { lengthClasses } from "../web/screens/vocabulary/charts.js";
import { listedCsv, listedIds, listedJson } from "../web/screens/vocabulary/export.js";
import { FILTERS, QueryForm, SEARCHES } from "../web/screens/vocabulary/query.js";
import { readRecord } from "./records.js";

const python = readRecord("query"); // the fields of a search, their defaults and their possible values

const STATE = { ...python.defaults, query: "", compare: "", part: "", ...FILTERS };
let asked;
let form;

beforeEach(() => {
  asked = [];
  const act = { change: (state) => asked.push(state), typed: (text) => asked.push(text), reset: (state) => asked.push(state) };
  form = new QueryForm({ kind: python.choices.kind, script: python.choices.script }, act);
});

const chips = () => form.active.children.map((chip) => chip.textContent);

test("filters and examples are what a search in Python takes", () => {
  for (const [name, value] of Object.entries(FILTERS)) if (name !== "part") assert.equal(value, python.defaults[name], name);
  for (const [title, search] of Object.entries(SEARCHES)) {
    for (const [name, value] of Object.entries(search)) {
      assert.ok(name === "query" || name in python.defaults, `${title}: ${name}`);
      if (python.choices[name]) assert.ok(python.choices[name].includes(value), `${title}: ${value}`);
    }
  }
  for (const name of ["by", "match", "sort"]) assert.deepEqual([...form[name].node.options.map((each) => each.value)].sort(), [...python.choices[name]].sort());
});

test("what a search does not use is hidden", () => {
  const shown = (by) => {
    form.show({ ...STATE, by }, false);
    return [form.match.field.hidden, form.foldLabel.hidden];
  };
  assert.deepEqual(["text", "regex", "hex", "id"].map(shown), [[false, false], [true, false], [false, true], [true, true]]);
});

test("the box shows the query, which has what is typed at once", () => {
  form.text.value = "wor";
  form.show({ ...STATE, query: "wor" });
  assert.equal(form.text.value, "wor");
  form.show({ ...STATE, query: "a\nb" });
  assert.deepEqual([form.text.value, form.text.rows], ["a\nb", 2]);
});

test("filters in use stand as chips, and a click takes one away", () => {
  form.show(STATE, false);
  assert.deepEqual([chips(), form.clear.hidden], [[], true]);
  form.show({ ...STATE, special: "ranked", script: "Old_Italic", min_bytes: 3, max_bytes: 3, min_characters: 2, part: "moved", compare: "p50k_base" }, false);
  assert.deepEqual(chips(), ["ranked only ×", "Old Italic ×", "3 bytes ×", "2 and more characters ×", "moved (p50k_base) ×"]);
  form.active.children[2].listeners.click[0]();
  assert.deepEqual(asked, [{ min_bytes: 0, max_bytes: 0 }]);
  form.show({ ...STATE, part: "moved" }, false);
  assert.deepEqual(chips(), [], "a part without a comparison is not a filter");
});

test("lengths are whole numbers, and nothing is 0", () => {
  const box = form.lengths.min_bytes;
  for (const [typed, sent] of [["7", 7], ["2.6", 3], ["", 0], ["-4", 0], ["x", 0]]) {
    box.value = typed;
    box.listeners.change[0]();
    assert.deepEqual(asked.at(-1), { min_bytes: sent });
  }
});

test("classes of lengths hold every token once", () => {
  const histogram = { 1: 256, 2: 9, 13: 4, 15: 1, 40: 2, 128: 3 };
  const classes = lengthClasses(histogram);
  assert.equal(classes.reduce((sum, { tokens }) => sum + tokens, 0), 275);
  classes.forEach(({ from, to }, at) => assert.ok(from <= to && (!at || from > classes[at - 1].to)));
  assert.equal(classes.at(-1).to, 128);
  assert.deepEqual(lengthClasses({ 1: 2 }), [{ from: 1, to: 1, tokens: 2 }]);
});

const TOKENS = [["a,b", "61 2c 62"], ['"', "22"], ["line\nend", "0a"], [null, "ff"]];
const VOCABULARY = {
  name: "x", ids: [10, 11, 12, 13], text: (place) => TOKENS[place][0], hex: (place) => TOKENS[place][1], size: () => 1, script: () => "Common", kind: () => "mixed",
};
const LISTING = { length: 4, of: 9, place: (row) => 3 - row };

test("files have the listed tokens in the list's order", () => {
  assert.deepEqual(listedIds(VOCABULARY, LISTING), [13, 12, 11, 10]);
  assert.deepEqual(JSON.parse(listedJson(VOCABULARY, LISTING, { query: "q" })).tokens[0], { id: 13, text: null, hex: "ff" });
  const lines = listedCsv(VOCABULARY, LISTING).split("\r\n");
  assert.deepEqual(lines, [
    "id,text,hex,bytes,script,consists of", "13,,ff,1,Common,mixed", '12,"line\nend",0a,1,Common,mixed', '11,"""",22,1,Common,mixed', '10,"a,b",61 2c 62,1,Common,mixed', ""]);
});
