// What joins any page to its widget's state: listeners, the palette, copying, links in Voila.

import { copyText } from "../shared/clipboard.js";
import { MOST_LINK, packState } from "../shared/page_link.js";
import { keepPalette } from "../shared/palette.js";

export class PageSession {
  constructor(model) {
    this.model = model;
    this.inVoila = document.body.dataset.voila !== undefined;
  }

  // Put `page` into `el`. Links lead to pages, so they are offered only where there are some.
  mount(page, el) {
    this.page = page;
    page.linkButton.hidden = !this.inVoila;
    el.append(page.node);
    this.stopPalette = keepPalette(page.node);
  }

  // listeners: "event event ..." -> function
  listen(listeners) {
    this.listeners = listeners;
    this.eachListener((name, listener) => this.model.on(name, listener));
  }

  // As if all of the state had just changed: what a page shows first.
  showAll() {
    for (const [names, listener] of Object.entries(this.listeners)) if (names !== "msg:custom") listener();
  }

  eachListener(use) {
    for (const [names, listener] of Object.entries(this.listeners)) {
      for (const name of names.split(" ")) use(name, listener);
    }
  }

  // A kernel that died and was restarted does not know this page: its channel is closed, and sending fails at once.
  // There is no answer then, and the page says so as it does of a silent kernel: after its wait.
  tell(message, buffers) {
    try {
      this.model.send(message, undefined, buffers);
    } catch (error) {
      console.warn(`Not sent to the kernel: ${error.message}`);
    }
  }

  set(changes) {
    for (const [name, value] of Object.entries(changes)) this.model.set(name, value);
    this.model.save_changes();
  }

  // Say `problem` after so many milliseconds without an answer.
  awaitAnswer(problem, patience) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.page.busy(false);
      this.page.warn(problem);
    }, patience);
  }

  async copy(text, said) {
    try {
      await copyText(text);
      this.page.say(said);
    } catch (error) {
      this.page.say(`Could not copy: ${error.message}`);
    }
  }

  // word: a packed state (lab/permalink.py); without one, `problem` says why
  copyAddress(word, problem) {
    if (!word) {
      this.page.warn(problem);
      return;
    }
    const address = new URL(window.location.href);
    address.search = `?state=${word}`;
    address.hash = "";
    this.copy(address.href, "Link copied");
  }

  // The address of this page with these traits; `advice`: what to do where a text is too long for it.
  async copyState(names, advice) {
    const word = await packState(Object.fromEntries(names.map((name) => [name, this.model.get(name)])));
    const problem = `This text is too long for a link that travels safely: ${advice}, or save the page instead.`;
    this.copyAddress(word.length > MOST_LINK ? null : word, problem);
  }

  // The packed state that this page was opened with, null for none.
  linkedState() {
    return this.inVoila && !this.model.isSaved ? new URLSearchParams(window.location.search).get("state") : null;
  }

  destroy() {
    this.eachListener((name, listener) => this.model.off(name, listener));
    for (const timer of [this.waiting, this.typing, this.saving]) clearTimeout(timer);
    this.stopPalette();
    this.page.destroy();
  }
}
