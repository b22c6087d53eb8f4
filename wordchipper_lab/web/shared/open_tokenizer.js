// A tokenizer from the visitor's own files, chosen with a button or dropped anywhere on the page. The kernel reads
// them in memory (widgets/open_tokenizer.py), in a page without one its Worker (answers/opened/), and every screen offers
// what was read.

import { element, plural } from "./dom.js";
import { keepTokenizer } from "./kept_tokenizers.js";
import { askPattern } from "./pattern_dialog.js";
import { FileProblem, packFiles, tokenizerFiles } from "./tokenizer_files.js";

const ACCEPTED = ".tiktoken,.json,.gguf,.bpe,.txt,.model";
const FILES = "tokenizer.json, tekken.json, a .tiktoken or .gguf file, or vocab.bpe with encoder.json (choose both)";
const GONE = 500; // milliseconds without a dragover after which nothing is being dragged here

export class TokenizerOpener {
  // session: the PageSession of a screen; where: the node that gets the button, such as the field of a selector
  // use({name, word, lexers, encoders}): show the opened tokenizer; the vocabulary of the screen unless told otherwise
  // offer(options): show the new choices, before the screen's `refresh`
  // text: {limit, open(text)} where a dropped file that is no tokenizer is opened as a text
  // isBesideName: the button stands beside the vocabulary's name, so that "Open" says enough
  constructor(session, where, { use, offer = () => {}, text = null, isBesideName = true } = {}) {
    this.session = session;
    this.use = use ?? (({ name }) => session.set({ model: name }));
    this.text = text;
    session.engine.listen({ "change:_options": () => {
      offer(session.get("_options"));
      session.refresh();
    } });
    if (!session.engine.opensTokenizers) return;
    this.input = element("input", { type: "file", multiple: true, hidden: true, "aria-hidden": "true", tabindex: "-1", accept: ACCEPTED, onchange: () => this.chosen() });
    this.button = element("button", {
      type: "button", class: "wcl-open-tokenizer", onclick: () => this.input.click(),
      title: `${session.engine.isLive ? FILES : "tokenizer.json or a .tiktoken file"}; files can be dropped on the page, too`,
    }, "Open ", element("span", { class: isBesideName ? "wcl-unseen" : null }, "tokenizer "), "…");
    where.append(this.button, this.input);
    this.hint = element("div", { class: "wcl-drop-hint", hidden: true, "aria-hidden": "true" }, text ? "Drop a tokenizer or a text file to open it" : "Drop a tokenizer's files to open it");
    session.page.node.append(this.hint);
    this.watchDrops();
  }

  // A page that owns the window takes files dropped anywhere; in a notebook, only those dropped on the view. Of several
  // screens in one page, the one that is visible takes them.
  watchDrops() {
    const { node } = this.session.page;
    const watching = new AbortController();
    const isOurs = (event) => {
      if (!node.isConnected) watching.abort();
      return node.isConnected && !event.defaultPrevented && node.checkVisibility() && (event.dataTransfer?.types ?? []).includes("Files");
    };
    const where = this.session.ownsThePage ? document : node;
    const { signal } = watching;
    where.addEventListener("dragover", (event) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      this.showHint(true);
    }, { signal });
    where.addEventListener("drop", (event) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      this.showHint(false);
      this.dropped([...event.dataTransfer.files]);
    }, { signal });
  }

  showHint(shown) {
    clearTimeout(this.leaving);
    this.hint.hidden = !shown;
    if (shown) this.leaving = setTimeout(() => this.showHint(false), GONE);
  }

  chosen() {
    const files = [...this.input.files];
    this.input.value = "";
    if (files.length) this.open(files);
  }

  async dropped(files) {
    const found = await tokenizerFiles(files);
    const [first] = files;
    if (found.length || !this.text) this.open(files);
    else if (first.size > this.text.limit) this.session.page.warn(`${first.name} is no tokenizer's file, and too long for a text: it has ${plural(first.size, "byte")}, up to ${plural(this.text.limit, "byte")} are shown.`);
    else this.text.open(await first.text());
  }

  async open(files) {
    const { page } = this.session;
    page.warn(null);
    page.say(`Opening ${files[0].name} …`);
    try {
      const found = await tokenizerFiles(files);
      await this.send(await packFiles(found.length ? found : files));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      page.say("");
      page.warn(error.message);
    }
  }

  async send({ names, packing, buffers }, pattern = "") {
    const { session } = this;
    const { problem, opened, pattern_for: choice } = await session.ask("open_tokenizer", { names, packing, pattern }, buffers);
    if (choice) {
      const chosen = await askPattern(session.page.node, choice);
      if (chosen) await this.send({ names, packing, buffers }, chosen);
      else session.page.say("Nothing was opened");
    } else if (opened) {
      if (session.place.isServed) keepTokenizer(opened.name, { names, packing, pattern, buffers });
      session.place.opened?.(opened.name);
      await this.use(opened);
      session.page.say(`Opened ${opened.name}: ${plural(opened.tokens, "token")}, ${plural(opened.special, "special token")}`);
    } else if (problem) session.page.say("");
  }
}

// Of the choices that suit an opened tokenizer, the present one if it is among them.
export function suiting(suitable, present) {
  return suitable.includes(present) ? present : suitable[0];
}
