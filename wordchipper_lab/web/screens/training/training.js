// TrainingLab: joins the page to its engine, which trains; stepping through a toy happens here, without it.

import { saveFile } from "../../shared/clipboard.js";
import { count } from "../../shared/dom.js";
import { pageAddress } from "../../shared/page_link.js";
import { keepTokenizer } from "../../shared/kept_tokenizers.js";
import { packFiles } from "../../shared/tokenizer_files.js";
import { PageSession, pageView } from "../../engine/page_session.js";
import { TokenizerOpener } from "../../shared/open_tokenizer.js";
import { svgFile } from "../../shared/svg_chart.js";
import { TrainingPage } from "./page.js";

const TOY_STATE = ["mode", "toy", "toy_text", "toy_level", "toy_trainer", "toy_tie", "step"];
const REAL_STATE = ["mode", "corpus", "text", "size", "start_from", "pattern", "vocab_size", "trainer", "tie", "byte_order", "special_tokens", "min_frequency", "max_token_length", "rate", "probe", "compare"];
const LONGEST_LINKED = 2000; // most UTF-16 units of a text in a link to another page
const MOST_SENT = 16000000; // most UTF-16 units sent to the kernel

class TrainingSession extends PageSession {
  constructor(model, el) {
    super(model, [...new Set([...TOY_STATE, ...REAL_STATE])]);
    this.mount(new TrainingPage(this.get("_options"), this.actions()), el);
    this.job = this.engine.job((progress) => this.showProgress(progress));
    this.opener = new TokenizerOpener(this, this.page.real.form.start.field, {
      use: ({ name }) => {
        if (this.get("mode") !== "real") this.engine.look({ mode: "real" });
        this.page.real.form.startFrom(name);
      },
      offer: (options) => { this.page.real.form.options = options; },
      text: { limit: this.get("_options").max_size, open: (text) => this.typed(text, (own) => ({ mode: "real", corpus: "text", text: own })) },
    });
    const toys = TOY_STATE.slice(1, -1).map((name) => `change:${name}`).join(" ");
    const reals = REAL_STATE.slice(1, -2).map((name) => `change:${name}`).join(" ");
    this.open({
      "change:mode": () => this.page.showMode(this.get("mode")),
      [toys]: () => this.page.toy.showChoice(this.read(TOY_STATE)),
      "change:_trace": () => this.page.toy.showTrace(this.get("_trace"), this.get("step")),
      "change:step": () => this.showStep(),
      [`${reals} change:_files`]: () => this.page.real.form.show(this.read(REAL_STATE), this.get("_files")),
      "change:_live": () => this.page.real.showLive(this.get("_live")),
      "change:_race": () => this.page.real.race.show(this.get("_race")),
      "change:_result": () => this.showResult(),
      "change:probe": () => this.showProbe(),
      "change:compare": () => this.showProbe(),
      "change:_encoded": () => this.page.real.result.showEncoded(this.get("_encoded")),
      "change:_status": () => this.showStatus(),
      "change:_code": () => { this.page.code.textContent = this.get("_code"); },
    });
  }

  press(event, isFree) {
    return isFree && this.get("mode") === "toy" && this.page.toy.player.press(event, isFree);
  }

  actions() {
    return {
      mode: (mode) => this.engine.look({ mode }),
      toy: (changes) => this.set({ ...changes, step: 0 }),
      toyText: (text) => this.typed(text, (toy_text) => ({ toy: this.get("_options").own_toy, toy_text, step: 0 })),
      step: (step) => this.keepStep(step),
      change: (state) => this.set(state),
      corpusText: (text) => this.typed(text, (own) => ({ text: own })),
      openFiles: (files) => this.openFiles(files),
      problem: (problem) => this.page.warn(problem),
      start: () => this.work("run", "start"),
      pause: () => this.work("pause"),
      goOn: () => this.work("resume"),
      stop: () => this.work("stop"),
      race: (trainers) => this.work("run", "race", { trainers }),
      probe: (text) => this.typed(text, (probe) => ({ probe })),
      compare: (compare) => this.set({ compare }),
      export: (format) => this.exportAs(format),
      copyName: () => this.copy(this.page.real.result.code.textContent, "Copied"),
      saveChart: (chart, title) => saveFile(`${title.replaceAll(" ", "-").toLowerCase()}.svg`, svgFile(chart, this.page.node), "image/svg+xml"),
    };
  }

  dataItems(item) {
    return [this.engine.canAsk && item("Save as JSON", () => this.save("json", "training.json", "application/json"), "Everything trained here, merge by merge")];
  }

  typed(text, change) {
    if (text.length > MOST_SENT) this.page.warn(`This text has ${count(text.length)} characters: save it as a file and use the command line: wordchipper-lab train`);
    else this.set(change(text.toWellFormed ? text.toWellFormed() : text));
  }

  keepStep(step) {
    if (step === this.get("step")) return;
    this.fromHere = true;
    this.engine.look({ step });
    this.fromHere = false;
  }

  showStep() {
    if (!this.fromHere) this.page.toy.showStep(this.get("step"));
  }

  async openFiles(files) {
    const contents = await Promise.all(files.map((file) => file.arrayBuffer()));
    this.ask("files", { names: files.map((file) => file.name) }, contents);
  }

  async exportAs(format) {
    const { files = {} } = await this.ask("export", { format });
    for (const [name, text] of Object.entries(files)) saveFile(name, text, "application/octet-stream");
  }

  showStatus() {
    const status = this.get("_status");
    this.page.warn(status.problem ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.problem));
  }

  showProgress(progress) {
    this.page.showProgress(progress, this.get("_live").stopped);
    if (progress.problem) this.page.warn(progress.problem);
  }

  refresh() {
    this.page.toy.showChoice(this.read(TOY_STATE));
    this.page.real.form.show(this.read(REAL_STATE), this.get("_files"));
    this.showProbe();
  }

  showProbe() {
    this.page.real.result.showProbe(this.get("probe"), this.get("compare"));
    this.showLinks();
  }

  showResult() {
    const result = this.get("_result");
    this.page.real.result.show(result);
    this.showLinks();
    if (result.opened && result.name !== this.inBrowser) this.keepInBrowser(result.name);
  }

  // Such a result is kept here as its file, like one that was opened, so that this page finds it when it is loaded again.
  async keepInBrowser(name) {
    if (!this.engine.canAsk || !this.place.isServed) return;
    this.inBrowser = name;
    const { files = {} } = await this.ask("export", { format: "opened" });
    const packed = await packFiles(Object.entries(files).map(([file, text]) => Object.assign(new Blob([text]), { name: file })));
    if (packed.names.length) await keepTokenizer(name, { ...packed, pattern: "" });
  }

  // Other pages have their own kernels, so a link names the vocabulary, which was kept for them.
  async showLinks() {
    const { name, kept, opened } = this.get("_result");
    if (!name) return;
    const probe = this.get("probe");
    const pages = { Explorer: ["explorer", { model: name, text: probe.slice(0, LONGEST_LINKED) }], "Merge stepper": ["stepper", { model: name, text: probe.slice(0, 400) }], Vocabulary: ["vocabulary", { model: name, sort: "id", descending: true }] };
    const isServed = (kept || opened) && this.place.isServed;
    const addresses = await Promise.all(Object.entries(pages).map(async ([label, [page, state]]) => [label, isServed ? await pageAddress(page, state) : null]));
    if (this.get("_result").name === name && this.get("probe") === probe) this.page.real.result.showLinks(addresses, this.engine.isLive);
  }

  // A link to a toy need not carry a corpus, nor the other way round.
  get linkedNames() {
    return this.get("mode") === "toy" ? TOY_STATE : REAL_STATE;
  }
}

export default pageView(TrainingSession);
