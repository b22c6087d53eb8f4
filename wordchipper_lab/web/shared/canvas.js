// The drawn text: virtualised blocks, hover, pin and keyboard over one segmentation.

import { cutBlocks } from "./blocks.js";
import { count, element, uniqueId } from "./dom.js";
import { drawBlock, segmentLabel } from "./draw_block.js";
import { compareSegmentations, patchBlock } from "./patch_block.js";
import { followPrint } from "./paper.js";
import { followPointer } from "./pointer.js";

const LABELLED = 300; // milliseconds from the last change to the update of the labels
const PRINTED = 200000; // UTF-16 units: of a longer text, only what is near the window is printed
const MARGIN = 800; // pixels above and below the window in which blocks are kept drawn

// `help` says which keys it takes; it is put beside the canvas, for a screen reader.
// events: onHover(segment | null), onPin(segment | null), onRange(firstVisible, lastVisible)
export class Canvas {
  constructor(label, events = {}, help = "Arrow keys move from token to token, Home and End to the first and last, Enter pins a token, Escape unpins it.") {
    this.events = events;
    this.blocks = [];
    this.segmentation = null;
    this.hovered = this.pinned = this.active = null;
    this.id = uniqueId("canvas");
    this.help = element("p", { class: "wcl-unseen", id: `${this.id}-help` }, help);
    this.node = element("div", {
      class: "wcl-canvas", role: "listbox", tabindex: "0", "aria-label": label, "aria-describedby": this.help.id,
      ...followPointer((target) => this.segmentUnder(target), (segment) => this.hover(segment)),
      onclick: (event) => this.togglePin(this.segmentUnder(event.target)),
      onkeydown: (event) => this.press(event),
      onfocus: () => this.node.matches(":focus-visible") && this.activate(this.pinned ?? this.active ?? this.firstVisible()),
      onblur: () => this.mark("wcl-active", null),
      onscroll: () => this.reportRange(),
    });
    this.observer = new IntersectionObserver((entries) => this.visit(entries), { root: this.node, rootMargin: `${MARGIN}px 0px` });
    this.stopPrint = followPrint(() => this.drawAll(), () => {});
  }

  show(segmentation) {
    const common = compareSegmentations(this.segmentation, segmentation);
    const before = this.blocks;
    for (const name of ["hovered", "active"]) this.mark(`wcl-${name}`, null);
    for (const node of this.node.querySelectorAll("[id]")) node.removeAttribute("id");
    this.hovered = this.active = null;
    this.segmentation = segmentation;
    this.blocks = cutBlocks(segmentation).map((cut, at) => ({ ...(before[at] ?? this.addBlock(at)), ...cut }));
    for (const { node } of before.slice(this.blocks.length)) {
      this.observer.unobserve(node);
      node.remove();
    }
    this.blocks.forEach((block, at) => this.update(block, before[at], common, at));
    this.node.removeAttribute("aria-activedescendant");
    if (this.pinned !== null) this.pin(this.pinned < segmentation.length ? this.pinned : null, false);
    this.labelLater();
    this.reportRange();
  }

  addBlock(at) {
    const node = element("div", { class: "wcl-block", "data-block": at, role: "presentation" });
    this.node.append(node);
    this.observer.observe(node);
    return { node, drawn: false, nexts: [] };
  }

  update(block, before, common, at) {
    block.node.classList.toggle("wcl-broken", block.broken);
    if (block.drawn) patchBlock(this.segmentation, block, before, common);
    else if (at === 0) this.draw(block); // without waiting for the observer; the second one in this frame, too, would freeze a long paste
    else if (before?.to - before?.from !== block.to - block.from) block.node.style.minHeight = `${estimateHeight(this.segmentation.text, block)}px`;
  }

  // Labels include the number of segments, so those of kept nodes change, too; they are updated in a pause.
  labelLater() {
    clearTimeout(this.labelling);
    this.labelling = setTimeout(() => this.label(), LABELLED);
  }

  label() {
    for (const node of this.node.querySelectorAll("[role=option]")) node.setAttribute("aria-label", this.describe(Number(node.dataset.segment)));
  }

  visit(entries) {
    for (const entry of entries) {
      const block = this.blocks[Number(entry.target.dataset.block)];
      if (!block || block.node !== entry.target) continue;
      if (entry.isIntersecting) this.draw(block);
      else this.erase(block);
    }
    this.reportRange();
  }

  drawAll() {
    if (this.segmentation?.text.length <= PRINTED) for (const block of this.blocks) this.draw(block);
  }

  draw(block) {
    if (block.drawn) return;
    const { nodes, nexts } = drawBlock(this.segmentation, block);
    block.node.replaceChildren(...nodes);
    block.node.style.minHeight = "";
    Object.assign(block, { drawn: true, nexts });
    for (const name of ["hovered", "pinned", "active"]) this.mark(`wcl-${name}`, this[name]);
  }

  erase(block) {
    if (!block.drawn || block.node.contains(document.activeElement)) return;
    block.node.style.minHeight = `${block.node.offsetHeight}px`;
    block.node.replaceChildren();
    block.nexts = [];
    block.drawn = false;
  }

  segmentUnder(target) {
    const node = target.closest?.("[data-segment]");
    return node && this.node.contains(node) ? Number(node.dataset.segment) : null;
  }

  partsOf(segment) {
    return segment === null ? [] : this.node.querySelectorAll(`[data-segment="${segment}"]`);
  }

  mark(name, segment) {
    for (const node of this.node.querySelectorAll(`.${name}`)) node.classList.remove(name);
    for (const node of this.partsOf(segment)) node.classList.add(name);
  }

  hover(segment, tell = true) {
    if (segment === this.hovered) return;
    this.hovered = segment;
    this.mark("wcl-hovered", segment);
    if (tell) this.events.onHover?.(segment);
  }

  togglePin(segment) {
    if (segment === null) return;
    this.active = segment;
    this.pin(segment === this.pinned ? null : segment);
  }

  pin(segment, tell = true) {
    this.pinned = segment;
    this.mark("wcl-pinned", segment);
    for (const node of this.node.querySelectorAll("[aria-selected=true]")) node.setAttribute("aria-selected", "false");
    this.head(segment)?.setAttribute("aria-selected", "true");
    if (tell) this.events.onPin?.(segment);
  }

  head(segment) {
    return segment === null ? null : this.node.querySelector(`[role=option][data-segment="${segment}"]`);
  }

  reveal(segment) {
    if (segment === null || !this.blocks.length) return;
    const position = this.segmentation.indexStart(segment);
    const block = this.blocks.find((candidate) => position < candidate.to) ?? this.blocks.at(-1);
    if (!block.drawn) {
      block.node.scrollIntoView({ block: "nearest" });
      this.draw(block);
    }
    (this.head(segment) ?? block.node).scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  activate(segment) {
    if (segment === null || !this.segmentation?.length) return;
    this.active = segment;
    this.reveal(segment);
    this.mark("wcl-active", segment);
    const head = this.head(segment);
    if (!head) return;
    head.id = `${this.id}-${segment}`;
    head.setAttribute("aria-label", this.describe(segment));
    this.node.setAttribute("aria-activedescendant", head.id);
    this.events.onHover?.(segment);
  }

  press(event) {
    const length = this.segmentation?.length ?? 0;
    if (!length || event.ctrlKey || event.metaKey || event.altKey) return;
    const current = this.active ?? this.firstVisible() ?? 0;
    const moves = {
      ArrowRight: () => Math.min(current + 1, length - 1), ArrowLeft: () => Math.max(current - 1, 0),
      ArrowDown: () => this.beside(current, 1), ArrowUp: () => this.beside(current, -1),
      Home: () => 0, End: () => length - 1,
    };
    if (moves[event.key]) this.activate(moves[event.key]());
    else if (event.key === "Enter" || event.key === " ") this.togglePin(current);
    else if (event.key === "Escape" && this.pinned !== null) this.pin(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The nearest segment in the row below (1) or above (-1) `segment`.
  beside(segment, direction) {
    const here = this.head(segment)?.getBoundingClientRect();
    if (!here) return segment;
    const step = Math.max(here.height, 18);
    let best = segment;
    let bestCost = Infinity;
    for (const node of this.node.querySelectorAll("[role=option]")) {
      const box = node.getClientRects()[0];
      const down = box ? (box.top - here.top) * direction : 0;
      if (down < step * 0.5 || down > step * 4) continue;
      const cost = Math.round(down / step) * 1e5 + Math.abs(box.left - here.left);
      if (cost < bestCost) [best, bestCost] = [Number(node.dataset.segment), cost];
    }
    return best;
  }

  // The first and last segments that are at least partly in view. Segments are in row order: binary search finds both.
  visibleSegments() {
    const { top, bottom } = this.node.getBoundingClientRect();
    const drawn = this.blocks.filter((block) => block.drawn);
    const isAbove = (node) => node.getBoundingClientRect().bottom <= top + 2;
    const isBelow = (node) => node.getBoundingClientRect().top >= bottom - 2;
    const nodes = drawn.filter(({ node }) => !isAbove(node) && !isBelow(node)).flatMap(({ node }) => [...node.querySelectorAll("[role=option]")]);
    const first = partition(nodes, isAbove);
    const last = partition(nodes, (node) => !isBelow(node)) - 1;
    return first <= last ? [nodes[first], nodes[last]].map((node) => Number(node.dataset.segment)) : [null, null];
  }

  firstVisible() {
    return this.visibleSegments()[0];
  }

  reportRange() {
    if (this.pending || !this.events.onRange) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      const [first, last] = this.visibleSegments();
      if (first !== null) this.events.onRange(first, last);
    });
  }

  describe(segment) {
    return segmentLabel(this.segmentation, segment);
  }

  destroy() {
    clearTimeout(this.labelling);
    this.stopPrint();
    this.observer.disconnect();
  }
}

// How many nodes at the start satisfy `isSo`; all later ones do not.
function partition(nodes, isSo) {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(nodes[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function rangeText(segmentation, first, last) {
  const [from, to] = [first, last].map((segment) => count(Math.max(segmentation.numbers[segment], 0) + 1));
  return `showing ${segmentation.what}s ${from}–${to} of ${count(segmentation.count)}`;
}

function estimateHeight(text, block) {
  const lines = Math.ceil((block.to - block.from) / 90);
  const breaks = text.slice(block.from, block.to).split("\n").length - 1;
  return Math.max(lines, breaks) * 28;
}
