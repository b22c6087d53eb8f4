// A token's bytes drawn so that nothing is hidden: visible glyphs for invisible characters, hex chips for
// bytes that are not characters.

import { element } from "./dom.js";
import { drawText } from "./draw_block.js";
import { spoken } from "./glyphs.js";
import { piecesOf } from "./token_pieces.js";
import { hexOf } from "./utf8.js";

const LONGEST_DRAWN = 160;

export function drawToken(node, bytes, find = null) {
  const shown = bytes.length > LONGEST_DRAWN ? bytes.subarray(0, LONGEST_DRAWN) : bytes;
  for (const [text, torn] of piecesOf(shown)) {
    if (torn) {
      for (const byte of torn) node.append(element("span", { class: "wcl-byte", title: "a byte that is not a whole character here" }, hexOf([byte])));
      continue;
    }
    if (/^\p{M}/u.test(text)) node.append(element("span", { class: "wcl-carrier", "aria-hidden": "true" }, "\u25cc"));
    const [from, to] = find?.(text) ?? [0, 0];
    drawText(node, text.slice(0, from));
    if (to > from) {
      const found = element("mark", { class: "wcl-found" });
      drawText(found, text.slice(from, to));
      node.append(found);
    }
    drawText(node, text.slice(to));
  }
  // A token is drawn on one line, so only the signs of its line ends are shown.
  for (const sign of node.querySelectorAll(".wcl-label")) if (/[\n\r\u0085\u2028\u2029]/.test(sign.textContent)) sign.textContent = "";
  if (bytes.length > LONGEST_DRAWN) node.append("…");
  return node;
}

export function tokenNode(bytes, classes = "") {
  return drawToken(element("span", { class: `wcl-token wcl-mono ${classes}` }), bytes);
}

// A token as a screen reader should read it.
export function saidToken(bytes) {
  const pieces = piecesOf(bytes.subarray(0, LONGEST_DRAWN));
  return pieces.map(([text, torn]) => (torn ? `${torn.length === 1 ? "byte" : "bytes"} ${hexOf(torn)}` : spoken(text))).join(", ");
}
