// Joins any page to its engine: requests and their problems, links, copying, the palette, and the notice for a kernel
// that does not answer.

import { keepDrops } from "../shared/drops.js";
import { reopenTokenizers } from "../shared/kept_tokenizers.js";
import { keepPalette } from "../shared/palette.js";
import { explainTerms } from "../shared/terms.js";
import { boxText } from "../shared/text_box.js";
import { openEngine } from "./engine.js";
import { NOT_KEPT, Outage } from "./outage.js";
import { PageKeys } from "./page_keys.js";
import { linkedOf, placeOf, wordOf } from "./place.js";
import { Sharer } from "./sharing.js";

export class PageSession extends Sharer {
  // names: names of the public state that links and a restarted page carry along
  constructor(model, names) {
    super();
    this.engine = openEngine(model);
    this.names = names;
    this.place = model.place ?? placeOf(this.engine.isLive); // a screen of the Lab is somewhere in it
    this.place.attach?.(this);
  }

  // Put `page` into `el`. Links lead to served pages, so the link button is offered only there.
  mount(page, el) {
    this.page = page;
    page.share.offer(this.shareItems());
    page.presentation.mount(page.node, (on) => this.present(on));
    this.outage = new Outage(this.place.restart ? () => this.restart() : null);
    this.outage.mount(page.node, this.place.isServed, page.node.firstChild);
    explainTerms(page.node, this.get("_words") ?? [], this.place.open ? ({ screen, state }) => this.place.open(screen, state) : null);
    el.append(page.node);
    this.stopPalette = keepPalette(page.node);
    this.keys = new PageKeys(this);
    if (this.ownsThePage && !this.place.attach) this.stopDrops = keepDrops();
  }

  // listeners: "event event ..." -> function. Each is called once now, to draw the initial state.
  open(listeners) {
    this.engine.listen(listeners);
    for (const show of Object.values(listeners)) show();
    this.job?.showProgress();
    this.engine.watch(() => this.showEngine());
    this.showEngine();
    this.engine.nearby(this.page.name, this.names, this.place.isServed);
    this.engine.listen({ [this.names.map((name) => `change:${name}`).join(" ")]: () => this.followed() });
    this.restore(this.place.opening);
  }

  // Show what the address says; the state of the start stays hidden until then.
  async restore(opening) {
    if (!opening || !this.engine.isLive) return;
    this.isRestoring = true;
    this.page.node.classList.add("wcl-is-opening");
    const { state, link } = opening;
    await reopenTokenizers(this.engine, opening, this.page.node);
    const { problem } = await (state ? this.engine.set(state) : this.engine.ask("link", { link }));
    this.isRestoring = false;
    this.page.node.classList.remove("wcl-is-opening");
    this.refresh();
    if (problem) this.page.warn(problem);
    else this.showStatus();
  }

  // The state has changed: the address follows.
  followed() {
    if (!this.isRestoring) this.place.follow(() => ({ state: this.read(), linked: this.linkedState }));
  }

  // The state of a link to this page, without what is as usual; null if no other page could show it.
  get linkedState() {
    const { usual, first } = this.place;
    return linkedOf(this.read(this.linkedNames), usual, first);
  }

  // Overridden by screens of which a link shows a part.
  get linkedNames() {
    return this.names;
  }

  // Whether the page owns the window, as served and saved pages do. There, keys work without focus in the page; in a
  // notebook, such keys belong to the notebook.
  get ownsThePage() {
    return this.place.ownsKeys;
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

  // Overridden by screens that use keys wherever the focus is. Returns whether it used the key; isFree: nothing else wants it
  press() {
    return false;
  }

  showEngine() {
    const { isAsking, goesOn } = this.engine;
    const isSilent = this.engine.isSilent && !goesOn;
    this.page.busy(isAsking && !isSilent);
    // No bar here: a job has its own.
    if (!isSilent && !isAsking && this.job?.isWorking) this.page.node.setAttribute("aria-busy", "true");
    this.page.node.classList.toggle("wcl-is-silent", isSilent);
    this.page.node.dataset.answering = this.engine.answering;
    if (isSilent) this.page.node.classList.remove("wcl-is-opening");
    this.outage.show(this.engine.isSilent, goesOn);
  }

  // Overridden by pages whose text box may hold more text than they send.
  get textBox() {
    return null;
  }

  async restart() {
    const text = this.textBox ? boxText(this.textBox) : undefined;
    const isKept = text === undefined || (text.toWellFormed?.() ?? text) === this.get("text");
    if (isKept && (await this.place.restart(this.read()))) return;
    this.page.warn(NOT_KEPT);
  }

  get isPresenting() {
    return this.page.presentation.isOn;
  }

  // Large type without controls, or no longer.
  present(on) {
    if (on === this.isPresenting) return;
    this.page.presentation.show(on);
    this.place.presented?.(on);
  }

  // word: a packed state (lab/permalink.py); without one, `problem` says why
  copyAddress(word, problem, said = "Link copied") {
    if (word === null) {
      this.page.warn(problem);
      return;
    }
    this.copy(this.place.addressOf(word), said);
  }

  async copyLink() {
    const linked = this.linkedState;
    const word = await wordOf(linked);
    const isUsual = !Object.keys(linked).length;
    const problem = "This text is too long for a link that travels safely: shorten it, or save the page instead.";
    this.copyAddress(word || isUsual ? word : null, problem);
  }

  destroy() {
    this.keys.stop();
    this.place.leave();
    this.engine.close();
    this.stopPalette();
    this.stopDrops?.();
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
