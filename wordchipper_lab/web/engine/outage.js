// The notice that a page shows while the kernel does not answer, with a button to restart.

import { element } from "../shared/dom.js";

const NO_ANSWER = "The kernel does not answer: it is busy with something else, or it has ended. ";
const SILENT = `${NO_ANSWER}What is shown here is as it was; it can still be read, copied and saved.`;
const GOES_ON = `${NO_ANSWER}This page goes on by itself; only what needs Python has to wait.`;
export const NOT_KEPT = "This text is longer than this page can keep while it is loaded again: copy it, then reload the page.";
const AGAIN = " Run the cell again to go on.";

export class Outage {
  // restart: the button's action; null where the page cannot be reloaded, as in a notebook
  constructor(restart) {
    const button = element("button", { type: "button", onclick: restart, hidden: !restart }, "Restart with this text");
    this.again = restart ? "" : AGAIN;
    this.said = element("span", {});
    this.node = element("div", { class: "wcl-notice wcl-outage", role: "alert", hidden: true }, this.said, button);
  }

  // Put it into `node`: on a served page below, where it moves nothing under the pointer. The cells of a notebook do not
  // scroll, so it would be out of sight there, and comes before the node `next`.
  mount(node, isServed, next) {
    node.insertBefore(this.node, isServed ? null : next);
  }

  // goesOn: whether the page answers by itself
  show(isSilent, goesOn = false) {
    const said = (goesOn ? GOES_ON : SILENT) + this.again;
    if (isSilent && this.said.textContent !== said) this.said.textContent = said;
    this.node.hidden = !isSilent;
  }
}
