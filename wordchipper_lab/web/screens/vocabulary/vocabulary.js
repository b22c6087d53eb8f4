// VocabularyBrowser: joins the page to its engine, which searches.

import { saveFile } from "../../shared/clipboard.js";
import { TokenizerOpener } from "../../shared/open_tokenizer.js";
import { PageSession, pageView } from "../../engine/page_session.js";
import { numbersOf } from "../../shared/columns.js";
import { svgFile } from "../../shared/svg_chart.js";
import { encode, hexOf } from "../../shared/utf8.js";
import { Listing, Vocabulary } from "./data.js";
import { listedCsv, listedIds, listedJson } from "./export.js";
import { finderOf } from "./finder.js";
import { VocabularyPage } from "./page.js";
import { FILTERS } from "./query.js";
import { isWorking } from "../../shared/job.js";
import { sayFound, sayToken } from "./words.js";

const STATE = ["model", "query", "by", "match", "ignore_case", "utf8", "special", "space", "kind", "script", "min_bytes", "max_bytes",
  "min_characters", "max_characters", "sort", "descending", "compare", "part", "selected", "word"];
const NO_ENGINE = "The engine that came with this page does not run here: open the page in another browser, or save it again without the engine.";
const OTHERS = { "–": "not there", same: "the same id", special: "special tokens are not compared" };

class VocabularySession extends PageSession {
  constructor(model, el) {
    super(model, [...STATE, "audit", "glyphs"]);
    this.visited = [];
    this.mount(new VocabularyPage(this.get("_options"), this.actions()), el);
    this.opener = new TokenizerOpener(this, this.page.form.model.field, { use: ({ name }) => this.set({ model: name, selected: -1 }), offer: ({ models }) => { this.page.overlap.models = models; } });
    this.open({
      "change:_vocabulary": () => this.showVocabulary(),
      "change:_found": () => this.later("list"),
      "change:_overlap": () => this.later("list", "state"),
      [[...STATE, "_details", "_variants", "_statistics"].map((name) => `change:${name}`).join(" ")]: () => this.later("state"),
      "change:glyphs": () => this.showGlyphs(),
      "change:_status": () => this.showStatus(),
      "change:audit change:_audit change:_options": () => this.showAudit(),
      "change:_progress": () => this.showProgress(),
    });
    this.fill();
  }

  // A page that brings its engine along leaves all that is long to it.
  async fill() {
    if (this.engine.isLive || !this.engine.canAsk || this.get("_vocabulary").name) return;
    await this.set({});
    if (!this.get("_vocabulary").name) this.page.warn(this.get("_status").error ?? NO_ENGINE);
  }

  showAudit() {
    const options = this.get("_options");
    if (this.get("audit")) this.page.panels.audit.open = true;
    this.page.audit.show(this.get("_audit"), this.get("model"), this.place.isServed && !options.own.includes(this.get("model")));
  }

  showProgress() {
    const progress = this.get("_progress");
    this.page.audit.showProgress(progress);
    if (progress.problem) this.page.warn(progress.problem);
    if (this.ready) this.showEngine();
  }

  // Traits that change together are drawn once: in a microtask, or in showStatus if that comes first.
  later(...parts) {
    if (!this.pending?.size) queueMicrotask(() => this.flush());
    this.pending = new Set([...(this.pending ?? []), ...parts]);
  }

  flush() {
    const { pending } = this;
    this.pending = null;
    if (pending?.has("list")) this.showListing();
    if (pending?.size) this.showState(); // after the list, because details use what it has learned
  }

  actions() {
    return {
      change: (state) => this.set(state),
      reset: (state) => this.set({ ...FILTERS, query: "", by: "text", match: "contains", ignore_case: false, sort: "id", descending: false, ...state }),
      typed: (query) => this.set({ query }),
      word: (word) => this.set({ word }),
      variants: (word) => {
        this.set({ word });
        this.page.reveal("variants");
      },
      sort: (sort) => this.set({ sort, descending: this.get("sort") === sort && !this.get("descending") }),
      select: (id) => this.lookAt(id),
      open: (id) => this.lookAt(id),
      back: () => this.goBack(),
      listContaining: (bytes) => this.set({ ...FILTERS, query: hexOf(bytes), by: "hex", match: "contains" }),
      audit: (audit) => (audit ? this.set({ audit }) : this.ask("stop")),
      glyphs: (shown) => { this.engine.look({ glyphs: shown }); this.showGlyphs(); },
      saveChart: (chart, title) => saveFile(`${title.toLowerCase().replaceAll(" ", "-")}.svg`, svgFile(chart, this.page.node), "image/svg+xml"),
    };
  }

  dataItems(item) {
    return [
      item("Copy ids", () => this.copy(`[${this.ids().join(", ")}]`, "Ids copied"), "The ids that are listed"),
      item("Save ids as text", () => saveFile("ids.txt", `${this.ids().join("\n")}\n`, "text/plain")),
      item("Save list as JSON", () => saveFile("tokens.json", listedJson(this.vocabulary, this.listing, this.search()), "application/json")),
      item("Save list as CSV", () => saveFile("tokens.csv", listedCsv(this.vocabulary, this.listing), "text/csv")),
    ];
  }

  lookAt(id) {
    const before = this.get("selected");
    if (before === id) return;
    if (before >= 0) this.visited.push(before);
    this.select(id);
  }

  goBack() {
    if (this.visited.length) this.select(this.visited.pop());
  }

  // The page's contents can be looked at without a kernel.
  select(selected) {
    if (this.engine.isLive) this.set({ selected });
    else this.engine.look({ selected });
  }

  state() {
    return this.read(STATE);
  }

  search() {
    const { selected, word, ...search } = this.state();
    return search;
  }

  // Until it is unpacked the page is busy, and shows the former one.
  async showVocabulary() {
    const drawing = this.get("_vocabulary");
    if (!drawing.name) return;
    this.unpacking = drawing;
    const vocabulary = await Vocabulary.read(drawing);
    if (this.unpacking !== drawing) return;
    this.unpacking = null;
    if (this.vocabulary && this.vocabulary.name !== drawing.name) this.visited = [];
    this.vocabulary = vocabulary;
    this.later("list", "state");
    this.flush();
    this.showEngine();
  }

  showEngine() {
    super.showEngine();
    this.ready = true;
    if (this.unpacking || isWorking(this.get("_progress").state)) this.page.node.setAttribute("aria-busy", "true");
  }

  showListing() {
    const found = this.get("_found");
    if (!this.vocabulary) return;
    const overlap = this.get("_overlap");
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

  // The query's meaning in bytes, so that a space is not overlooked.
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
    const { page } = this;
    page.form.offer(this.get("_options").models, state.model);
    page.form.show(state);
    page.used.textContent = `Vocabulary: ${state.model}`;
    page.list.showSort(state.sort, state.descending);
    page.list.select(state.selected);
    page.statistics.show(this.get("_statistics"), state);
    page.overlap.show(this.get("_overlap"), state, this.vocabulary.name);
    page.specials.show(this.get("_statistics").special_tokens ?? []);
    page.variants.show(state.word, this.get("_variants"), this.vocabulary);
    this.showAudit();
    this.showDetails(state);
    this.tell(state);
  }

  // The list, then the chosen token, in a sentence each.
  tell(state) {
    const details = this.get("_details");
    const place = state.selected < 0 ? null : this.vocabulary.placeOf(state.selected);
    const tokenOf = (id) => {
      const at = this.vocabulary.placeOf(id);
      return { text: this.vocabulary.text(at), hex: this.vocabulary.hex(at) };
    };
    const isKnown = details.id === state.selected && details.vocabulary === this.vocabulary.name;
    const found = this.listing ? sayFound(this.listing, state, this.page.form.isFiltered) : "";
    this.page.tell([found, place === null ? "" : sayToken(state.selected, tokenOf, isKnown ? details : null)].join(" ").trim());
  }

  showDetails(state) {
    const details = this.get("_details");
    const fits = details.id === state.selected && details.vocabulary === this.vocabulary.name;
    const place = state.selected < 0 ? null : this.vocabulary.placeOf(state.selected);
    const other = this.others && place !== null ? { name: this.get("_overlap").b, text: OTHERS[this.page.list.otherText(place, state.selected)] ?? `id ${this.others[place] - 1}` } : null;
    const key = JSON.stringify([this.vocabulary.name, state.selected, fits, other, this.visited.length]);
    if (key === this.detailsShown) return;
    this.detailsShown = key;
    this.page.details.model = this.get("_options").own.includes(this.vocabulary.name) ? null : this.vocabulary.name;
    this.page.details.show(this.vocabulary, state.selected, fits ? details : null, other, this.visited.length > 0, this.engine.canAsk);
  }

  showGlyphs() {
    const shown = this.get("glyphs");
    this.page.form.glyphs.checked = shown;
    this.page.node.classList.toggle("wcl-no-glyphs", !shown);
  }

  showStatus() {
    const status = this.get("_status");
    this.flush();
    this.page.warn(status.error ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.error));
    this.page.code.textContent = status.code ?? "";
  }

  ids() {
    return listedIds(this.vocabulary, this.listing);
  }

  refresh() {
    this.showState();
  }

  copyLink() {
    const { link, link_problem: problem } = this.get("_status");
    this.copyAddress(link, problem);
  }
}

export default pageView(VocabularySession);
