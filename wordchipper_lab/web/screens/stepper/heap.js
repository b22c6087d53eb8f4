// priority_merge's own data: the entry that was popped, the heap as an array and as a tree, the linked list.

import { count, element } from "../../shared/dom.js";
import { cellRow, ownRow } from "./cells.js";
import { isolated, quotedToken, tokenLabel } from "../../shared/token_label.js";
import { svgElement } from "../../shared/svg_chart.js";

const TREE_ENTRIES = 15; // four levels
const FEWER_ENTRIES = 7; // three levels, on a phone
const NARROW = 680; // pixels of a lane
const COLUMN = 82; // pixels of an entry
const OWN_EDGE = 24; // pixels beside the tree, in a narrow lane

// "en+t", shortened; isolated, so that right-to-left tokens stay in place.
function pairLabel(lane, left, right, most = Infinity) {
  const [a, b] = [left, right].map((id) => Array.from(tokenLabel(lane.token(id))));
  const room = Math.max(1, Math.floor((most - 1) / 2));
  const [first, second] = a.length + b.length + 1 <= most ? [a, b] : [a, b].map((part) => (part.length > room ? [...part.slice(0, room - 1), "…"] : part));
  return `${isolated(first.join(""))}+${isolated(second.join(""))}`;
}

function entryText(lane, number) {
  const { rank, position, left, right } = lane.entries[number];
  return `${rank} @${position} ${pairLabel(lane, left, right)}`;
}

// An entry is valid as long as its two tokens are at its place, side by side.
function isTrue(lane, frame, number) {
  const { position, left, right } = lane.entries[number];
  const tokens = lane.tokensOf(frame);
  const at = lane.startsOf(frame).indexOf(position);
  return at >= 0 && tokens[at] === left && tokens[at + 1] === right;
}

function heapTree(lane, frame, heap, room) {
  const shown = heap.slice(0, room < NARROW ? FEWER_ENTRIES : TREE_ENTRIES);
  const levels = Math.floor(Math.log2(shown.length)) + 1;
  const columns = 2 ** (levels - 1);
  const column = Math.min(COLUMN, (room - OWN_EDGE) / columns);
  const width = Math.max(columns * column, 120);
  const place = (at) => {
    const level = Math.floor(Math.log2(at + 1));
    const inLevel = at + 1 - 2 ** level;
    return [((inLevel + 0.5) * width) / 2 ** level, 16 + level * 46];
  };
  const lines = shown.slice(1).map((_, at) => {
    const [x, y] = place(at + 1);
    const [px, py] = place(at >> 1);
    return svgElement("line", { x1: px, y1: py, x2: x, y2: y, class: "wcm-edge" });
  });
  const nodes = shown.map((number, at) => {
    const [x, y] = place(at);
    const { rank, position, left, right } = lane.entries[number];
    const stale = !isTrue(lane, frame, number);
    const fresh = frame.own.pushed.includes(number);
    return svgElement("g", { "data-key": `tree ${number}`, class: `wcm-node${stale ? " wcm-node-stale" : ""}${at === 0 ? " wcm-node-top" : ""}${fresh ? " wcm-node-fresh" : ""}` },
      svgElement("rect", { x: x - column / 2 + 3, y: y - 15, width: column - 6, height: 32, rx: 5 }),
      svgElement("text", { x, y: y - 1, class: "wcm-node-rank" }, String(rank)),
      svgElement("text", { x, y: y + 12, class: "wcm-node-pair" }, `${pairLabel(lane, left, right, 9)} @${position}`),
      stale ? svgElement("line", { x1: x - column / 2 + 7, y1: y + 1, x2: x + column / 2 - 7, y2: y + 1, class: "wcm-strike" }) : null);
  });
  const rest = heap.length - shown.length;
  const label = `Heap as a tree, ${heap.length} entries; at the top rank ${lane.entries[heap[0]].rank}`;
  return element("div", { class: "wcm-tree" },
    svgElement("svg", { width, height: levels * 46 + 4, viewBox: `0 0 ${width} ${levels * 46 + 4}`, role: "img", "aria-label": label }, ...lines, ...nodes),
    rest > 0 ? element("span", { class: "wcm-more" }, `… ${count(rest)} entries below`) : null);
}

function poppedText(lane, own) {
  if (own.popped === null) return "nothing yet: every pair that merges was pushed";
  const { rank, position, left, right } = lane.entries[own.popped];
  const what = `${quotedToken(lane.token(left))} + ${quotedToken(lane.token(right))} at byte ${position}, rank ${rank}`;
  if (own.stale === null) return `${what}: still valid, merged`;
  const named = own.stale.replace(/(to|is) (\d+)/, (_, word, id) => `${word} ${quotedToken(lane.token(Number(id)))}`);
  return `${what}: stale, dropped - ${named}`;
}

function linkedList(lane, frame) {
  const tokens = lane.tokensOf(frame);
  const starts = lane.startsOf(frame);
  return cellRow("Linked list", tokens.flatMap((id, at) => [
    { text: tokenLabel(lane.token(id)), note: `@${starts[at]}`, spoken: `${tokenLabel(lane.token(id))} at byte ${starts[at]}`, key: `list ${starts[at]}` },
    ...(at + 1 < tokens.length ? [{ text: "⇄", classes: "wcm-link", spoken: "" }] : []),
  ]));
}

// Whether the element with this key is the entry that the frame popped.
export function isPopped(frame, key) {
  return frame.own?.popped !== undefined && frame.own.popped !== null && key.endsWith(` ${frame.own.popped}`) && !key.startsWith("list");
}

export function heapOwn(lane, frame, size, room) {
  const { own } = frame;
  const heap = lane.list(own.heap);
  const cells = heap.map((number, at) => ({
    text: String(lane.entries[number].rank), note: `@${lane.entries[number].position}`, title: entryText(lane, number), key: `array ${number}`,
    classes: `${isTrue(lane, frame, number) ? "" : "wcm-dead"}${at === 0 ? " wcm-top" : ""}${own.pushed.includes(number) ? " wcm-new" : ""}`,
  }));
  const popped = element("span", { class: own.stale ? "wcm-verdict wcm-bad" : "wcm-verdict" }, `${own.popped === null ? "" : own.stale ? "✗ " : "✓ "}${poppedText(lane, own)}`);
  return [
    ownRow("Popped", popped),
    ownRow(`Heap, ${heap.length}`, heap.length ? heapTree(lane, frame, heap, room) : "empty"),
    ownRow("As an array", heap.length ? cellRow("Heap as an array", cells) : "empty"),
    ownRow("Linked list", linkedList(lane, frame)),
  ];
}
