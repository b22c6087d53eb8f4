// Each encoder's own data in the current frame.

import { backtrackOwn } from "./backtrack.js";
import { cellRow, ownRow } from "./cells.js";
import { NO_MERGE } from "./data.js";
import { heapOwn } from "./heap.js";
import { isolated, tokenLabel } from "../../shared/token_label.js";

const MOST_HEAD = 6;

function tokenCell(lane, id, more = {}) {
  return { text: tokenLabel(lane.token(id)), note: String(id), ...more };
}

function bufferOwn(lane, frame) {
  const { own } = frame;
  const cells = lane.list(own.buffer).map((id, at) => tokenCell(lane, id, {
    classes: at >= own.live ? "wcm-dead" : frame.merged && at === frame.merged.index ? "wcm-new" : "",
    title: at >= own.live ? "left over from an earlier merge: no longer part of the buffer" : undefined,
  }));
  return [ownRow("Working buffer", cellRow("Working buffer", cells))];
}

function tailOwn(lane, frame) {
  const hidden = Math.max(0, lane.head.length - MOST_HEAD);
  const head = lane.head.slice(hidden).map((id) => tokenCell(lane, id, { classes: "wcm-fixed", title: "from an earlier span: unchanged" }));
  const live = lane.tokensOf(frame).map((id, at) => tokenCell(lane, id, { classes: frame.merged && at === frame.merged.index ? "wcm-new" : "" }));
  const before = hidden ? [{ text: `… ${hidden}`, classes: "wcm-link" }] : [];
  const none = lane.head.length ? [] : [{ text: "head: empty", classes: "wcm-link" }];
  return [ownRow("Output", cellRow("Output, fixed head and live tail", [...before, ...head, ...none, { text: "┃ tail", classes: "wcm-link" }, ...live]))];
}

function ranksOwn(lane, frame) {
  const fresh = new Set(frame.fresh);
  const tokens = lane.tokensOf(frame);
  const cells = lane.list(frame.ranks).map((rank, at) => ({
    text: rank === NO_MERGE ? "–" : String(rank),
    note: `${isolated(tokenLabel(lane.token(tokens[at])))}+${isolated(tokenLabel(lane.token(tokens[at + 1])))}`,
    classes: `${fresh.has(at) ? "wcm-new" : ""}${at === frame.winner ? " wcm-top" : ""}`,
    title: fresh.has(at) ? "computed in this step" : "remembered",
  }));
  return [ownRow("pair_ranks", cells.length ? cellRow("Ranks of the pairs", cells) : "empty: one token is left")];
}

function stackOwn(lane, frame) {
  const { own } = frame;
  const tokens = lane.tokensOf(frame);
  const action = { start: "begins", shift: "shifted a byte onto the stack", reduce: "reduced the two on top" }[own.action];
  const stack = tokens.slice(0, own.depth).map((id, at) => tokenCell(lane, id, { classes: at === own.depth - 1 ? "wcm-top" : "" }));
  return [ownRow("Did", action), ownRow("Stack", stack.length ? cellRow("Stack, bottom first", stack) : "empty")];
}

// size: bytes of the span; room: pixels of a lane
export function ownRows(lane, frame, size, room) {
  const draw = { buffer_sweep: bufferOwn, tail_sweep: tailOwn, merge_heap: ranksOwn, priority_merge: heapOwn, bpe_backtrack: backtrackOwn, shift_reduce: stackOwn }[lane.encoder];
  return draw && frame.own !== undefined ? draw(lane, frame, size, room) : [ownRow("Keeps", "nothing: it starts again from the left after each merge")];
}
