// The span itself above the lanes: its characters over their bytes, each byte in hexadecimal with its offset.

import { element } from "../../shared/dom.js";
import { tokenLabel } from "../../shared/token_label.js";
import { hexOf, textOf, utf8Length } from "../../shared/utf8.js";

const ROOM_FOR_HEX = 24; // pixels per byte

// Parts {text, bytes}: the characters or, if the bytes are not UTF-8, each byte separately.
function characters(span) {
  const text = textOf(span);
  if (text === null) return Array.from(span, (byte) => ({ text: null, bytes: Uint8Array.of(byte) }));
  let at = 0;
  return Array.from(text, (character) => {
    const size = utf8Length(character.codePointAt(0));
    at += size;
    return { text: character, bytes: span.slice(at - size, at) };
  });
}

// Hidden if the lanes wrap, because the columns would not line up. isPlain: leave it out where each character is one byte
export function drawRuler(node, span, cell, width, isPlain) {
  const isRedundant = isPlain && span.every((byte) => byte < 0x80);
  node.hidden = !span.length || isRedundant || span.length * cell > width || cell < ROOM_FOR_HEX;
  if (node.hidden) return;
  let at = 0;
  node.replaceChildren(...characters(span).map(({ text, bytes }) => {
    const columns = Array.from(bytes, (byte) => element("span", { class: "wcm-byte", style: `width: ${cell}px` }, hexOf([byte]), element("small", {}, String(at++))));
    const label = element("span", { class: "wcm-character" }, tokenLabel({ text, hex: hexOf(bytes) }));
    return element("span", { class: "wcm-ruled" }, label, element("span", { class: "wcm-bytes" }, ...columns));
  }));
}
