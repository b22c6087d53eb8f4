// A token's bytes as whole characters, and what is left between them.

import { textOf } from "./utf8.js";

function sizeOf(lead) {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

// Runs of valid text and of other bytes: [[text, null] | [null, bytes], ...].
export function piecesOf(bytes) {
  const whole = textOf(bytes);
  if (whole !== null) return [[whole, null]];
  const pieces = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + sizeOf(bytes[at]);
    const text = end <= bytes.length ? textOf(bytes.subarray(at, end)) : null;
    const last = pieces.at(-1);
    if (text !== null) {
      if (last && last[0] !== null) last[0] += text;
      else pieces.push([text, null]);
      at = end;
    } else {
      if (last && last[1]) last[1] = bytes.subarray(last[1].byteOffset - bytes.byteOffset, at + 1);
      else pieces.push([null, bytes.subarray(at, at + 1)]);
      at += 1;
    }
  }
  return pieces;
}
