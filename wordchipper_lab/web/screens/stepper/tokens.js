// A row of tokens over the span's bytes, with the rank of each pair of neighbours below their common border.

import { element } from "../../shared/dom.js";
import { Slide } from "../../shared/slide.js";
import { tokenLabel } from "../../shared/token_label.js";
import { lineEnds, placeRanks } from "./chips.js";
import { NO_MERGE } from "./data.js";
import { regrouped } from "./regrouped.js";

const DIGIT = 7.4; // pixels per digit in small figures
const PADDING = 8; // of a rank
const SIGN = 16; // pixels of the sign beside the winner's rank, or of a pair that goes on in the next line
const LARGER = 1.15; // the winner's figures
const MOST_PARTS = 24; // more of them would not be seen to move

function digits(number) {
  return String(number).length * DIGIT;
}

function rankSize(rank, isWinner, isEnd) {
  if (rank === null || rank === undefined) return 0;
  const figures = rank === NO_MERGE ? DIGIT : digits(rank);
  return figures * (isWinner ? LARGER : 1) + (isWinner ? SIGN : 0) + (isEnd ? SIGN : 0) + PADDING;
}

export class TokenRow {
  constructor(lane) {
    this.lane = lane;
    this.boxes = new Map();
    this.row = element("div", { class: "wcm-row", role: "img" });
    this.ghosts = element("div", { class: "wcm-ghosts", "aria-hidden": "true" });
    this.node = element("div", { class: "wcm-track" }, this.row, this.ghosts);
    this.slide = new Slide();
    this.shown = [];
    this.drawn = [];
  }

  // merge: the merge that made this frame; cell: pixels per byte; room, hang: see `layOut`; scale: of all figures; time: for
  // moving there, 0 for none. Boxes are identified by their first byte, so that a step changes only the boxes that differ:
  // this allows 60 steps a second with 5 lanes of 200 bytes.
  show(frame, merge, { cell, room, hang, scale, time = 0 }) {
    const { lane } = this;
    const boxes = lane.boxesOf(frame);
    const changes = time ? regrouped(this.drawn, boxes) : [];
    this.slide.finish();
    this.row.style.paddingInlineEnd = `${hang}px`;
    const before = changes.length ? this.remember(changes) : null;
    const ranks = lane.list(frame.ranks);
    const fresh = new Set(frame.fresh);
    const merged = merge ? merge.index : -1;
    const widths = boxes.map(({ token }) => token.bytes.length * cell);
    const ends = lineEnds(widths, room);
    const sizes = boxes.map((_, at) => rankSize(ranks[at], at === frame.winner, ends[at]) * scale);
    const places = placeRanks(widths, ends, sizes, frame.winner, room);
    const changed = [];
    const order = boxes.map(({ token, start, kind }, at) => {
      const box = this.box(start);
      const rank = ranks[at] ?? null;
      const isWinner = frame.winner >= 0 && at === frame.winner;
      const inWinner = isWinner || (frame.winner >= 0 && at === frame.winner + 1);
      const shown = { token, kind: at === merged ? "merged" : kind, width: widths[at], rank, scale, isFresh: fresh.has(at), isWinner, inWinner, how: places[at], isEnd: ends[at] };
      const mark = `${token.id} ${token.hex} ${shown.kind} ${shown.width} ${scale} ${rank} ${shown.isFresh} ${isWinner} ${inWinner} ${shown.how} ${shown.isEnd}`;
      if (box.mark !== mark) {
        box.mark = mark;
        if (box.rank !== rank && rank !== null) changed.push(box.pair);
        box.rank = rank;
        this.draw(box, shown);
      }
      box.node.dataset.at = at;
      return box.node;
    });
    this.arrange(order);
    this.row.setAttribute("aria-label", `${boxes.length} tokens and bytes: ${boxes.map(({ token }) => tokenLabel(token)).join(", ")}`);
    this.shown = order;
    this.drawn = boxes;
    if (before) this.move(before, changed, time);
  }

  // A merge removes one node: inserting all of them again would take 20 ms for 200.
  arrange(order) {
    const wanted = new Set(order);
    for (const node of this.shown) if (!wanted.has(node)) node.remove();
    let next = this.row.firstChild;
    for (const node of order) {
      if (node === next) next = next.nextSibling;
      else this.row.insertBefore(node, next);
    }
  }

  // What is needed to move from what is drawn to what will be, if `changes` happen (see `regrouped`).
  remember(changes) {
    const places = new Map(this.shown.map((node) => [node, this.placeOf(node)]));
    const copies = changes.flatMap(({ parts, start, isBackwards }) => (isBackwards ? [start] : parts))
      .map((at) => [at, { ghost: copyOf(this.boxes.get(at).node), ...places.get(this.boxes.get(at).node) }]);
    return { places, changes, copies: new Map(copies) };
  }

  placeOf(node) {
    const { offsetLeft: left, offsetTop: top, offsetWidth: width } = node;
    return { left, top, width, text: node.firstChild.offsetWidth };
  }

  move({ places, changes, copies }, changed, time) {
    const moved = new Set(changes.flatMap(({ parts }) => parts.map((start) => this.boxes.get(start).node)));
    for (const node of this.shown) {
      const old = places.get(node);
      if (!old || moved.has(node)) continue;
      const [x, y] = [old.left - node.offsetLeft, old.top - node.offsetTop];
      if (x || y) this.slide.play(node, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], time);
    }
    for (const { parts, start, isBackwards } of changes) {
      if (parts.length > MOST_PARTS) continue;
      const now = (at) => {
        const { node } = this.boxes.get(at);
        return { node, ghost: isBackwards ? copyOf(node) : null, ...this.placeOf(node) };
      };
      const known = (at, isNow) => (isNow ? now(at) : copies.get(at));
      const whole = known(start, !isBackwards);
      const pieces = parts.map((at) => known(at, isBackwards));
      for (const { ghost } of pieces) ghost.querySelector(".wcm-id").textContent = "";
      this.slide.join(pieces, whole, this.ghosts, time, isBackwards);
      this.leaveRanks(pieces, time, isBackwards ? "reverse" : "normal");
    }
    for (const pair of changed) this.slide.play(pair, [{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], time);
  }

  // The rank of the pair that is merged rises into the token, whose number it is; the one after it fades.
  leaveRanks(pieces, time, direction) {
    for (const [at, { ghost }] of pieces.entries()) {
      const end = at + 1 < pieces.length ? { transform: "translate(50%, -24px)", opacity: 0, offset: 0.5 } : { opacity: 0, offset: 0.3 };
      this.slide.play(ghost.querySelector(".wcm-pair"), [{ transform: "translate(50%, 0)", opacity: 1 }, end, { ...end, offset: 1 }], time, { direction });
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

  draw(box, { token, kind, width, rank, scale, isFresh, isWinner, inWinner, how, isEnd }) {
    box.node.style.width = `${width}px`;
    box.node.className = ["wcm-token", token.text === null ? "wcm-torn" : "", inWinner ? "wcm-in-winner" : "", kind ? `wcm-${kind}` : ""].filter(Boolean).join(" ");
    const text = tokenLabel(token);
    box.label.textContent = text;
    const room = (width - 6) / Math.max(Array.from(text).length, 1);
    box.label.style.fontSize = `${Math.max(9, Math.min(26 * scale, room * 1.5)).toFixed(1)}px`;
    box.id.textContent = width >= digits(token.id) * scale + 4 ? token.id : "";
    const isWritten = how === "full";
    box.pair.hidden = how === "none" || how === "covered";
    box.pair.className = ["wcm-pair", isWinner ? "wcm-winner" : "", isFresh ? "wcm-fresh" : "", rank === NO_MERGE ? "wcm-none" : "", isWritten ? "" : "wcm-dot", isEnd ? "wcm-line-end" : ""].filter(Boolean).join(" ");
    box.pair.textContent = !isWritten ? "" : rank === NO_MERGE ? "–" : `${isWinner ? "▲ " : ""}${rank}`;
  }
}

function copyOf(node) {
  const copy = node.cloneNode(true);
  copy.classList.remove("wcm-looked");
  return copy;
}
