// All ids as one text, in groups; a group has an element per id only while it is near the screen.

import { element } from "../../shared/dom.js";
import { followPointer } from "../../shared/pointer.js";

const GROUP = 500;

export class IdsPanel {
  constructor(events) {
    this.marked = {};
    this.groups = [];
    this.hovered = null;
    const idUnder = (target) => (target.dataset?.id === undefined ? null : Number(target.dataset.id));
    this.node = element("div", {
      class: "wcl-ids wcl-mono", role: "group", tabindex: "0", "aria-label": "Token ids",
      ...followPointer(idUnder, (number) => {
        if (number === this.hovered) return;
        this.hovered = number;
        events.onHover(number);
      }),
      onclick: (event) => idUnder(event.target) !== null && events.onPin(idUnder(event.target)),
    });
    this.observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting && !target.firstElementChild) this.divide(target, 0);
    }, { root: this.node, rootMargin: "400px 0px" });
  }

  // Groups, and elements within a group, that stay as they were are not made again.
  show(ids) {
    const before = this.ids ?? [];
    const isDivided = ids.length > GROUP;
    const same = isDivided === before.length > GROUP ? commonLength(before, ids) : 0;
    if (!same) this.removeAfter(0);
    this.hovered = null;
    this.ids = ids;
    const groups = Math.ceil(ids.length / GROUP);
    this.removeAfter(groups);
    for (let number = Math.floor(Math.max(same - 1, 0) / GROUP); number < groups; number++) { // the last one kept may end otherwise
      const node = this.groups[number] ?? this.addGroup(isDivided);
      if (node.firstElementChild || number === 0) this.divide(node, same);
      else node.textContent = this.textOf(number * GROUP);
    }
    if (!groups) this.node.textContent = "[]";
  }

  removeAfter(groups) {
    for (const node of this.groups.splice(groups)) {
      this.observer.unobserve(node);
      node.remove();
    }
    if (!groups) this.node.replaceChildren();
  }

  addGroup(isBlock) {
    const node = element(isBlock ? "div" : "span", { class: "wcl-id-group", "data-from": this.groups.length * GROUP });
    this.groups.push(node);
    this.node.append(node);
    this.observer.observe(node);
    return node;
  }

  after(number) {
    return number + 1 < this.ids.length ? ", " : "]";
  }

  textOf(from) {
    const to = Math.min(from + GROUP, this.ids.length);
    return (from ? "" : "[") + this.ids.subarray(from, to).join(", ") + this.after(to - 1);
  }

  // same: how many ids at the start of all are as they were
  divide(node, same) {
    const from = Number(node.dataset.from);
    const to = Math.min(from + GROUP, this.ids.length);
    // The bracket, then an element and what follows it for each id. The last one that is kept may have had a bracket after it.
    const kept = node.firstElementChild ? Math.max(Math.min(same, to) - from - 1, 0) : 0;
    while (node.childNodes.length > (kept ? 1 + 2 * kept : 0)) node.lastChild.remove();
    const parts = kept ? [] : [from === 0 ? "[" : ""];
    for (let at = from + kept; at < to; at++) parts.push(element("span", { "data-id": at }, String(this.ids[at])), this.after(at));
    node.append(...parts);
    for (const [name, number] of Object.entries(this.marked)) this.mark(name, number);
  }

  mark(name, number, reveal = false) {
    this.marked[name] = number;
    for (const node of this.node.querySelectorAll(`.${name}`)) node.classList.remove(name);
    if (number === null || number < 0) return;
    const group = this.groups[Math.floor(number / GROUP)];
    if (reveal && !group.firstElementChild) this.divide(group, 0);
    const node = this.node.querySelector(`[data-id="${number}"]`);
    node?.classList.add(name);
    if (reveal && node) {
      const [frame, own] = [this.node.getBoundingClientRect(), node.getBoundingClientRect()];
      if (own.top < frame.top || own.bottom > frame.bottom) this.node.scrollTop += own.top - frame.top - frame.height / 2;
    }
  }

  destroy() {
    this.observer.disconnect();
  }
}

function commonLength(a, b) {
  const stop = Math.min(a.length, b.length);
  let at = 0;
  while (at < stop && a[at] === b[at]) at += 1;
  return at;
}
