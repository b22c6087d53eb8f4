// TrainingLab: joins the page to the widget's state. The kernel trains; stepping through a toy happens here, without it.

import { saveFile } from "../../shared/clipboard.js";
import { count } from "../../shared/dom.js";
import { pageAddress } from "../../shared/page_link.js";
import { PageSession } from "../../engine/page_session.js";
import { svgFile } from "../../shared/svg_chart.js";
import { TrainingPage } from "./page.js";
import { isWorking } from "../../shared/job.js";

const TOY_STATE = ["mode", "toy", "toy_text", "toy_level", "toy_trainer", "toy_tie", "step"];
const REAL_STATE = ["mode", "corpus", "text", "size", "pattern", "vocab_size", "trainer", "tie", "byte_order", "special_tokens", "min_frequency", "max_token_length", "rate", "probe", "compare"];
const WAITING = 15000; // milliseconds without an answer after which the page says so
const PATIENCE = 150; // milliseconds without a key before a text travels
const LONGEST_LINKED = 2000; // UTF-16 units of a text that a link to another page carries
const MOST_SENT = 16000000; // UTF-16 units that are sent to the kernel at all
const GONE = "No answer from the kernel. If it has gone, the toy can still be stepped through, and what was trained can be read; to save it, it must be trained again on a reloaded page.";
const SAVED = "This is a saved page: its toy can be stepped through, another corpus needs a live page.";

class TrainingSession extends PageSession {
  constructor(model, el) {
    super(model);
    this.mount(new TrainingPage(model.get("_options"), this.actions()), el);
    const toys = TOY_STATE.slice(1, -1).map((name) => `change:${name}`).join(" ");
    const reals = REAL_STATE.slice(1, -2).map((name) => `change:${name}`).join(" ");
    this.listen({
      "change:mode": () => this.page.showMode(model.get("mode")),
      [toys]: () => this.page.toy.showChoice(this.read(TOY_STATE)),
      "change:_trace": () => this.page.toy.showTrace(model.get("_trace"), model.get("step")),
      "change:step": () => this.showStep(),
      [`${reals} change:_files`]: () => this.page.real.form.show(this.read(REAL_STATE), model.get("_files")),
      "change:_live": () => this.page.real.showLive(model.get("_live")),
      "change:_race": () => this.page.real.race.show(model.get("_race")),
      "change:_result": () => this.showResult(),
      "change:probe": () => this.showProbe(),
      "change:compare": () => this.showProbe(),
      "change:_encoded": () => this.page.real.result.showEncoded(model.get("_encoded")),
      "change:_progress": () => this.showProgress(),
      "change:_status": () => this.showStatus(),
      "change:_code": () => { this.page.code.textContent = model.get("_code"); },
      "msg:custom": (message) => this.receive(message),
    });
    this.showAll();
    // Where the page is all there is, the arrow keys need no focus in it; in a notebook they are the notebook's.
    this.onKey = (event) => { if (event.target === document.body && model.get("mode") === "toy") this.page.toy.player.press(event); };
    if (this.inVoila || model.isSaved) document.addEventListener("keydown", this.onKey);
    this.openLink();
  }

  actions() {
    const { model } = this;
    return {
      mode: (mode) => this.set({ mode }),
      toy: (changes) => this.ask({ ...changes, step: 0 }),
      toyText: (text) => this.typed(this.page.toy, (toy_text) => this.ask({ toy_text, step: 0 }), text),
      step: (step) => this.keepStep(step),
      change: (state) => this.change(state),
      corpusText: (text) => this.typed(this.page.real.form, (own) => this.change({ text: own }), text),
      openFiles: (files) => this.openFiles(files),
      problem: (problem) => this.page.warn(problem),
      start: () => this.send({ do: "start", state: this.asked() }) && this.page.showProgress({ state: "starting" }),
      pause: () => this.send({ do: "pause" }) && this.page.showProgress({ ...model.get("_progress"), state: "pausing" }),
      goOn: () => this.send({ do: "go_on" }) && this.page.showProgress({ ...model.get("_progress"), state: "running" }),
      stop: () => this.send({ do: "stop" }) && this.page.showProgress({ ...model.get("_progress"), state: "stopping" }),
      race: (trainers) => this.send({ do: "race", trainers, state: this.asked() }) && this.page.showProgress({ state: "starting", what: "race" }),
      probe: (text) => this.typed(this.page.real.result, (probe) => this.change({ probe }), text),
      compare: (compare) => this.change({ compare }),
      export: (format) => this.send({ do: "export", format }),
      copyName: () => this.copy(this.page.real.result.code.textContent, "Copied"),
      saveChart: (chart, title) => saveFile(`${title.replaceAll(" ", "-").toLowerCase()}.svg`, svgFile(chart, this.page.node), "image/svg+xml"),
      copyCode: () => this.copy(this.page.code.textContent, "Python code copied"),
      copyLink: () => this.copyState(model.get("mode") === "toy" ? TOY_STATE : REAL_STATE, "shorten it"),
      saveJson: () => this.send({ do: "json" }),
      savePage: () => this.send({ do: "page" }),
    };
  }

  read(names) {
    return Object.fromEntries(names.map((name) => [name, this.model.get(name)]));
  }

  // What is trained on goes with the word to start: changes of the state wait while the kernel is busy, messages do not.
  asked() {
    this.flushTyped();
    const { text, ...state } = this.read(REAL_STATE);
    return state.corpus === "text" ? { ...state, text } : state;
  }

  // A change of what is traced: it is answered when the status carries its number.
  ask(changes) {
    if (this.model.isSaved) {
      this.page.warn(SAVED);
      this.page.toy.showChoice(this.read(TOY_STATE));
      return;
    }
    this.set({ ...changes, _sequence: this.model.get("_sequence") + 1 });
    this.page.busy(true);
    this.awaitAnswer(GONE, WAITING);
  }

  // A change that the kernel need not answer.
  change(state) {
    if (this.model.isSaved) {
      this.page.warn(SAVED);
      this.page.real.form.show(this.read(REAL_STATE), this.model.get("_files"));
      return;
    }
    this.set(state);
  }

  send(message, buffers) {
    if (this.model.isSaved) {
      this.page.warn(SAVED);
      return false;
    }
    this.page.warn(null);
    this.flushTyped();
    this.page.node.setAttribute("aria-busy", "true");
    this.tell(message, buffers);
    this.awaitAnswer(GONE, WAITING);
    return true;
  }

  // part: has the box that was typed in; its text travels after a moment, and nothing overwrites it meanwhile
  typed(part, use, text) {
    if (this.typedIn !== part) this.flushTyped();
    clearTimeout(this.typing);
    this.typedIn = part;
    part.isTyping = true;
    this.useTyped = () => {
      part.isTyping = false;
      if (text.length > MOST_SENT) this.page.warn(`This text has ${count(text.length)} characters: save it as a file and use the command line: wordchipper-lab train`);
      else use(text.toWellFormed ? text.toWellFormed() : text);
    };
    this.typing = setTimeout(() => this.flushTyped(), PATIENCE);
  }

  // What was typed a moment ago comes before what is asked next.
  flushTyped() {
    clearTimeout(this.typing);
    const use = this.useTyped;
    this.useTyped = null;
    use?.();
  }

  keepStep(step) {
    if (step === this.model.get("step")) return;
    this.fromHere = true;
    this.model.set("step", step);
    this.fromHere = false;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.model.save_changes(), 300);
  }

  showStep() {
    if (!this.fromHere) this.page.toy.showStep(this.model.get("step"));
  }

  async openFiles(files) {
    const contents = await Promise.all(files.map((file) => file.arrayBuffer()));
    this.send({ do: "files", names: files.map((file) => file.name) }, contents);
  }

  showStatus() {
    const status = this.model.get("_status");
    if (status.sequence < this.model.get("_sequence")) return; // stale: a newer question is under way
    this.settled();
    this.page.warn(status.problem ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.problem));
  }

  showProgress() {
    const progress = this.model.get("_progress");
    clearTimeout(this.waiting);
    if (this.page.notice.textContent === GONE) this.page.warn(null);
    this.page.showProgress(progress, this.model.get("_live").stopped);
    if (progress.problem) this.page.warn(progress.problem);
    if (isWorking(progress.state) && !this.model.isSaved) this.waiting = setTimeout(() => this.page.warn(GONE), WAITING * 4);
  }

  showProbe() {
    this.page.real.result.showProbe(this.model.get("probe"), this.model.get("compare"));
    this.showLinks();
  }

  showResult() {
    this.page.real.result.show(this.model.get("_result"));
    this.showLinks();
  }

  // Other pages are other kernels: a link names the vocabulary, which was kept for them.
  async showLinks() {
    const { name, kept } = this.model.get("_result");
    if (!name) return;
    const probe = this.model.get("probe");
    const pages = { Explorer: ["explorer", { model: name, text: probe.slice(0, LONGEST_LINKED) }], "Merge stepper": ["stepper", { model: name, text: probe.slice(0, 400) }], Vocabulary: ["vocabulary", { model: name, sort: "id", descending: true }] };
    const isServed = kept && this.inVoila && !this.model.isSaved;
    const addresses = await Promise.all(Object.entries(pages).map(async ([label, [page, state]]) => [label, isServed ? await pageAddress(page, state) : null]));
    if (this.model.get("_result").name === name && this.model.get("probe") === probe) this.page.real.result.showLinks(addresses);
  }

  settled() {
    clearTimeout(this.waiting);
    this.page.busy(false);
    this.page.node.setAttribute("aria-busy", String(isWorking(this.model.get("_progress").state)));
  }

  receive(message) {
    if (message.page) saveFile("training.html", message.page, "text/html");
    if (message.json) saveFile("training.json", message.json, "application/json");
    for (const [name, text] of Object.entries(message.files ?? {})) saveFile(name, text, "application/octet-stream");
    const isLater = ["page", "json", "export", "link", "start", "race"].includes(message.answered);
    if (message.done || message.problem || !isLater) this.settled();
    if (!message.problem) return;
    this.page.showProgress(this.model.get("_progress"), this.model.get("_live").stopped); // what was shown at once did not come about
    this.page.warn(message.problem);
  }

  openLink() {
    const link = this.linkedState();
    if (!link) return;
    this.model.set("_sequence", this.model.get("_sequence") + 1);
    this.page.busy(true);
    this.send({ do: "link", link, sequence: this.model.get("_sequence") });
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
    super.destroy();
  }
}

function render({ model, el }) {
  const session = new TrainingSession(model, el);
  return () => session.destroy();
}

export default { render };
