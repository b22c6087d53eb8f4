// Tokens in training: their bytes come as hexadecimal digits, and are drawn as tiles.

import { element } from "../../shared/dom.js";
import { tokenLabel } from "../../shared/token_label.js";

const wholeUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// {id, hex, text}; text is null if the bytes are not whole characters
export function readToken(hex, id) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const token = { id, hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" "), text: null };
  try {
    token.text = wholeUtf8.decode(bytes);
  } catch { /* part of a character */ }
  return token;
}

export function tokenTile(token, classes = "", title = "") {
  const torn = token.text === null ? " wct-torn" : "";
  const about = title || (token.id === undefined ? "" : `token ${token.id}, bytes ${token.hex}`);
  return element("span", { class: `wct-tile${torn} ${classes}`, title: about }, tokenLabel(token));
}

export function pairTiles(left, right, classes = "") {
  return element("span", { class: `wct-pair ${classes}` }, tokenTile(left), tokenTile(right));
}
