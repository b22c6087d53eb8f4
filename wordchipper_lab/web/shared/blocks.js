// Divides a text into blocks that are drawn only while they are near the screen.

import { upperBound } from "./utf8.js";

const COMFORTABLE = 1200; // UTF-16 units after which a block ends at the next line end
const PATIENT = 3000; // ... at the next space
const LONGEST = 6000; // ... at the next place between two characters

// Blocks as {from, to} in UTF-16 units. No cut is inside a character that two tokens share.
export function cutBlocks(segmentation) {
  const { text, index, inner, length } = segmentation;
  const blocks = [];
  let from = 0;
  const close = (to, broken) => {
    blocks.push({ from, to, broken });
    from = to;
  };
  for (let segment = 0; segment < length; segment++) {
    if (index[segment] - from < COMFORTABLE) segment = upperBound(index, from + COMFORTABLE - 1, segment);
    if (inner[segment] || segment >= length) continue;
    const at = index[segment];
    while (at - from > LONGEST * 2) close(beforeJoined(text, from + LONGEST), true);
    const size = at - from;
    if (size < COMFORTABLE) continue;
    const last = text.charCodeAt(at - 1);
    if (last === 10 && at < text.length) close(at, false);
    else if (size >= PATIENT && /\s/.test(text[at] ?? "")) close(at, true);
    else if (size >= LONGEST) close(beforeJoined(text, at), true);
  }
  if (from < text.length) close(text.length, false);
  return blocks;
}

// A place at or before `at` that does not separate a surrogate pair, a joiner or a combining mark from its base.
function beforeJoined(text, at) {
  for (let tries = 0; tries < 32; tries++, at--) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 32);
    const low = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
    if (!low && !/[\p{M}\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]/u.test(character) && text[at - 1] !== "\u200d") break;
  }
  return at;
}
