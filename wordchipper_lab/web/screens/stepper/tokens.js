// A row of tokens over the span's bytes, with the rank of each pair of neighbours below their common border.

import { element } from "../../shared/dom.js";
import { tokenLabel } from "../../shared/token_label.js";
import { NO_MERGE } from "./data.js";

const DIGIT = 7.4; // pixels per digit in small figures

function digits(number) {
  return String(number).length * DIGIT;
}

export class TokenRow {
  constructor(lane) {
    this.lane = lane;
    this.boxes = new Map();
    this.node = element("div", { class: "wcm-row", role: "img" });
    this.shown = [];
  }

  // cell: pixels per byte; merge: the merge that made this frame. Boxes are identified by their first byte, so that a
  // step changes only the boxes that differ: this allows 60 steps a second with 5 lanes of 200 bytes.
  show(frame, merge, cell) {
    const { lane } = this;
    const boxes = lane.boxesOf(frame);
    const ranks = lane.list(frame.ranks);
    const fresh = new Set(frame.fresh);
    const merged = merge ? merge.index : -1;
    const order = boxes.map(({ token, start, kind }, at) => {
      const box = this.box(start);
      const width = token.bytes.length * cell;
      const next = at + 1 < boxes.length ? boxes[at + 1].token.bytes.length * cell : 0;
      const rank = ranks[at] ?? null;
      const isWinner = frame.winner >= 0 && at === frame.winner;
      const inWinner = isWinner || (frame.winner >= 0 && at === frame.winner + 1);
      const shown = { token, kind: at === merged ? "merged" : kind, width, next, rank, isFresh: fresh.has(at), isWinner, inWinner };
      const mark = `${token.id} ${token.hex} ${shown.kind} ${width} ${next} ${rank} ${shown.isFresh} ${isWinner} ${inWinner}`;
      if (box.mark !== mark) {
        box.mark = mark;
        this.draw(box, shown);
      }
      box.node.dataset.at = at;
      return box.node;
    });
    this.arrange(order);
    this.node.setAttribute("aria-label", `${boxes.length} tokens and bytes: ${boxes.map(({ token }) => tokenLabel(token)).join(", ")}`);
    this.shown = order;
  }

  // A merge removes one node: inserting all of them again would take 20 ms for 200.
  arrange(order) {
    const wanted = new Set(order);
    for (const node of this.shown) if (!wanted.has(node)) node.remove();
    let next = this.node.firstChild;
    for (const node of order) {
      if (node === next) next = next.nextSibling;
      else this.node.insertBefore(node, next);
    }
  }

  box(start) {
    if (!this.boxes.has(start)) {
      const label = element("span", { class: "wcm-label" });
      const id = element("span", { class: "wcm-id" });
      const pair = element("span", { class: "wcm-pair" });
      this.boxes.set(start, { node: element("span", { class: "wcm-token" }, label, id, pair), label, id, pair, mark: "" });
    }
    return this.boxes.get(start);
  }

  draw(box, { token, kind, width, next, rank, isFresh, isWinner, inWinner }) {
    box.node.style.width = `${width}px`;
    box.node.className = ["wcm-token", token.text === null ? "wcm-torn" : "", inWinner ? "wcm-in-winner" : "", kind ? `wcm-${kind}` : ""].filter(Boolean).join(" ");
    const text = tokenLabel(token);
    box.label.textContent = text;
    const room = (width - 6) / Math.max(Array.from(text).length, 1);
    box.label.style.fontSize = `${Math.max(9, Math.min(26, room * 1.5)).toFixed(1)}px`;
    box.id.textContent = width >= digits(token.id) + 4 ? token.id : "";
    const fits = isWinner || (width + next) / 2 >= digits(rank ?? 0) + 6;
    box.pair.hidden = rank === null || rank === undefined;
    box.pair.className = ["wcm-pair", isWinner ? "wcm-winner" : "", isFresh ? "wcm-fresh" : "", rank === NO_MERGE ? "wcm-none" : "", fits ? "" : "wcm-dot"].filter(Boolean).join(" ");
    box.pair.textContent = rank === NO_MERGE ? "–" : fits ? `${isWinner ? "▲ " : ""}${rank}` : "";
  }
}
