// All ids as one text, in groups; a group gets an element per id only when it comes near the screen.

import { element } from "../../shared/dom.js";
import { followPointer } from "../../shared/pointer.js";

const GROUP = 500;

// Whether a group, with the sign behind it, reads as before, without writing it.
function hasSameGroup(before, ids, from) {
  const to = Math.min(from + GROUP, ids.length);
  if (Math.min(from + GROUP, before.length) !== to || (to < ids.length) !== (to < before.length)) return false;
  for (let at = from; at < to; at++) if (before[at] !== ids[at]) return false;
  return true;
}

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
      for (const { isIntersecting, target } of entries) if (isIntersecting && !target.firstElementChild) this.divide(target);
    }, { root: this.node, rootMargin: "400px 0px" });
  }

  // Keep groups and elements, and update only the texts that changed.
  show(ids) {
    const isBlock = ids.length > GROUP;
    if (isBlock !== this.ids?.length > GROUP) this.removeAfter(0);
    this.hovered = null;
    const before = this.ids;
    this.ids = ids;
    const groups = Math.ceil(ids.length / GROUP);
    this.removeAfter(groups);
    if (!groups) this.node.textContent = "[]";
    else if (!this.groups.length) this.node.replaceChildren();
    for (let number = 0; number < groups; number++) {
      if (this.groups[number] && hasSameGroup(before, ids, number * GROUP)) continue;
      const node = this.groups[number] ?? this.addGroup(isBlock);
      const text = this.textOf(number * GROUP);
      if (node.textContent === text) continue;
      if (node.firstElementChild || number === 0) this.divide(node);
      else node.textContent = text;
    }
  }

  removeAfter(groups) {
    for (const node of this.groups.splice(groups)) {
      this.observer.unobserve(node);
      node.remove();
    }
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

  // Give each id of a group its own element.
  divide(node) {
    const from = Number(node.dataset.from);
    const to = Math.min(from + GROUP, this.ids.length);
    if (!node.firstElementChild) node.replaceChildren(from ? "" : "[");
    while (node.childNodes.length > 1 + 2 * (to - from)) node.lastChild.remove();
    const nodes = [...node.childNodes];
    for (let at = from; at < to; at++) {
      const [own, after] = [nodes[1 + 2 * (at - from)], nodes[2 + 2 * (at - from)]];
      const text = String(this.ids[at]);
      if (!own) node.append(element("span", { "data-id": at }, text), this.after(at));
      else if (own.textContent !== text) own.textContent = text;
      if (after && after.data !== this.after(at)) after.data = this.after(at);
    }
    for (const [name, number] of Object.entries(this.marked)) this.mark(name, number);
  }

  mark(name, number, reveal = false) {
    this.marked[name] = number;
    for (const node of this.node.querySelectorAll(`.${name}`)) node.classList.remove(name);
    if (number === null || number < 0) return;
    const group = this.groups[Math.floor(number / GROUP)];
    if (reveal && !group.firstElementChild) this.divide(group);
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
