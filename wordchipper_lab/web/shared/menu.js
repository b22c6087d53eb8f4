// A button with a list of actions below it: closes after a choice, on Escape, and when the focus or the pointer goes elsewhere.

import { element } from "./dom.js";

export class Menu {
  constructor(title, about) {
    this.list = element("div", { class: "wcl-menu-list", role: "group", "aria-label": title });
    this.summary = element("summary", { title: about }, title);
    this.node = element("details", { class: "wcl-menu", hidden: true, onkeydown: (event) => this.press(event), onfocusout: (event) => this.left(event), ontoggle: () => this.toggled() },
      this.summary, this.list);
    this.elsewhere = (event) => { if (!event.composedPath().includes(this.node)) this.node.open = false; };
  }

  // items: [{label, act, title}]; empty ones are left out
  offer(items) {
    const offered = items.filter(Boolean);
    this.node.hidden = !offered.length;
    this.list.replaceChildren(...offered.map(({ label, act, title }) => element("button", {
      type: "button", title, onclick: () => {
        this.close();
        act();
      },
    }, label)));
  }

  toggled() {
    if (!this.node.open) return document.removeEventListener("pointerdown", this.elsewhere);
    document.addEventListener("pointerdown", this.elsewhere);
    this.list.scrollIntoView?.({ block: "nearest" }); // on a phone it can begin at the lower edge
  }

  close() {
    if (this.node.contains(document.activeElement)) this.summary.focus();
    this.node.open = false;
  }

  left(event) {
    if (event.relatedTarget && !this.node.contains(event.relatedTarget)) this.node.open = false;
  }

  press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" && this.node.open) this.close();
    else if (step) this.move(step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move(step) {
    this.node.open = true;
    const buttons = [...this.list.children];
    const at = buttons.indexOf(document.activeElement);
    buttons[(at < 0 && step < 0 ? buttons.length - 1 : at + step + buttons.length) % buttons.length]?.focus();
  }

  destroy() {
    document.removeEventListener("pointerdown", this.elsewhere);
  }
}
