// Patterns as they are written: over several lines, coloured, with their differences marked.

import assert from "node:assert/strict";
import test from "node:test";

import "./fake_page.js";
import { drawPattern } from "../web/screens/divergence/pattern_ink.js";
import { differencesOf, laidOut, partsOf, patternOf } from "../web/screens/divergence/pattern_text.js";
import { element } from "../web/shared/dom.js";
import { strictRecords } from "./records.js";

const { options, patterns } = strictRecords("divergence");
const known = [...new Set(options.lexers.flatMap(({ lexers }) => lexers.map(({ pattern }) => pattern)).filter(Boolean))];

test("a line break and the blanks after it are layout, unless escaped", () => {
  assert.equal(patternOf("a+\n  | b \n\t|c"), "a+| b |c");
  assert.equal(patternOf("  a"), "  a", "blanks of the first line are part of the pattern");
  assert.equal(patternOf("a\\\n  b"), "a\\\n  b", "a line break behind a backslash is meant");
  assert.equal(patternOf("a\\\\\n  b"), "a\\\\b", "behind an escaped backslash it is not");
  assert.equal(patternOf("[a\n b]\\n"), "[ab]\\n");
});

test("every offered pattern is laid out without being changed", () => {
  assert.ok(known.length > 8);
  for (const pattern of known) {
    const written = laidOut(pattern);
    assert.equal(patternOf(written), pattern);
    assert.equal(partsOf(written).map(({ text }) => text).join(""), written);
  }
  assert.equal(laidOut("a|b"), "a|b");
  assert.equal(laidOut("[^\n]+\\\r"), "[^\\n]+\\r", "raw line ends are escaped: a textarea has no others than \\n");
  assert.equal(laidOut(`(?:a|b)|[|]|\\||${"c".repeat(40)}`), `(?:a|b)\n|[|]\n|\\|\n|${"c".repeat(40)}`);
});

test("the parts of a pattern", () => {
  const kinds = (written) => partsOf(written).map(({ kind, text }) => `${kind} ${text}`);
  assert.deepEqual(kinds("a\\p{L}{1,3}+|(?!\\S)$"), ["plain a", "set \\p{L}", "many {1,3}+", "or |", "group (?!", "set \\S", "group )", "group $"]);
  assert.deepEqual(kinds("[]a]\\x41.{"), ["set []a]", "escape \\x41", "set .", "plain {"]);
  for (const unfinished of ["(", "[a", "\\", "(?", "a{1,", "[\\"]) assert.equal(partsOf(unfinished).map(({ text }) => text).join(""), unfinished);
});

test("differences are marked where they are", () => {
  for (const side of ["a", "b"]) {
    const pattern = patterns.branches.filter((branch) => branch[side]).map((branch) => branch[side].text.join("")).join("|");
    assert.ok(known.includes(pattern));
    const ranges = differencesOf(patterns, side);
    const node = element("pre", {}, ...drawPattern(laidOut(pattern), ranges));
    assert.equal(node.textContent, laidOut(pattern));
    assert.equal(node.querySelectorAll("mark").map((mark) => mark.textContent).join(""), ranges.map(([from, to]) => pattern.slice(from, to)).join(""));
  }
  const hostile = "<img src=x onerror=alert(1)>|\u202e";
  assert.ok(element("pre", {}, ...drawPattern(hostile, [[0, 4]])).markup.includes("&lt;img"));
});
