// The drawn text: virtualised blocks, hover, pin and keyboard over one segmentation.

import { cutBlocks } from "./blocks.js";
import { count, element, uniqueId } from "./dom.js";
import { drawBlock, segmentLabel } from "./draw_block.js";
import { followPointer } from "./pointer.js";

const MARGIN = 800; // pixels above and below the window in which blocks are kept drawn

// events: onHover(segment | null), onPin(segment | null), onScroll(firstNumber, lastNumber)
export class Canvas {
  constructor(label, events = {}) {
    this.events = events;
    this.blocks = [];
    this.segmentation = null;
    this.hovered = this.pinned = this.active = null;
    this.id = uniqueId("canvas");
    this.node = element("div", {
      class: "wcl-canvas", role: "listbox", tabindex: "0", "aria-label": label, "aria-describedby": `${this.id}-help`,
      ...followPointer((target) => this.segmentUnder(target), (segment) => this.hover(segment)),
      onclick: (event) => this.togglePin(this.segmentUnder(event.target)),
      onkeydown: (event) => this.press(event),
      onfocus: () => this.node.matches(":focus-visible") && this.activate(this.pinned ?? this.active ?? this.firstVisible()),
      onblur: () => this.mark("wcl-active", null),
      onscroll: () => this.reportRange(),
    });
    this.observer = new IntersectionObserver((entries) => this.visit(entries), { root: this.node, rootMargin: `${MARGIN}px 0px` });
  }

  show(segmentation) {
    this.observer.disconnect();
    const scroll = this.node.scrollTop;
    this.segmentation = segmentation;
    this.hovered = this.active = null;
    this.blocks = cutBlocks(segmentation);
    const nodes = this.blocks.map((block, at) => {
      block.drawn = false;
      block.node = element("div", { class: `wcl-block${block.broken ? " wcl-broken" : ""}`, "data-block": at, role: "presentation" });
      block.node.style.minHeight = `${estimateHeight(segmentation.text, block)}px`;
      return block.node;
    });
    this.node.replaceChildren(...nodes);
    this.blocks.slice(0, 2).forEach((block) => this.draw(block));
    nodes.forEach((node) => this.observer.observe(node));
    this.node.scrollTop = scroll;
    this.node.removeAttribute("aria-activedescendant");
    if (this.pinned !== null) this.pin(this.pinned < segmentation.length ? this.pinned : null, false);
    this.reportRange();
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

  draw(block) {
    if (block.drawn) return;
    block.node.replaceChildren(drawBlock(this.segmentation, block));
    block.node.style.minHeight = "";
    block.drawn = true;
    for (const name of ["hovered", "pinned", "active"]) this.mark(`wcl-${name}`, this[name]);
  }

  erase(block) {
    if (!block.drawn || block.node.contains(document.activeElement)) return;
    block.node.style.minHeight = `${block.node.offsetHeight}px`;
    block.node.replaceChildren();
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

  visibleSegments() {
    const frame = this.node.getBoundingClientRect();
    let first = null;
    let last = null;
    for (const block of this.blocks) {
      if (!block.drawn) continue;
      const box = block.node.getBoundingClientRect();
      if (box.bottom < frame.top || box.top > frame.bottom) continue;
      for (const node of block.node.querySelectorAll("[role=option]")) {
        const own = node.getBoundingClientRect();
        if (own.bottom <= frame.top + 2 || own.top >= frame.bottom - 2) continue;
        first ??= Number(node.dataset.segment);
        last = Number(node.dataset.segment);
      }
    }
    return [first, last];
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
    this.observer.disconnect();
  }
}

export function rangeText(segmentation, first, last) {
  const [from, to] = [first, last].map((segment) => count(Math.max(segmentation.numbers[segment], 0) + 1));
  return `showing ${segmentation.what}s ${from}–${to} of ${count(segmentation.count)}`;
}

function estimateHeight(text, block) {
  const lines = Math.ceil((block.to - block.from) / 90);
  let breaks = 0;
  for (let at = text.indexOf("\n", block.from); at >= 0 && at < block.to; at = text.indexOf("\n", at + 1)) breaks += 1;
  return Math.max(lines, breaks) * 28;
}
