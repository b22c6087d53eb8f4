// A token in a few characters: in a box of its own, or in the middle of a sentence.

import { visibleText } from "./glyphs.js";

function standing(text) {
  return visibleText(text).replace(/^(?=\p{M})/u, "◌"); // a mark needs something to stand on
}

// What stands in a token's box: its text with visible signs, or its bytes where they are not whole characters.
export function tokenLabel(token) {
  return (token.label ??= token.text === null ? token.hex : standing(token.text));
}

// Text in the middle of a sentence that runs its own way (U+2068 ... U+2069): else right-to-left tokens change places.
export function isolated(text) {
  return `\u2068${text}\u2069`;
}

export function quotedToken(token) {
  return token.text === null ? `bytes ${token.hex}` : `“${isolated(standing(token.text))}”`;
}
