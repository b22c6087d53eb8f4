// A token in a few characters, in a separate box or within a sentence.

import { visibleText } from "./glyphs.js";

function standing(text) {
  return visibleText(text).replace(/^(?=\p{M})/u, "◌"); // a combining mark needs a base character
}

// The label in a token's box: its text with visible signs, or its bytes if they are not whole characters.
export function tokenLabel(token) {
  return (token.label ??= token.text === null ? token.hex : standing(token.text));
}

// Text within a sentence, isolated (U+2068 ... U+2069) from the direction of the text around it; otherwise
// right-to-left tokens would change places.
export function isolated(text) {
  return `\u2068${text}\u2069`;
}

export function quotedToken(token) {
  return token.text === null ? `bytes ${token.hex}` : `“${isolated(standing(token.text))}”`;
}
