// DivergenceLab: joins the page to its engine, which compares and explains; stepping through the results happens
// here, without it.

import { saveFile } from "../../shared/clipboard.js";
import { count } from "../../shared/dom.js";
import { DivergencePage } from "./page.js";
import { pageAddress } from "../../shared/page_link.js";
import { TokenizerOpener } from "../../shared/open_tokenizer.js";
import { addLexers } from "./opened_lexers.js";
import { PageSession, pageView } from "../../engine/page_session.js";

const STATE = ["a", "b", "text", "source", "k", "alphabet", "selected"];
const LETTERS = { n: 1, p: -1 };
const BESIDE = { ArrowRight: 1, ArrowLeft: -1 };
const ONWARDS = { ArrowDown: 1, PageDown: 1, " ": 1, ArrowUp: -1, PageUp: -1 };
const MOST_SENT = 4000000; // most UTF-16 units sent to the kernel; its own limit is lower, and it reports longer texts

class DivergenceSession extends PageSession {
  constructor(model, el) {
    super(model, STATE);
    this.mount(new DivergencePage(this.get("_options"), this.actions()), el);
    this.opener = new TokenizerOpener(this, this.page.settings.node.lastElementChild, { use: ({ word }) => this.set({ a: word }), offer: ({ lexers }) => addLexers(Object.values(this.page.pickers), lexers), isBesideName: false });
    this.job = this.engine.job((progress) => this.showProgress(progress));
    this.open({
      "change:text": () => this.showText(),
      "change:a change:b change:source change:k change:alphabet change:_letters change:_file": () => this.showChoices(),
      "change:_graphs": () => this.page.showGraphs(this.get("_graphs")),
      "change:_found": () => this.showFound(),
      "change:selected": () => this.showSelected(),
      "change:_why": () => this.showWhy(),
      "change:_status": () => this.showStatus(),
      "change:_patterns": () => this.page.showPatterns(this.get("_patterns")),
      "change:_undo": () => this.page.showUndo(this.get("_undo")),
      "change:_code": () => { this.page.code.textContent = this.get("_code"); },
    });
  }

  walk(step) {
    this.select(this.get("selected") + step);
  }

  // n and p move through the list; Left and Right, too, where nothing else wants them, and while presenting the other
  // arrows, Space and the buttons of a presenter, unless there is only one divergence to show.
  press({ key }, isFree) {
    if (this.isPresenting && !(this.get("_found").divergences?.length > 1)) return false;
    const step = { ...LETTERS, ...(isFree && BESIDE), ...(isFree && this.isPresenting && ONWARDS) }[key];
    if (step) this.walk(step);
    return Boolean(step);
  }

  present(on) {
    super.present(on);
    this.page.enlarge(on);
  }

  actions() {
    return {
      lexer: (name, word) => this.set({ [name]: word }),
      swap: () => this.set({ a: this.get("b"), b: this.get("a") }),
      preset: (number) => this.ask("preset", { number }),
      source: (source) => this.set({ source }),
      text: (text) => this.typed(text),
      k: (k) => this.set({ k }),
      alphabet: (alphabet) => this.set({ alphabet }),
      openFile: (name, bytes) => this.openFile(name, bytes),
      problem: (problem) => this.page.warn(problem),
      start: () => this.work("run", "start"),
      stop: () => this.work("stop"),
      walk: (step) => this.walk(step),
      select: (number) => this.select(number),
      shrink: () => this.ask("shrink"),
      undo: () => this.ask("undo"),
    };
  }

  dataItems(item) {
    return [
      item("Copy pytest case", () => this.copyPytest(), "A test that fails while the lexers differ"),
      item("Save divergences as JSON", () => this.saveJson(), "Everything that was found"),
    ];
  }

  get textBox() {
    return this.page.text;
  }

  typed(text) {
    if (text.length > MOST_SENT) {
      this.page.warn(`This text has ${count(text.length)} characters: save it as a file, and use the command line: wordchipper-lab lexers compare. Nothing is lost: it is still in the box.`);
      return;
    }
    this.set({ text: text.toWellFormed ? text.toWellFormed() : text, source: "text", selected: 0 });
  }

  async openFile(name, bytes) {
    const { problem } = await this.ask("file", { name }, [bytes]);
    if (!problem) this.actions().start();
  }

  select(number) {
    const found = this.get("_found").divergences ?? [];
    if (number < 0 || number >= found.length || number === this.get("selected")) return;
    this.engine.look({ selected: number });
  }

  showText() {
    this.page.showText(this.get("text"));
  }

  showChoices() {
    const state = this.read(["a", "b", "source", "k", "alphabet"]);
    this.page.showLexers(state.a, state.b, this.get("_status").problems);
    this.page.showSource({ ...state, letters: this.get("_letters"), file: this.get("_file") });
  }

  showFound() {
    this.page.story = null;
    this.page.showFound(this.get("_found"), this.get("selected"));
    this.showWhy();
  }

  showSelected() {
    this.page.story = null;
    this.page.showOne(this.get("selected"));
    this.showWhy();
  }

  // Show the explanation of the selected divergence once the kernel has sent it; a saved page contains many of them.
  showWhy() {
    const selected = this.get("selected");
    const { serial } = this.get("_found");
    const why = this.get("_why");
    const story = why.serial === serial && why.selected === selected ? why : this.get("_whys")[selected] ?? null;
    this.page.showWhy(story);
    this.linkToExplorer(story?.explorer);
  }

  async linkToExplorer(state) {
    const link = this.page.explorer;
    const address = state && this.place.isServed ? await pageAddress("explorer", state) : null;
    link.hidden = !address;
    if (address) link.href = address;
  }

  showProgress(progress) {
    this.page.showProgress(progress);
    if (progress.problem) this.page.warn(progress.problem);
  }

  showStatus() {
    const status = this.get("_status");
    this.showChoices();
    this.page.warn(status.error ?? status.note ?? null);
    const isOld = Boolean(status.error || Object.keys(status.problems ?? {}).length);
    this.page.node.classList.toggle("wcl-is-stale", isOld);
  }

  refresh() {
    this.showText();
    this.showChoices();
  }

  // A saved page has what is drawn; the kernel has everything.
  saveJson() {
    if (this.engine.isLive) this.save("json", "divergences.json", "application/json");
    else saveFile("divergences.json", JSON.stringify({ state: this.read(), ...this.get("_found") }), "application/json");
  }

  copyPytest() {
    if (this.page.story?.pytest) this.copy(this.page.story.pytest, "pytest case copied");
    else this.page.say("Not known yet");
  }

  // A custom lexer has no name by which another page could make it.
  get isLinkable() {
    return ![this.get("a"), this.get("b")].some((word) => word.startsWith("own:"));
  }

  get linkedState() {
    return this.isLinkable ? super.linkedState : null;
  }

  copyLink() {
    if (this.isLinkable) super.copyLink();
    else this.page.warn("A custom lexer has no link: no other page could make it.");
  }
}

export default pageView(DivergenceSession);
