// Joins any page to its engine: requests and their problems, links, copying, the palette, and the notice for a kernel
// that does not answer.

import { copyText, saveFile } from "../shared/clipboard.js";
import { MOST_LINK, packState } from "../shared/page_link.js";
import { keepPalette } from "../shared/palette.js";
import { openEngine } from "./engine.js";
import { keepState, takeState } from "./kept_state.js";
import { Outage } from "./outage.js";

export class PageSession {
  // names: names of the public state that links and a restarted page carry along
  constructor(model, names) {
    this.engine = openEngine(model);
    this.names = names;
    this.inVoila = document.body.dataset.voila !== undefined;
  }

  // Put `page` into `el`. Links lead to served pages, so the link button is offered only there.
  mount(page, el) {
    this.page = page;
    page.linkButton.hidden = !this.inVoila;
    this.outage = new Outage(this.inVoila ? () => this.restart() : null);
    page.node.prepend(this.outage.node);
    el.append(page.node);
    this.stopPalette = keepPalette(page.node);
  }

  // listeners: "event event ..." -> function. Each is called once now, to draw the initial state.
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

  // The packed state that this page was opened with, or null.
  get linked() {
    return this.inVoila && this.engine.isLive ? new URLSearchParams(window.location.search).get("state") : null;
  }

  // Whether the page owns the window, as served and saved pages do. There, keys work without focus in the page; in a
  // notebook, such keys belong to the notebook.
  get ownsThePage() {
    return this.inVoila || !this.engine.isLive;
  }

  get(name) {
    return this.engine.get(name);
  }

  read(names = this.names) {
    return Object.fromEntries(names.map((name) => [name, this.get(name)]));
  }

  // Change public state; resolves once the effects have been drawn.
  async set(changes) {
    return this.hear(await this.engine.set(changes));
  }

  // Ask the kernel for anything else; resolves with its answer.
  async ask(verb, fields, buffers) {
    this.page.warn(null);
    return this.hear(await this.engine.ask(verb, fields, buffers));
  }

  // verb: a method of the job (run, stop, pause, resume)
  async work(verb, ...fields) {
    this.page.warn(null);
    const answer = await this.job[verb](...fields);
    if (answer.problem) this.page.warn(answer.problem);
    return answer; // the outcome is shown as progress, which may have arrived already
  }

  // Have the kernel write a file (verb: "json" or "page"), and save it as `name`. type: its MIME type
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

  // Pages override these two. showStatus: shows the kernel's messages about the state; refresh: shows the state again
  // after a change was refused
  showStatus() {}

  refresh() {}

  showEngine() {
    const { isSilent, isAsking } = this.engine;
    this.page.busy(isAsking && !isSilent);
    // No bar here: a job has its own.
    if (!isSilent && !isAsking && this.job?.isWorking) this.page.node.setAttribute("aria-busy", "true");
    this.page.node.classList.toggle("wcl-is-silent", isSilent);
    this.outage.show(isSilent);
  }

  // Overridden by pages whose text box may hold more text than they send.
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

  // Copy a link to this page with these traits. advice: what to do if the text is too long for a link
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

// The default export that anywidget expects of a page's module.
export function pageView(Session) {
  return {
    render({ model, el }) {
      const session = new Session(model, el);
      return () => session.destroy();
    },
  };
}
