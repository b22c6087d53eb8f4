// The parts common to all pages: panels, buttons, a notice, a short confirmation, a bar while the kernel
// works.

import { element } from "./dom.js";

const SHOWN = 4000; // milliseconds for which a confirmation is shown
const SOON = 200; // milliseconds of work for which no bar is shown

export function panel(title, open, ...content) {
  return element("details", { open, class: "wcl-panel" }, element("summary", {}, title), ...content);
}

export function button(label, onclick, title) {
  return element("button", { type: "button", onclick, title }, label);
}

// A page sets `node`, and puts `notice`, `said` and `progress` into it.
export class PageFrame {
  // work: the label of the bar
  constructor(work) {
    this.notice = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.said = element("span", { class: "wcl-said", role: "status", "aria-live": "polite" });
    this.progress = element("div", { class: "wcl-progress", role: "progressbar", "aria-label": work, hidden: true });
  }

  say(text) {
    this.said.textContent = text;
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { this.said.textContent = ""; }, SHOWN);
  }

  warn(text) {
    this.notice.hidden = !text;
    if (this.notice.textContent !== (text ?? "")) this.notice.textContent = text ?? "";
  }

  busy(isBusy) {
    this.node.setAttribute("aria-busy", String(isBusy));
    clearTimeout(this.patience);
    if (isBusy) this.patience = setTimeout(() => { this.progress.hidden = false; }, SOON);
    else this.progress.hidden = true;
  }

  destroy() {
    clearTimeout(this.forget);
    clearTimeout(this.patience);
  }
}
