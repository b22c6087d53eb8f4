// What joins any page to its engine: questions and their problems, links, copying, the palette, a kernel that is silent.

import { copyText, saveFile } from "../shared/clipboard.js";
import { MOST_LINK, packState } from "../shared/page_link.js";
import { keepPalette } from "../shared/palette.js";
import { openEngine } from "./engine.js";
import { keepState, takeState } from "./kept_state.js";
import { Outage } from "./outage.js";

export class PageSession {
  // names: the public state, which a link and a restarted page take along
  constructor(model, names) {
    this.engine = openEngine(model);
    this.names = names;
    this.inVoila = document.body.dataset.voila !== undefined;
  }

  // Put `page` into `el`. Links lead to pages, so they are offered only where there are some.
  mount(page, el) {
    this.page = page;
    page.linkButton.hidden = !this.inVoila;
    this.outage = new Outage(this.inVoila ? () => this.restart() : null);
    page.node.prepend(this.outage.node);
    el.append(page.node);
    this.stopPalette = keepPalette(page.node);
  }

  // listeners: "event event ..." -> function. All are called once now: what a page shows first.
  open(listeners) {
    this.engine.listen(listeners);
    for (const show of Object.values(listeners)) show();
    this.job?.showProgress();
    this.engine.watch(() => this.showEngine());
    this.showEngine();
    const kept = this.inVoila ? takeState(window.location.pathname) : null;
    if (kept) this.set(kept).then(() => this.refresh());
    else if (this.linked) this.ask("link", { link: this.linked });
  }

  // The packed state that this page was opened with, null for none.
  get linked() {
    return this.inVoila && this.engine.isLive ? new URLSearchParams(window.location.search).get("state") : null;
  }

  // Where the page is all there is, keys need no focus in it; in a notebook they are the notebook's.
  get ownsThePage() {
    return this.inVoila || !this.engine.isLive;
  }

  get(name) {
    return this.engine.get(name);
  }

  read(names = this.names) {
    return Object.fromEntries(names.map((name) => [name, this.get(name)]));
  }

  // Other public state; resolves when what it changes is drawn.
  async set(changes) {
    return this.hear(await this.engine.set(changes));
  }

  // Anything else that the kernel can do; resolves with its answer.
  async ask(verb, fields, buffers) {
    this.page.warn(null);
    return this.hear(await this.engine.ask(verb, fields, buffers));
  }

  // The job's verbs: run, stop, pause, resume.
  async work(verb, ...fields) {
    this.page.warn(null);
    const answer = await this.job[verb](...fields);
    if (answer.problem) this.page.warn(answer.problem);
    return answer; // how it went is shown as progress, which may have come already
  }

  // Have the kernel write something ("json", "page"), and save it under a name.
  async save(verb, name, type) {
    const { [verb]: contents } = await this.ask(verb);
    if (contents) saveFile(name, contents, type);
  }

  hear(answer) {
    if (answer.problem) {
      this.refresh();
      this.page.warn(answer.problem);
    } else {
      this.showStatus();
    }
    return answer;
  }

  // A page overrides these two: what there is to say of the state, and the state again where a change was refused.
  showStatus() {}

  refresh() {}

  showEngine() {
    const { isSilent, isAsking } = this.engine;
    this.page.busy(isAsking && !isSilent);
    if (!isSilent && !isAsking && this.job?.isWorking) this.page.node.setAttribute("aria-busy", "true"); // its own bar shows it
    this.page.node.classList.toggle("wcl-is-silent", isSilent);
    this.outage.show(isSilent);
  }

  // A page overrides this: the box whose text may be longer than it sends.
  get textBox() {
    return null;
  }

  restart() {
    const text = this.textBox?.value;
    const isKept = text === undefined || (text.toWellFormed?.() ?? text) === this.get("text");
    if (isKept && keepState(window.location.pathname, this.read())) window.location.reload();
    else this.page.warn("This text is longer than this page can keep while it is loaded again: copy it, then reload the page.");
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
    const word = await packState(this.read(names));
    const problem = `This text is too long for a link that travels safely: ${advice}, or save the page instead.`;
    this.copyAddress(word.length > MOST_LINK ? null : word, problem);
  }

  destroy() {
    this.engine.close();
    this.stopPalette();
    this.page.destroy();
  }
}

// What anywidget wants of a page's module.
export function pageView(Session) {
  return {
    render({ model, el }) {
      const session = new Session(model, el);
      return () => session.destroy();
    },
  };
}
