// VocabularyBrowser: joins the page to the widget's state. The kernel searches; answers older than the newest are dropped.

import { saveFile } from "../../shared/clipboard.js";
import { numbersOf } from "../../shared/columns.js";
import { PageSession } from "../../engine/page_session.js";
import { svgFile } from "../../shared/svg_chart.js";
import { encode, hexOf } from "../../shared/utf8.js";
import { Listing, Vocabulary } from "./data.js";
import { listedCsv, listedIds, listedJson } from "./export.js";
import { finderOf } from "./finder.js";
import { VocabularyPage } from "./page.js";
import { FILTERS } from "./query.js";

const STATE = ["model", "query", "by", "match", "ignore_case", "utf8", "special", "space", "kind", "script", "min_bytes", "max_bytes",
  "min_characters", "max_characters", "sort", "descending", "compare", "part", "selected", "word"];
const SLOW = 10000; // milliseconds without an answer after which the page says so
const TYPING = 120; // milliseconds without a key before a search begins
const SAVED = "This is a saved page: it cannot search, for it has no kernel to ask for anything new.";
const NO_ANSWER = "No answer from the kernel yet. If it has gone, what is listed here stays: it can still be scrolled, looked at and saved.";

const OTHERS = { "–": "not there", same: "the same id", special: "special tokens are not compared" };

class VocabularySession extends PageSession {
  constructor(model, el) {
    super(model);
    this.visited = [];
    this.mount(new VocabularyPage(model.get("_options"), this.actions()), el);
    this.listen({
      "change:_vocabulary": () => this.showVocabulary(),
      "change:_found": () => this.later("list"),
      "change:_overlap": () => this.later("list", "state"),
      [[...STATE, "_details", "_variants", "_statistics"].map((name) => `change:${name}`).join(" ")]: () => this.later("state"),
      "change:glyphs": () => this.showGlyphs(),
      "change:_status": () => this.showStatus(),
      "msg:custom": (message) => this.receive(message),
    });
    this.showVocabulary();
    this.showListing();
    this.showState();
    this.showGlyphs();
    this.showStatus();
    this.openLink();
  }

  // Several traits change at once: they are drawn once, before anyone waits for the status.
  later(...parts) {
    if (!this.pending?.size) queueMicrotask(() => this.flush());
    this.pending = new Set([...(this.pending ?? []), ...parts]);
  }

  flush() {
    const { pending } = this;
    this.pending = null;
    if (pending?.has("list")) this.showListing();
    if (pending?.has("state")) this.showState(); // says of a token what the list has learned
  }

  actions() {
    return {
      change: (state) => this.ask(state),
      reset: (state) => this.ask({ ...FILTERS, query: "", by: "text", match: "contains", ignore_case: false, sort: "id", descending: false, ...state }),
      typed: (query) => this.soon({ query }),
      word: (word) => this.soon({ word }),
      variants: (word) => {
        this.ask({ word });
        this.page.reveal("variants");
      },
      sort: (sort) => this.ask({ sort, descending: this.model.get("sort") === sort && !this.model.get("descending") }),
      select: (id) => this.open(id),
      open: (id) => this.open(id),
      back: () => this.goBack(),
      listContaining: (bytes) => this.ask({ ...FILTERS, query: hexOf(bytes), by: "hex", match: "contains" }),
      glyphs: (shown) => { this.set({ glyphs: shown }); this.showGlyphs(); },
      copyIds: () => this.copy(`[${this.ids().join(", ")}]`, "Ids copied"),
      copyCode: () => this.copy(this.page.code.textContent, "Python code copied"),
      copyLink: () => this.copyLink(),
      saveText: () => saveFile("ids.txt", `${this.ids().join("\n")}\n`, "text/plain"),
      saveJson: () => saveFile("tokens.json", listedJson(this.vocabulary, this.listing, this.search()), "application/json"),
      saveCsv: () => saveFile("tokens.csv", listedCsv(this.vocabulary, this.listing), "text/csv"),
      savePage: () => this.savePage(),
      saveChart: (chart, title) => saveFile(`${title.toLowerCase().replaceAll(" ", "-")}.svg`, svgFile(chart, this.page.node), "image/svg+xml"),
    };
  }

  ask(changes) {
    if (this.model.isSaved) {
      if (Object.keys(changes).join() === "selected") this.set(changes); // what is in the page can be looked at
      else this.page.warn(SAVED);
      this.page.busy(false);
      this.showState();
      return;
    }
    clearTimeout(this.typing);
    const typed = this.unsent ?? {};
    this.unsent = null;
    this.set({ ...typed, ...changes, _sequence: this.model.get("_sequence") + 1 });
    this.page.busy(true);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.giveUp(), SLOW);
    this.showState();
  }

  giveUp() {
    if (!this.unsent) this.page.busy(false);
    this.page.warn(NO_ANSWER);
  }

  savePage() {
    if (this.model.isSaved) {
      this.page.say("This page is saved already.");
      return;
    }
    this.tell({ do: "page" });
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.page.warn(NO_ANSWER), SLOW);
  }

  receive(message) {
    if (message.page) saveFile("vocabulary.html", message.page, "text/html");
    if (!message.page && !message.problem) return;
    clearTimeout(this.saving);
    if (this.page.notice.textContent === NO_ANSWER) this.page.warn(null);
    if (!message.problem) return;
    clearTimeout(this.waiting);
    this.page.busy(false);
    this.page.warn(message.problem);
  }

  soon(changes) {
    if (this.model.isSaved) {
      this.ask(changes); // is refused: what was typed goes back to what the list shows
      return;
    }
    clearTimeout(this.typing);
    this.page.node.setAttribute("aria-busy", "true");
    this.unsent = { ...this.unsent, ...changes };
    this.typing = setTimeout(() => this.ask({}), TYPING);
  }

  open(id) {
    const before = this.model.get("selected");
    if (before === id) return;
    if (before >= 0) this.visited.push(before);
    this.ask({ selected: id });
  }

  goBack() {
    if (this.visited.length) this.ask({ selected: this.visited.pop() });
  }

  state() {
    return Object.fromEntries(STATE.map((name) => [name, this.model.get(name)]));
  }

  search() {
    const { selected, word, ...search } = this.state();
    return search;
  }

  showVocabulary() {
    const drawing = this.model.get("_vocabulary");
    if (!drawing.name) return;
    if (this.vocabulary && this.vocabulary.name !== drawing.name) this.visited = [];
    this.vocabulary = new Vocabulary(drawing);
    this.later("list", "state");
  }

  showListing() {
    const found = this.model.get("_found");
    if (!this.vocabulary) return;
    const overlap = this.model.get("_overlap");
    const isCompared = overlap.a === this.vocabulary.name;
    this.others = isCompared ? numbersOf(overlap.others, Uint32Array) : null;
    if (found !== this.listed?.found || this.vocabulary !== this.listed.vocabulary) {
      this.listed = { found, vocabulary: this.vocabulary };
      this.listing = new Listing(found, this.vocabulary);
      this.listing.find = finderOf(this.state());
    }
    this.page.list.show(this.vocabulary, this.listing, this.others, isCompared ? overlap.b : "");
    this.page.showResult(this.listing, this.meaning());
  }

  // What the query says in bytes, so that a space is not overlooked.
  meaning() {
    const { query, by, match } = this.state();
    if (!query || by === "regex" || by === "id") return "";
    const verb = { contains: "contain", starts: "start with", ends: "end with", exact: "are exactly" }[match];
    const shown = by === "text" ? hexOf(encode(query)) : query.trim();
    return `they ${verb} the bytes ${shown.length > 80 ? `${shown.slice(0, 80)} …` : shown}`;
  }

  showState() {
    if (!this.vocabulary) return;
    const state = this.state();
    const { page, model } = this;
    page.form.offer(model.get("_options").models, state.model);
    page.form.show(state, Boolean(this.unsent && "query" in this.unsent));
    page.list.showSort(state.sort, state.descending);
    page.list.select(state.selected);
    page.statistics.show(model.get("_statistics"), state);
    page.overlap.show(model.get("_overlap"), state, this.vocabulary.name);
    page.specials.show(model.get("_statistics").special_tokens ?? []);
    page.variants.show(this.unsent?.word ?? state.word, model.get("_variants"), this.vocabulary);
    this.showDetails(state);
  }

  showDetails(state) {
    const details = this.model.get("_details");
    const fits = details.id === state.selected && details.vocabulary === this.vocabulary.name;
    const place = state.selected < 0 ? null : this.vocabulary.placeOf(state.selected);
    const other = this.others && place !== null ? { name: this.model.get("_overlap").b, text: OTHERS[this.page.list.otherText(place, state.selected)] ?? `id ${this.others[place] - 1}` } : null;
    const key = JSON.stringify([this.vocabulary.name, state.selected, fits, other, this.visited.length]);
    if (key === this.detailsShown) return;
    this.detailsShown = key;
    this.page.details.model = this.model.get("_options").own.includes(this.vocabulary.name) ? null : this.vocabulary.name;
    this.page.details.show(this.vocabulary, state.selected, fits ? details : null, other, this.visited.length > 0, this.model.isSaved);
  }

  showGlyphs() {
    const shown = this.model.get("glyphs");
    this.page.glyphs.checked = shown;
    this.page.node.classList.toggle("wcl-no-glyphs", !shown);
  }

  showStatus() {
    const status = this.model.get("_status");
    if (status.sequence === undefined || status.sequence < this.model.get("_sequence")) return; // a newer question is under way
    this.flush();
    clearTimeout(this.waiting);
    if (!this.unsent) this.page.busy(false);
    this.page.warn(status.error ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.error));
    this.page.code.textContent = status.code ?? "";
  }

  ids() {
    return listedIds(this.vocabulary, this.listing);
  }

  copyLink() {
    const { link, link_problem: problem } = this.model.get("_status");
    this.copyAddress(link, problem);
  }

  openLink() {
    const link = this.linkedState();
    if (link && !this.model.get("_link")) this.ask({ _link: link });
  }
}

function render({ model, el }) {
  const session = new VocabularySession(model, el);
  return () => session.destroy();
}

export default { render };
