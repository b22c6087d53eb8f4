// How a token is merged from single bytes. Twin: lab/merge_tree.py, `merge_tree`; and `draw_tree` of
// screens/vocabulary/drawing.py.

import { hexOf } from "../shared/utf8.js";

const MOST_NODES = 600;

// The tree in columns, each node before its left part, and that before its right part; null if it is too large to read.
export function drawTree(tokenizer, token) {
  const { vocabulary } = tokenizer;
  const data = vocabulary.tokenBytes(token);
  const nodes = { token: [], start: [], end: [], left: [], right: [] };
  const waiting = [{ token, start: 0, end: data.length, side: null, parent: -1 }];
  while (waiting.length) {
    const { token: part, start, end, side, parent } = waiting.pop();
    const place = nodes.token.length;
    if (place === MOST_NODES) return null;
    if (side) nodes[side][parent] = place;
    nodes.token.push(part);
    nodes.start.push(start);
    nodes.end.push(end);
    nodes.left.push(-1);
    nodes.right.push(-1);
    const pair = vocabulary.split(part);
    if (!pair) continue;
    const middle = start + vocabulary.tokenBytes(pair[0]).length;
    waiting.push({ token: pair[1], start: middle, end, side: "right", parent: place });
    waiting.push({ token: pair[0], start, end: middle, side: "left", parent: place });
  }
  return { token, bytes: hexOf(data).replaceAll(" ", ""), nodes };
}
