// What the two lexers are compared on: a text, a file, all short strings, or every possible text (a proof).

import { labelled } from "../../shared/controls.js";
import { count, element, plural, uniqueId } from "../../shared/dom.js";
import { canStop, isWorking, stateWords } from "../../shared/job.js";
import { Letters } from "./letters.js";
import { button } from "../../shared/page_frame.js";
import { secondsText } from "../../shared/numbers.js";

const SOURCES = { text: "Text", file: "File", strings: "All strings", proof: "Proof" };
const WORK = { file: "Compare", strings: "Try all", proof: "Prove" };
const PROOFS = {
  lexers: "A search through all joint states of the two lexers shows that they cut every text of any length in the same way, or finds a shortest text on which they do not. It needs lexers that are finite machines; if a rule of one is not, it is named.",
  tokenizers: "Stage by stage, it is proved that both give the same ids on every text, or a shortest text is found on which they do not. What cannot be decided is named.",
};
const ASK_FROM = 20; // seconds of work above which the user must confirm

// A regular expression tries 250,000 strings a second; automata, which are used beyond 4 characters and for
// all others, try 10 million.
function secondsFor(total, upTo4, words) {
  const slow = words.some((word) => word.startsWith("regex:")) ? Math.min(total, upTo4) : 0;
  return slow / 250000 + (total - slow) / 10000000;
}

// lengths: [{length, cases, divergent}]
export function lengthTable(lengths) {
  const head = (text) => element("th", { scope: "col", class: "wcl-number" }, text);
  const cell = (number) => element("td", { class: "wcl-number" }, count(number));
  return element("table", { class: "wcl-table", "aria-label": "By length" },
    element("thead", {}, element("tr", {}, head("characters"), head("strings tried"), head("divergent"))),
    element("tbody", {}, ...lengths.map(({ length, cases, divergent }) => element("tr", {}, cell(length), cell(cases), cell(divergent)))));
}

export class SourcePanel {
  // act: source, k, alphabet, openFile, problem, start, stop
  constructor(act, limits) {
    this.act = act;
    this.limits = limits;
    const name = uniqueId("source");
    this.inputs = {};
    const radios = Object.entries(SOURCES).map(([source, label]) => {
      this.inputs[source] = element("input", { type: "radio", name, value: source, onchange: () => act.source(source) });
      return element("label", {}, this.inputs[source], element("span", {}, label));
    });
    this.choice = element("fieldset", { class: "wcl-policies" }, element("legend", {}, "Compare on"), element("div", { class: "wcl-choices" }, ...radios));
    this.letters = new Letters(act.alphabet, limits.max_alphabet);
    this.k = element("select", { onchange: () => act.k(Number(this.k.value)) },
      ...Array.from({ length: limits.max_k }, (_, at) => element("option", { value: at + 1 }, `up to ${plural(at + 1, "character")}`)));
    this.many = element("span", { class: "wcl-hint wld-many" });
    this.run = element("button", { type: "button", class: "wcl-primary", onclick: () => this.begin() }, "Start");
    this.stop = element("button", { type: "button", onclick: act.stop, disabled: true }, "Stop");
    this.sure = element("span", { class: "wld-sure", hidden: true });
    this.fill = element("div", { class: "wcl-meter-fill" });
    this.meter = element("div", { class: "wcl-meter wld-meter", role: "progressbar", "aria-label": "Search", "aria-valuemin": 0, "aria-valuemax": 100, hidden: true }, this.fill);
    this.lengths = element("div", { class: "wld-lengths", hidden: true });
    this.counts = element("dl", { class: "wld-counts", hidden: true, "aria-label": "Live counts" });
    this.parts = {
      text: element("p", { class: "wld-story" }, "The text in the box above the rows is compared as you type."),
      file: this.filePart(),
      strings: element("div", { class: "wld-strings" }, element("div", { class: "wcl-bar" }, labelled("Strings of", this.k), this.many), this.letters.node),
      proof: element("p", { class: "wld-story" }, PROOFS.lexers),
    };
    this.running = element("div", { class: "wld-running", hidden: true },
      element("div", { class: "wcl-bar wcl-tools" }, this.run, this.stop, this.sure), this.meter, this.counts, this.lengths);
    this.node = element("div", { class: "wld-source" }, this.choice, ...Object.values(this.parts), this.running);
  }

  filePart() {
    this.fileName = element("b", {}, "");
    this.input = element("input", {
      type: "file", hidden: true, "aria-hidden": "true", tabindex: "-1",
      onchange: async () => {
        const [file] = this.input.files;
        this.input.value = "";
        if (!file) return;
        if (file.size > this.limits.max_file) {
          this.act.problem(`${file.name} has ${count(file.size)} bytes; this page accepts up to ${count(this.limits.max_file)}. Open a part of it, or use the command line: wordchipper-lab lexers compare`);
        } else this.act.openFile(file.name, await file.arrayBuffer());
      },
    });
    return element("div", { class: "wcl-bar wcl-tools" }, button("Open file …", () => this.input.click()), this.input, this.fileName,
      element("span", { class: "wcl-hint" }, `Text in UTF-8, or Parquet with a column "text"; up to ${count(this.limits.max_file)} bytes. It is read in this browser and sent only to this page's own kernel.`));
  }

  // compared: lexers or tokenizers; all strings are for lexers
  offer(compared) {
    const ofLexers = compared === "lexers";
    this.unit = ofLexers ? "divergent" : "different";
    this.inputs.strings.parentNode.hidden = !ofLexers;
    this.parts.proof.textContent = PROOFS[compared];
  }

  show({ source, k, alphabet, a, b, letters, file }) {
    this.source = source;
    for (const [name, input] of Object.entries(this.inputs)) input.checked = name === source;
    for (const [name, part] of Object.entries(this.parts)) part.hidden = name !== source;
    this.k.value = k;
    this.letters.show(letters, alphabet);
    const size = this.letters.used.length;
    const upTo = (longest) => Array.from({ length: longest }, (_, at) => size ** (at + 1)).reduce((one, other) => one + other, 0);
    this.total = upTo(k);
    this.seconds = secondsFor(this.total, upTo(4), [a, b]);
    this.many.textContent = `${plural(size, "character")}: ${plural(this.total, "string")}, about ${secondsText(this.seconds)}`;
    this.running.hidden = source === "text";
    this.fileName.textContent = file;
    this.run.textContent = WORK[source] ?? "Start";
    this.hasWork = source !== "file" || Boolean(file);
    this.run.disabled = this.isBusy || !this.hasWork;
    this.sure.hidden = true;
  }

  // The present choice in words.
  get values() {
    const { done = 0, total = 0 } = this.progress ?? {};
    const percent = total ? Math.floor((done / total) * 100) : null;
    return [
      {
        text: "compared on the text",
        file: this.fileName.textContent ? `compared on the file ${this.fileName.textContent}` : "compared on a file",
        strings: `compared on all strings of up to ${plural(Number(this.k.value), "character")}`,
        proof: "proof for all texts",
      }[this.source],
      this.isBusy && (percent === null ? "under way" : `${percent} % done`),
    ];
  }

  // Long work starts only after a confirmation.
  begin() {
    if (this.source !== "strings" || this.seconds < ASK_FROM) {
      this.act.start();
      return;
    }
    this.sure.hidden = false;
    const yes = button(`Yes, try all ${count(this.total)}`, () => {
      this.sure.hidden = true;
      this.act.start();
    });
    this.sure.replaceChildren(`This takes about ${secondsText(this.seconds)}; it can be stopped at any time. `, yes, button("No", () => { this.sure.hidden = true; this.run.focus(); }));
    yes.focus();
  }

  showProgress(progress) {
    const { state, done = 0, total = 0, divergent = 0, rate = 0, seconds_left: left = null, where = "" } = progress;
    this.progress = progress;
    this.isBusy = isWorking(state);
    this.run.disabled = this.isBusy || !this.hasWork;
    this.stop.disabled = !canStop(state);
    this.meter.hidden = !this.isBusy;
    const percent = total ? Math.min(100, (done / total) * 100) : 0;
    this.fill.style.width = `${percent}%`;
    this.meter.setAttribute("aria-valuenow", Math.round(percent));
    this.meter.classList.toggle("wcl-progress", this.isBusy && !total);
    const unit = this.source === "strings" ? "strings" : "bytes";
    const rows = [
      ["tried", total ? `${count(done)} of ${count(total)} ${unit}` : stateWords(state, "")],
      [this.unit ?? "divergent", count(divergent)],
      ["a second", count(Math.round(rate))],
      ["left", left === null ? "–" : `about ${secondsText(left)}`],
      ["now", where || stateWords(state, "") || "–"],
    ];
    this.counts.hidden = !this.isBusy || !total;
    this.counts.replaceChildren(...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
    this.lengths.hidden = !this.isBusy || !progress.by_length?.length;
    this.lengths.replaceChildren(lengthTable(progress.by_length ?? []));
    this.meter.setAttribute("aria-valuetext", total ? `${count(done)} of ${count(total)} ${unit}, ${count(divergent)} ${this.unit ?? "divergent"}` : "working");
  }
}
