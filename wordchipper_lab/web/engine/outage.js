// The notice that a page shows while the kernel does not answer, with a button to restart.

import { element } from "../shared/dom.js";

const SILENT = "The kernel does not answer: it is busy with something else, or it has ended. What is shown here is as it was; it can still be read, copied and saved.";
const AGAIN = " Run the cell again to go on.";

export class Outage {
  // restart: the button's action; null where the page cannot be reloaded, as in a notebook
  constructor(restart) {
    const button = element("button", { type: "button", onclick: restart, hidden: !restart }, "Restart with this text");
    this.node = element("div", { class: "wcl-notice wcl-outage", role: "alert", hidden: true },
      element("span", {}, SILENT + (restart ? "" : AGAIN)), button);
  }

  show(isSilent) {
    this.node.hidden = !isSilent;
  }
}
