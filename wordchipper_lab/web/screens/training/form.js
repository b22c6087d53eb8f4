// The options of a real run.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { count, element, plural } from "../../shared/dom.js";
import { button } from "../../shared/page_frame.js";
import { Settings } from "../../shared/settings.js";
import { textBox } from "../../shared/text_box.js";
import { tieName } from "./toy.js";

const OWN_PATTERN = "own pattern …";
const TYPING_PATTERN = 400; // milliseconds without a key before a pattern is sent
const CORPUS_NAMES = { python: "Python's standard library", english: "English prose", diverse: "UDHR in 43 languages", code: "code in many languages", text: "own text", file: "own files" };

export class TrainingForm {
  // act: change(state), corpusText(text), openFiles(files), problem(text)
  constructor(options, act) {
    this.options = options;
    this.act = act;
    const change = (name) => (value) => act.change({ [name]: value });
    const number = (name, least, most, label, title) => {
      const input = element("input", {
        type: "number", min: least, max: most, class: "wcl-short", title,
        onchange: () => {
          input.value = Math.max(least, Math.min(most, Math.round(Number(input.value)) || least)); // shows the accepted value, even if it is the old one
          act.change({ [name]: Number(input.value) });
        },
      });
      this.numbers[name] = input;
      return labelled(label, input);
    };
    this.numbers = {};
    this.corpus = selector("Corpus", change("corpus"));
    this.size = selector("Maximum size", (size) => act.change({ size: Number(size) }));
    this.start = selector("Start from", (name) => this.startFrom(name));
    this.pattern = selector("Pattern", (name) => this.pickPattern(name));
    this.trainer = selector("Generation", change("trainer"));
    this.tie = selector("Ties", change("tie"));
    this.order = selector("Ids of bytes", change("byte_order"));
    this.rate = selector("Pace", (rate) => act.change({ rate: Number(rate) }));
    this.own = element("input", { type: "text", class: "wcl-mono wct-own-pattern", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": "Own pattern", placeholder: "a regular expression, such as \\w+|\\s+", oninput: () => this.typedPattern(), hidden: true });
    this.specials = element("input", { type: "text", class: "wcl-mono", spellcheck: "false", autocomplete: "off", autocapitalize: "off", placeholder: "<|endoftext|> …", onchange: () => act.change({ special_tokens: this.specials.value }) });
    this.text = textBox((text) => act.corpusText(text));
    this.text.rows = 5;
    this.textField = labelled("Own corpus", this.text);
    this.files = this.filePart();
    this.hint = element("p", { class: "wcl-hint" });
    const size = number("vocab_size", 256, options.most_tokens, "Vocabulary size", "Tokens in all: 256 bytes (or those of the tokenizer from which training goes on), merges, special tokens");
    this.main = element("div", { class: "wcl-bar wcl-tools wct-main" }, size, this.rate.field);
    this.settings = new Settings(this.size.field, this.start.field, this.pattern.field, this.trainer.field, this.tie.field,
      number("min_frequency", 1, 1e12, "Least frequency", "Pairs that occur less often are not merged"),
      number("max_token_length", 0, 1e6, "Longest token, bytes", "0 for any length"), labelled("Special tokens", this.specials), this.order.field, this.own, this.hint);
    this.node = element("div", { class: "wct-form wcl-controls" }, this.textField, this.files, this.settings.node);
  }

  filePart() {
    this.fileName = element("b");
    this.input = element("input", {
      type: "file", multiple: true, hidden: true, "aria-hidden": "true", tabindex: "-1",
      onchange: () => {
        const files = [...this.input.files];
        this.input.value = "";
        const size = files.reduce((sum, file) => sum + file.size, 0);
        if (size > this.options.max_size) this.act.problem(`These files have ${count(size)} bytes; this page accepts up to ${count(this.options.max_size)}. Open fewer, or use the command line: wordchipper-lab train`);
        else if (files.length) this.act.openFiles(files);
      },
    });
    return element("div", { class: "wcl-bar wcl-tools" }, button("Open files …", () => this.input.click()), this.input, this.fileName,
      element("span", { class: "wcl-hint" }, `Text in UTF-8, or Parquet with a column "text"; up to ${count(this.options.max_size)} bytes. They are read in this browser and sent only to this page's own kernel.`));
  }

  // The number of merges stays, where both sizes are known.
  startFrom(name) {
    const { starts } = this.options;
    const [before, now] = [starts[this.startName], starts[name]];
    const size = Number(this.numbers.vocab_size.value);
    this.act.change({ start_from: name, ...(before && now ? { vocab_size: Math.max(now, size - before + now) } : {}) });
  }

  pickPattern(name) {
    if (name !== OWN_PATTERN) {
      this.own.hidden = true;
      this.act.change({ pattern: name });
      return;
    }
    this.own.hidden = false;
    this.own.value ||= "\\w+|\\s+|[^\\w\\s]+";
    this.own.focus();
    this.act.change({ pattern: this.own.value });
  }

  typedPattern() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.flush(), TYPING_PATTERN);
  }

  // Send a typed pattern that is still waiting.
  flush() {
    if (!this.waiting) return;
    clearTimeout(this.waiting);
    this.waiting = null;
    if (this.own.value) this.act.change({ pattern: this.own.value });
  }

  show(state, files) {
    const { options } = this;
    fillSelector(this.corpus.node, Object.keys(options.corpora), state.corpus, (name) => CORPUS_NAMES[name] ?? name);
    fillSelector(this.size.node, Object.keys(options.sizes), String(state.size), (size) => options.sizes[size] ?? `${count(size)} bytes`);
    const isOwn = !options.patterns.includes(state.pattern);
    const start = this.startName = state.start_from;
    fillSelector(this.start.node, Object.keys(options.starts), start, (name) => name || "bytes");
    fillSelector(this.pattern.node, [...options.patterns, OWN_PATTERN], isOwn ? OWN_PATTERN : state.pattern);
    this.own.hidden = !isOwn || start !== "";
    this.pattern.field.hidden = this.order.field.hidden = start !== "";
    if (isOwn && !this.waiting && this.own.value !== state.pattern) this.own.value = state.pattern;
    fillSelector(this.trainer.node, Object.keys(options.trainers), state.trainer, (name) => name.replaceAll("_", " "));
    fillSelector(this.tie.node, Object.keys(options.ties), state.tie, tieName);
    fillSelector(this.order.node, options.byte_orders, state.byte_order, (name) => (name === "value" ? "their value" : "GPT-2's table"));
    fillSelector(this.rate.node, Object.keys(options.rates), String(state.rate), (rate) => options.rates[rate] ?? `${count(rate)} a second`);
    for (const [name, input] of Object.entries(this.numbers)) if (document.activeElement !== input) input.value = state[name];
    if (document.activeElement !== this.specials) this.specials.value = state.special_tokens;
    this.textField.hidden = state.corpus !== "text";
    this.files.hidden = state.corpus !== "file";
    this.fileName.textContent = files;
    if (this.text.value !== state.text) this.text.value = state.text;
    const { min_frequency: least, max_token_length: longest, special_tokens: specials } = state;
    this.settings.show([
      options.sizes[state.size] ?? `${count(state.size)} bytes`, start ? `starts from ${start}` : `${isOwn ? "own" : state.pattern} pattern`, state.trainer.replaceAll("_", " "), `ties: ${tieName(state.tie)}`,
      least > 1 ? `from ${count(least)} occurrences` : "", longest ? `tokens up to ${plural(longest, "byte")}` : "", specials ? `special tokens ${specials}` : "",
    ]);
    const corpus = options.corpora[state.corpus] ?? "";
    this.hint.textContent = `${corpus.charAt(0).toUpperCase()}${corpus.slice(1)}. ${options.trainers[state.trainer]}${start ? ` The merges and ids of ${start} stay, and it divides the texts; new tokens come after them.` : ""}`;
  }

  freeze(isBusy) {
    for (const field of [this.corpus, this.size, this.start, this.pattern, this.trainer, this.tie, this.order]) field.node.disabled = isBusy;
    for (const input of [...Object.values(this.numbers), this.own, this.specials]) input.disabled = isBusy;
  }

  destroy() {
    clearTimeout(this.waiting);
  }
}
