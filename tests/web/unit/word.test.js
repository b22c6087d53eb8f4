import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { explain, firstTerm } from "../web/shared/word.js";
import words from "./explained_words.json" with { type: "json" };

function paragraph(text, tag = "p") {
  const node = document.createElement(tag);
  node.append(text);
  return node;
}

const click = (button) => button.listeners.click[0]();

test("the longest term that begins first is explained, as a whole word", () => {
  const found = (text) => { const first = firstTerm(text, words); return first && [text.slice(first.at, first.at + first.label.length), first.word.name]; };
  assert.deepEqual(found("Each span encoder merges"), ["span encoder", "span encoder"]);
  assert.deepEqual(found("Special tokens"), ["Special tokens", "special token"]);
  assert.deepEqual(found("Spaniards: 3 Spans"), ["Spans", "span"]);
  assert.equal(found("unmerged, tokenizers"), null);
});

test("a term in a text becomes a button, and the text stays", () => {
  const shown = [];
  const node = paragraph("The lowest rank goes first.");
  const term = explain(node, words, (word) => shown.push(word.screen));
  assert.equal(term.button.textContent, "rank");
  assert.ok(node.textContent.startsWith("The lowest rank"));
  assert.ok(node.textContent.endsWith(" goes first."));
  assert.equal(term.box.hidden, true);
  click(term.button);
  assert.deepEqual([term.box.hidden, term.button.getAttribute("aria-expanded")], [false, "true"]);
  click(term.show);
  assert.deepEqual([shown, term.box.hidden], [["stepper"], true]);
  assert.equal(explain(node, words), null, "once is enough");
});

test("one explanation at a time; Escape closes it and is used up", () => {
  const [one, other] = ["A merge.", "A cell."].map((text) => explain(paragraph(text), words));
  click(one.button);
  click(other.button);
  assert.deepEqual([one.isOpen, other.isOpen, other.show], [false, true, null]);
  let isTaken = false;
  other.press({ key: "Escape", preventDefault() {}, stopPropagation() { isTaken = true; } });
  assert.deepEqual([other.isOpen, isTaken], [false, true]);
  isTaken = false;
  other.press({ key: "Escape", preventDefault() {}, stopPropagation() { isTaken = true; } });
  assert.equal(isTaken, false, "somebody else may need it");
});

test("nothing is put into a button, a link or a summary", () => {
  for (const tag of ["button", "a", "summary"]) assert.equal(explain(paragraph("A merge.", tag), words), null);
  assert.equal(explain(paragraph("Nothing to explain."), words), null);
});
