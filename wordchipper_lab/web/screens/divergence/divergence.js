// DivergenceLab: joins the page to its engine, which compares and explains; stepping through the results happens
// here, without it.

import { saveFile } from "../../shared/clipboard.js";
import { count } from "../../shared/dom.js";
import { DivergencePage } from "./page.js";
import { pageAddress } from "../../shared/page_link.js";
import { TokenizerOpener } from "../../shared/open_tokenizer.js";
import { addLexers } from "./opened_lexers.js";
import { PageSession, pageView } from "../../engine/page_session.js";

const STATE = ["a", "b", "text", "source", "k", "alphabet", "compared", "tok_a", "tok_b", "around", "selected"];
const LETTERS = { n: 1, p: -1 };
const BESIDE = { ArrowRight: 1, ArrowLeft: -1 };
const ONWARDS = { ArrowDown: 1, PageDown: 1, " ": 1, ArrowUp: -1, PageUp: -1 };
const MOST_SENT = 4000000; // most UTF-16 units sent to the kernel; its own limit is lower, and it reports longer texts

class DivergenceSession extends PageSession {
  constructor(model, el) {
    super(model, STATE);
    this.mount(new DivergencePage(this.get("_options"), this.actions()), el);
    this.opener = new TokenizerOpener(this, this.page.settings.node.lastElementChild, { use: (opened) => this.useOpened(opened), offer: ({ lexers }) => addLexers(Object.values(this.page.pickers), lexers), isBesideName: false });
    this.job = this.engine.job((progress) => this.showProgress(progress));
    this.open({
      "change:text": () => this.showText(),
      "change:a change:b change:source change:k change:alphabet change:_letters change:_file": () => this.showChoices(),
      "change:_graphs": () => this.page.showGraphs(this.get("_graphs")),
      "change:_found": () => this.showFound(),
      "change:selected": () => this.showSelected(),
      "change:compared change:tok_a change:tok_b change:around change:_options": () => this.showCompared(),
      "change:_pair": () => this.showPair(),
      "change:_told": () => this.showTold(),
      "change:_why": () => this.showWhy(),
      "change:_status": () => this.showStatus(),
      "change:_patterns": () => this.page.showPatterns(this.get("_patterns")),
      "change:_undo": () => this.page.showUndo(this.get("_undo")),
      "change:_code": () => { this.page.code.textContent = this.get("_code"); },
    });
  }

  // As A: its lexer; the tokenizer itself where tokenizers are compared, or where its lexer cannot be exchanged.
  useOpened({ name, word }) {
    if (word && !this.ofTokenizers) return this.set({ a: word });
    return this.set({ compared: "tokenizers", tok_a: name, selected: 0 });
  }

  get ofTokenizers() {
    return this.get("compared") === "tokenizers";
  }

  // What can be walked through.
  get listed() {
    return (this.ofTokenizers ? this.get("_pair").differences : this.get("_found").divergences) ?? [];
  }

  showCompared() {
    const choice = this.read(["compared", "tok_a", "tok_b", "around"]);
    this.page.showCompared({ ...choice, models: this.get("_options").tokenizers, alone: this.get("_status").alone });
    if (this.ofTokenizers) this.showPair();
    else this.showFound();
  }

  showPair() {
    if (!this.ofTokenizers) return;
    this.page.showPair(this.get("_pair"), this.get("selected"));
    this.showTold();
  }

  // The story of the selected text once the kernel has sent it; a saved page contains many of them.
  showTold() {
    if (!this.ofTokenizers) return;
    const told = this.get("_told");
    const { serial, differences = [] } = this.get("_pair");
    const selected = this.get("selected");
    const isOurs = told.serial === serial && told.selected === selected;
    const shown = isOurs ? told : this.get("_tolds")[selected] ?? null;
    this.page.showTold(differences.length ? shown : null);
    if (!differences.length) this.page.tell("");
    this.linkToExplorer(shown?.text ? { text: shown.text, model: this.get("tok_a") } : null);
  }

  walk(step) {
    this.select(this.get("selected") + step);
  }

  // n and p move through the list; Left and Right, too, where nothing else wants them, and while presenting the other
  // arrows, Space and the buttons of a presenter, unless there is only one divergence to show.
  press({ key }, isFree) {
    if (this.isPresenting && !(this.listed.length > 1)) return false;
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
      swap: () => this.set(this.ofTokenizers ? { tok_a: this.get("tok_b"), tok_b: this.get("tok_a") } : { a: this.get("b"), b: this.get("a") }),
      compared: (compared) => this.set({ compared, selected: 0, ...(this.get("source") === "strings" ? { source: "text" } : {}) }),
      tokenizer: (name, model) => this.set({ [name]: model, selected: 0 }),
      around: (around) => this.set({ around }),
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
    if (number < 0 || number >= this.listed.length || number === this.get("selected")) return;
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
    if (this.ofTokenizers) return;
    this.page.story = null;
    this.page.showFound(this.get("_found"), this.get("selected"));
    this.showWhy();
  }

  showSelected() {
    if (this.ofTokenizers) {
      this.page.showPairText(this.get("selected"));
      this.showTold();
      return;
    }
    this.page.story = null;
    this.page.showOne(this.get("selected"));
    this.showWhy();
  }

  // Show the explanation of the selected divergence once the kernel has sent it; a saved page contains many of them.
  showWhy() {
    if (this.ofTokenizers) return;
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
    this.page.pair.showChoice({ ...this.read(["tok_a", "tok_b", "around"]), models: this.get("_options").tokenizers, alone: status.alone });
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
    else saveFile("divergences.json", JSON.stringify({ state: this.read(), ...this.get(this.ofTokenizers ? "_pair" : "_found") }), "application/json");
  }

  copyPytest() {
    const pytest = this.ofTokenizers ? this.get("_told").pytest : this.page.story?.pytest;
    if (pytest) this.copy(pytest, "pytest case copied");
    else this.page.say("Not known yet");
  }

  // A custom lexer has no name by which another page could make it.
  get isLinkable() {
    if (this.ofTokenizers) return !["tok_a", "tok_b"].some((name) => this.get("_options").own.includes(this.get(name)));
    return ![this.get("a"), this.get("b")].some((word) => word.startsWith("own:"));
  }

  get linkedState() {
    return this.isLinkable ? super.linkedState : null;
  }

  copyLink() {
    if (this.isLinkable) super.copyLink();
    else this.page.warn(`A ${this.ofTokenizers ? "tokenizer of your own" : "custom lexer"} has no link: no other page could make it.`);
  }
}

export default pageView(DivergenceSession);
