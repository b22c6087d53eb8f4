// The parts common to all pages: panels, buttons, a notice, a short confirmation, a bar while the kernel
// works.

import { element } from "./dom.js";
import { Menu } from "./menu.js";
import { Presentation } from "./presentation.js";

const SHOWN = 4000; // milliseconds for which a confirmation is shown
const SOON = 200; // milliseconds of work for which no bar is shown

export function panel(title, open, ...content) {
  return element("details", { open, class: "wcl-panel" }, element("summary", {}, title), ...content);
}

export function button(label, onclick, title) {
  return element("button", { type: "button", onclick, title }, label);
}

// A page sets `node`, and puts `sentence`, `tools`, `notice` and `progress` into it. `picture` is what it is all about:
// the element that can be saved as a picture.
export class PageFrame {
  // work: the label of the bar
  constructor(work) {
    this.sentence = element("p", { class: "wcl-sentence" }); // what the picture shows, in words; large while presenting
    this.used = element("p", { class: "wcl-used" }); // on paper: the vocabulary and what else the controls say
    this.share = new Menu("Share", "Link, page, code, picture and data of what is shown");
    this.presentation = new Presentation();
    this.notice = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.said = element("span", { class: "wcl-said", role: "status", "aria-live": "polite" });
    this.progress = element("div", { class: "wcl-progress", role: "progressbar", "aria-label": work, hidden: true });
    this.tools = element("div", { class: "wcl-page-tools" }, this.said, this.share.node, this.presentation.button);
  }

  get picture() {
    return null;
  }

  // What a story beside the page talks about.
  get seen() {
    return this.picture;
  }

  tell(sentence) {
    if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
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
    this.share.destroy();
    this.presentation.destroy();
    clearTimeout(this.forget);
    clearTimeout(this.patience);
  }
}
