// Presentation mode: stylesheets hide what is marked `wcl-controls` and enlarge the rest.

import { element } from "./dom.js";

export class Presentation {
  isOn = false;

  constructor() {
    this.button = element("button", { type: "button", title: "Large type without controls, for a projector; Escape ends it" }, "Present");
    this.leave = element("button", { type: "button", class: "wcl-leave", hidden: true, title: "Escape does the same" }, "End presentation");
  }

  // node: what is presented; present(on): begins or ends it, by way of show(on)
  mount(node, present) {
    this.node = node;
    this.button.onclick = () => present(true);
    this.leave.onclick = () => present(false);
    this.onEscape = (event) => { if (event.key === "Escape" && !event.defaultPrevented) present(false); };
    node.append(this.leave);
  }

  // Nothing has the focus, so that Space and the arrow keys mean what is presented.
  show(on) {
    this.isOn = on;
    this.node.classList.toggle("wcl-presenting", on);
    this.leave.hidden = !on;
    document[on ? "addEventListener" : "removeEventListener"]("keydown", this.onEscape);
    if (on) document.activeElement?.blur();
    else if (this.button.isConnected) this.button.focus();
  }

  destroy() {
    document.removeEventListener("keydown", this.onEscape);
  }
}
