// The spans of a row, and the characters under them.

import { rowsOf } from "../../shared/columns.js";
import { utf8Length } from "../../shared/utf8.js";

// row: SpanColumns; its spans lie end to end
export function spansOf(row) {
  return rowsOf(row, "end", "kind").map((span, at) => ({ start: at ? row.end[at - 1] : 0, ...span }));
}

// Characters with their sizes in bytes: [{character, at, size}]
export function placed(text, at = 0) {
  return Array.from(text, (character) => {
    const size = utf8Length(character.codePointAt(0));
    at += size;
    return { character, at: at - size, size };
  });
}
