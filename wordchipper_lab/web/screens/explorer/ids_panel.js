// All ids as one text, in groups; a group has an element per id only while it is near the screen.

import { element } from "../../shared/dom.js";
import { followPointer } from "../../shared/pointer.js";

const GROUP = 500;

export class IdsPanel {
  constructor(events) {
    this.marked = {};
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
      for (const entry of entries) if (entry.isIntersecting) this.divide(entry.target);
    }, { root: this.node, rootMargin: "400px 0px" });
  }

  show(ids) {
    this.observer.disconnect();
    this.ids = ids;
    this.hovered = null;
    this.groups = [];
    for (let from = 0; from < ids.length; from += GROUP) {
      const opening = from === 0 ? "[" : "";
      const closing = from + GROUP >= ids.length ? "]" : ", ";
      const node = element(ids.length > GROUP ? "div" : "span", { class: "wcl-id-group", "data-from": from });
      node.textContent = opening + ids.subarray(from, from + GROUP).join(", ") + closing;
      this.groups.push(node);
    }
    this.node.replaceChildren(...(this.groups.length ? this.groups : ["[]"]));
    this.groups.slice(0, 1).forEach((node) => this.divide(node));
    this.groups.forEach((node) => this.observer.observe(node));
  }

  divide(node) {
    if (node.firstElementChild) return;
    const from = Number(node.dataset.from);
    const to = Math.min(from + GROUP, this.ids.length);
    const parts = [from === 0 ? "[" : ""];
    for (let at = from; at < to; at++) {
      parts.push(element("span", { "data-id": at }, String(this.ids[at])), at + 1 < this.ids.length ? ", " : "]");
    }
    node.replaceChildren(...parts);
    for (const [name, number] of Object.entries(this.marked)) this.mark(name, number);
  }

  mark(name, number, reveal = false) {
    this.marked[name] = number;
    for (const node of this.node.querySelectorAll(`.${name}`)) node.classList.remove(name);
    if (number === null || number < 0) return;
    if (reveal) this.divide(this.groups[Math.floor(number / GROUP)]);
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
