// A sentence with terms of the field in it: "The [lexer] cuts a text into [spans]." Each term explains itself.

import { element } from "./dom.js";
import { explain } from "./word.js";

export function termLine(sentence) {
  const parts = sentence.split(/\[([^\]]+)\]/);
  return element("p", { class: "wcl-hint wcl-terms" }, ...parts.map((part, at) => (at % 2 ? element("span", { class: "wcl-term" }, part) : part)));
}

// words: [{name, says, screen, state, labels}]; onShow(word), or null where there is no other screen
export function explainTerms(root, words, onShow) {
  for (const node of root.querySelectorAll(".wcl-term")) explain(node, words, onShow);
}
