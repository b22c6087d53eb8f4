// The merges of a span as a tree over its bytes: each merge is a bar over what it joined, the latest on top.

import { element } from "../../shared/dom.js";
import { quotedToken, tokenLabel } from "../../shared/token_label.js";

const BYTE_WIDTH = 30; // pixels per byte if the bytes do not fill the page
const LEVEL = 30;

// Bars {start, end, id, rank, level, at} in the order of the merges; at: the frame that the merge made
export function mergeBars(lane) {
  const heights = new Map(); // byte where a token begins -> levels of the tree below it
  const bars = [];
  lane.frames.forEach((frame, at) => {
    if (!frame.merged) return;
    const { index, left, rank, token: id } = frame.merged;
    const start = lane.startsOf(frame)[index];
    const middle = start + lane.token(left).bytes.length;
    const level = Math.max(heights.get(start) ?? 0, heights.get(middle) ?? 0) + 1;
    heights.set(start, level);
    bars.push({ start, end: start + lane.token(id).bytes.length, id, rank, level, at });
  });
  return bars;
}

export class MergeTree {
  constructor() {
    this.canvas = element("div", { class: "wcm-icicle", role: "img" });
    this.scroll = element("div", { class: "wcl-scroll", tabindex: "0", role: "region", "aria-label": "Merge tree of the span" }, this.canvas);
    this.hint = element("p", { class: "wcl-hint" }, "Each bar is a merge; its number is the rank. Everything below it was joined earlier. Bars of later steps are outlined.");
    this.node = element("div", { class: "wcl-panel-body" }, this.scroll, this.hint);
  }

  show(lane, size, width) {
    this.bars = lane ? mergeBars(lane) : [];
    if (!lane) {
      this.canvas.replaceChildren("Add a lane that merges to see its tree.");
      return;
    }
    const cell = Math.max(BYTE_WIDTH, Math.min(88, Math.floor(width / Math.max(size, 1))));
    const levels = Math.max(0, ...this.bars.map((bar) => bar.level));
    const bytes = lane.tokensOf(lane.frames[0]).map((id, at) => this.bar({ start: at, end: at + 1, id, level: 0 }, lane, cell, levels));
    this.nodes = this.bars.map((bar) => this.bar(bar, lane, cell, levels));
    this.canvas.style.width = `${cell * size}px`;
    this.canvas.style.height = `${(levels + 1) * LEVEL}px`;
    this.canvas.setAttribute("aria-label", this.bars.map((bar) => `${quotedToken(lane.token(bar.id))} rank ${bar.rank}`).join(", ") || "no merges");
    this.canvas.replaceChildren(...bytes, ...this.nodes);
  }

  bar({ start, end, id, rank: number, level }, lane, cell, levels) {
    const width = (end - start) * cell;
    const rank = level && width > 90 ? element("small", {}, String(number)) : null;
    const node = element("span", { class: level ? "wcm-bar-merge" : "wcm-bar-byte", title: level ? `${quotedToken(lane.token(id))}, rank ${number}` : undefined }, tokenLabel(lane.token(id)), rank);
    node.style.cssText = `left: ${start * cell}px; width: ${width}px; top: ${(levels - level) * LEVEL}px;`;
    return node;
  }

  // Bars of merges up to frame `at` are filled.
  mark(at) {
    this.bars?.forEach((bar, i) => this.nodes[i].classList.toggle("wcm-done", bar.at <= at));
  }
}
