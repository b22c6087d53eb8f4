// DivergenceLab: joins the page to the widget's state. The kernel compares and explains; walking happens here, without it.

import { saveFile } from "../../shared/clipboard.js";
import { count } from "../../shared/dom.js";
import { DivergencePage } from "./page.js";
import { isWorking } from "../../shared/job.js";
import { pageAddress } from "../../shared/page_link.js";
import { PageSession } from "../../engine/page_session.js";
import { setText } from "../../shared/text_box.js";

const STATE = ["a", "b", "text", "source", "k", "alphabet", "selected"];
const WAITING = 15000; // milliseconds without an answer after which the page says so; a pattern may take some of them
const PATIENCE = 150; // milliseconds without a key before a text travels
const MOST_SENT = 4000000; // UTF-16 units that are sent to the kernel at all; it takes less, and says so
const GONE = "No answer from the kernel. If it has gone, what was found here can still be walked through and looked at.";
const SAVED = "This is a saved page: what was found can be walked through, another search needs a live page.";

class DivergenceSession extends PageSession {
  constructor(model, el) {
    super(model);
    this.mount(new DivergencePage(model.get("_options"), this.actions()), el);
    this.listen({
      "change:text": () => this.showText(),
      "change:a change:b change:source change:k change:alphabet change:_letters change:_file": () => this.showChoices(),
      "change:_graphs": () => this.page.showGraphs(model.get("_graphs")),
      "change:_found": () => this.showFound(),
      "change:selected": () => this.showSelected(),
      "change:_why": () => this.showWhy(),
      "change:_progress": () => this.showProgress(),
      "change:_status": () => this.showStatus(),
      "change:_undo": () => this.page.showUndo(model.get("_undo")),
      "change:_code": () => { this.page.code.textContent = model.get("_code"); },
      "msg:custom": (message) => this.receive(message),
    });
    this.showAll();
    // Where the page is all there is, n and p need no focus in it; in a notebook they are the notebook's.
    this.onKey = (event) => { if (event.target === document.body) this.page.press(event); };
    if (this.inVoila || model.isSaved) document.addEventListener("keydown", this.onKey);
    this.openLink();
  }

  actions() {
    return {
      lexer: (name, word) => this.ask({ [name]: word }),
      swap: () => this.ask({ a: this.model.get("b"), b: this.model.get("a") }),
      preset: (number) => this.sendQuestion({ do: "preset", number }),
      source: (source) => this.ask({ source }),
      text: (text) => this.typed(text),
      k: (k) => this.ask({ k }),
      alphabet: (alphabet) => this.ask({ alphabet }),
      openFile: (name, bytes) => this.openFile(name, bytes),
      problem: (problem) => this.page.warn(problem),
      start: () => this.send({ do: "start" }) && this.page.showProgress({ state: "starting" }),
      stop: () => this.halt(),
      walk: (step) => this.select(this.model.get("selected") + step),
      select: (number) => this.select(number),
      shrink: () => this.send({ do: "shrink" }),
      undo: () => this.send({ do: "undo" }),
      copyPytest: () => this.copyPytest(),
      copyCode: () => this.copy(this.page.code.textContent, "Python code copied"),
      copyLink: () => this.copyLink(),
      saveJson: () => this.send({ do: "json" }),
      savePage: () => this.send({ do: "page" }),
    };
  }

  ask(changes) {
    if (this.model.isSaved) {
      this.page.warn(SAVED);
      this.showText();
      this.showChoices();
      return;
    }
    this.set({ ...changes, _sequence: this.model.get("_sequence") + 1 });
    this.page.busy(true);
    this.awaitAnswer(GONE, WAITING);
  }

  // A message that changes what is compared: it is answered when the status carries its number.
  sendQuestion(message) {
    if (!this.model.isSaved) this.model.set("_sequence", this.model.get("_sequence") + 1); // the kernel hears it with the message
    this.send({ ...message, sequence: this.model.get("_sequence") });
  }

  send(message, buffers) {
    if (this.model.isSaved) {
      this.page.warn(SAVED);
      this.showChoices();
      return false;
    }
    this.page.warn(null);
    this.page.busy(true);
    this.tell(message, buffers);
    this.awaitAnswer(GONE, WAITING);
    return true;
  }

  typed(text) {
    clearTimeout(this.typing);
    this.page.node.setAttribute("aria-busy", "true");
    this.typing = setTimeout(() => {
      this.typing = null;
      if (text.length > MOST_SENT) {
        this.page.busy(false);
        this.page.warn(`This text has ${count(text.length)} characters: save it as a file, and use the command line: wordchipper-lab lexers compare. Nothing is lost: it is still in the box.`);
        return;
      }
      this.ask({ text: text.toWellFormed ? text.toWellFormed() : text, selected: 0 });
    }, PATIENCE);
  }

  openFile(name, bytes) {
    if (this.send({ do: "file", name }, [bytes])) this.startsAtOnce = true;
  }

  halt() {
    if (!this.send({ do: "stop" })) return;
    this.page.showProgress({ ...this.model.get("_progress"), state: "stopping" });
  }

  select(number) {
    const found = this.model.get("_found").divergences ?? [];
    if (number < 0 || number >= found.length || number === this.model.get("selected")) return;
    this.set({ selected: number });
    this.page.say(`Divergence ${number + 1} of ${found.length}`);
  }

  showText() {
    const text = this.model.get("text");
    if (!this.typing && this.page.source.text.value !== text) setText(this.page.source.text, text);
  }

  showChoices() {
    const state = Object.fromEntries(["a", "b", "source", "k", "alphabet"].map((name) => [name, this.model.get(name)]));
    this.page.showLexers(state.a, state.b, this.model.get("_status").problems);
    this.page.showSource({ ...state, letters: this.model.get("_letters"), file: this.model.get("_file") });
  }

  showFound() {
    this.page.story = null;
    this.page.showFound(this.model.get("_found"), this.model.get("selected"));
    this.showWhy();
  }

  showSelected() {
    this.page.story = null;
    this.page.showOne(this.model.get("selected"));
    this.showWhy();
  }

  // What there is to say of the divergence that is looked at, once the kernel has said it; a saved page knows many.
  showWhy() {
    const selected = this.model.get("selected");
    const { serial } = this.model.get("_found");
    const why = this.model.get("_why");
    const story = why.serial === serial && why.selected === selected ? why : this.model.get("_whys")[selected] ?? null;
    this.page.showWhy(story);
    this.linkToExplorer(story?.explorer);
  }

  async linkToExplorer(state) {
    const link = this.page.explorer;
    const address = state && this.inVoila ? await pageAddress("explorer", state) : null;
    link.hidden = !address;
    if (address) link.href = address;
  }

  showProgress() {
    const progress = this.model.get("_progress");
    this.page.showProgress(progress);
    clearTimeout(this.waiting);
    if (this.page.notice.textContent === GONE) this.page.warn(null);
    if (progress.problem) this.page.warn(progress.problem);
    this.settled();
    if (isWorking(progress.state) && !this.model.isSaved) this.waiting = setTimeout(() => this.page.warn(GONE), WAITING * 4);
  }

  showStatus() {
    const status = this.model.get("_status");
    if (status.sequence < this.model.get("_sequence")) return; // stale: a newer question is under way
    this.settled();
    this.showChoices();
    this.page.warn(status.error ?? status.note ?? null);
    const isOld = Boolean(status.error || Object.keys(status.problems ?? {}).length);
    this.page.node.classList.toggle("wcl-is-stale", isOld);
  }

  settled() {
    clearTimeout(this.waiting);
    if (this.typing) return; // a newer text is about to be sent
    this.page.busy(false);
    this.page.node.setAttribute("aria-busy", String(isWorking(this.model.get("_progress").state))); // its own bar shows it
  }

  receive(message) {
    if (message.page) saveFile("divergence.html", message.page, "text/html");
    if (message.json) saveFile("divergences.json", message.json, "application/json");
    const isLater = ["shrink", "page", "json", "preset", "link", "start"].includes(message.answered);
    if (message.done || message.problem || !isLater) this.settled();
    if (message.problem) {
      this.page.showProgress(this.model.get("_progress")); // what was shown at once did not come about
      this.page.warn(message.problem);
    }
    if (message.answered === "file" && this.startsAtOnce) {
      this.startsAtOnce = false;
      if (!message.problem) this.actions().start();
    }
  }

  copyPytest() {
    if (this.page.story?.pytest) this.copy(this.page.story.pytest, "pytest case copied");
    else this.page.say("Not known yet");
  }

  copyLink() {
    if ([this.model.get("a"), this.model.get("b")].some((word) => word.startsWith("own:"))) {
      this.page.warn("A custom lexer has no link: no other page could make it.");
      return;
    }
    this.copyState(STATE, "shrink it");
  }

  openLink() {
    const link = this.linkedState();
    if (link) this.sendQuestion({ do: "link", link });
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
    super.destroy();
  }
}

function render({ model, el }) {
  const session = new DivergenceSession(model, el);
  return () => session.destroy();
}

export default { render };
