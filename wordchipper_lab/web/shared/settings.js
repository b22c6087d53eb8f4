// The expert choices of a screen, folded away; their present values stand beside the title as a line of text.

import { element } from "./dom.js";

export class Settings {
  // controls: what is folded
  constructor(...controls) {
    this.values = element("span", { class: "wcl-settings-values" });
    this.node = element("details", { class: "wcl-settings" },
      element("summary", {}, element("span", { class: "wcl-settings-title" }, "Settings"), " ", this.values),
      element("div", { class: "wcl-bar" }, ...controls));
  }

  // values: the present choices in words; empty ones are left out
  show(values) {
    this.values.textContent = values.filter(Boolean).join(" · ");
  }
}
