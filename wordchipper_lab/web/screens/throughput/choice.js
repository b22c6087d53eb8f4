// What to measure: one group of check boxes for each axis. The form reports the choice and shows what
// applies.

import { fileButton, fillSelector, labelled, selector } from "../../shared/controls.js";
import { count, element, plural } from "../../shared/dom.js";
import { boxText, setText, textBox } from "../../shared/text_box.js";

export const OWN_TEXT = "own text";
const OWN_CHOICE = "own choice";
const MOST_NAMED = 2; // more are counted
const PATIENCE = 400; // milliseconds without a key before a text is sent

// One axis. `items` are {value, label, note, hint}: an item with a hint cannot be chosen; the hint says what
// to do.
class Axis {
  constructor(legend, items, onChange) {
    this.items = items;
    this.boxes = items.map((item) => element("input", {
      type: "checkbox", disabled: Boolean(item.hint), onchange: () => onChange(this.chosen()),
    }));
    const choices = items.map(({ label, note, hint }, at) => element("label", { title: hint ?? note, class: hint ? "wcl-off" : null },
      this.boxes[at], element("span", {}, label), hint ? element("small", { class: "wcl-mono" }, hint) : null));
    this.node = element("fieldset", { class: "wcl-policies wcl-axis" }, element("legend", {}, legend),
      element("div", { class: "wcl-choices" }, ...choices));
  }

  chosen() {
    return this.items.filter((_, at) => this.boxes[at].checked).map((item) => item.value);
  }

  choose(values) {
    this.items.forEach((item, at) => { this.boxes[at].checked = values.includes(item.value); });
  }
}

function regimeWords({ regime, corpora }, options) {
  const canBeNew = corpora.some((name) => options.corpora.find(({ value }) => value === name)?.is_new ?? true);
  return regime === "new" && canBeNew ? "new text" : "seen before";
}

// The present choice in words, for the line beside the settings.
export function choiceWords(state, options) {
  const several = (names, noun) => (names.length > MOST_NAMED ? `${names.length} ${noun}` : names.join(", "));
  const label = (name) => options.modes.find(({ value }) => value === name)?.label ?? name;
  const combined = state.lexers.length === 1 && state.encoders.length === 1
    ? `${state.lexers[0]} + ${state.encoders[0]}` : `${plural(state.lexers.length, "lexer")} × ${plural(state.encoders.length, "encoder")}`;
  const beside = [...state.peers, ...state.opened, ...options.own];
  return [
    several(state.models, "vocabularies"), several(state.corpora, "texts"), regimeWords(state, options), combined, several(state.modes.map(label), "modes"),
    state.memo.length ? `memo ${state.memo.map((on) => (on ? "on" : "off")).join(" and ")}` : "",
    state.threads.some((number) => number > 1) ? `${state.threads.join(", ")} threads` : "",
    beside.length ? `${several(beside, "others")} beside` : "", plural(state.rounds, "round"),
    state.latency ? "latency" : "", state.memory ? "start and memory" : "",
  ];
}

// New text, or text that was seen before; the hint names the chosen corpora that are too small to be new.
class RegimeChoice {
  constructor(options, onChange) {
    this.options = options;
    const name = `wcl-regime-${(RegimeChoice.count = (RegimeChoice.count ?? 0) + 1)}`;
    this.inputs = options.regimes.map(({ value }) => element("input", { type: "radio", name, value, onchange: () => onChange(value) }));
    const labels = options.regimes.map(({ label, note }, at) => element("label", { title: note }, this.inputs[at], element("span", {}, label)));
    this.hint = element("p", { class: "wcl-hint" });
    this.node = element("fieldset", { class: "wcl-policies wcl-axis" }, element("legend", {}, "Text"), element("div", { class: "wcl-choices" }, ...labels), this.hint);
  }

  choose(regime, corpora) {
    for (const input of this.inputs) input.checked = input.value === regime;
    const small = corpora.filter((name) => this.options.corpora.some(({ value, is_new: isNew }) => value === name && !isNew));
    const { note } = this.options.regimes.find(({ value }) => value === regime) ?? {};
    this.hint.textContent = regime === "new" && small.length ? `${small.join(", ")}: too small or too repetitive to be new, so seen before.` : `${note}.`;
  }
}

function checkBox(label, title, onChange) {
  const box = element("input", { type: "checkbox", onchange: () => onChange(box.checked) });
  return { box, node: element("label", { class: "wcl-check", title }, box, element("span", {}, label)) };
}

export class ChoiceForm {
  // act: change(state), preset(name), problem(text)
  constructor(options, act) {
    this.act = act;
    const plain = (name) => ({ value: name, label: name });
    const items = {
      models: options.models.map(plain),
      lexers: options.lexers.map(plain),
      encoders: options.encoders.map(plain),
      memo: [{ value: true, label: "on", note: "recent spans are remembered" }, { value: false, label: "off", note: "every span goes through the span encoder" }],
      threads: options.threads.map((number) => ({ value: number, label: String(number) })),
      corpora: [...options.corpora, { value: OWN_TEXT, label: OWN_TEXT, note: "the text that you type or open below" }],
      modes: options.modes,
      peers: options.peers,
    };
    const legends = {
      models: "Vocabularies", lexers: "Lexers", encoders: "Span encoders", memo: "Memo of spans", threads: "Threads (batches)",
      corpora: "Corpora", modes: "Modes", peers: "Peers beside",
    };
    this.axes = Object.fromEntries(Object.entries(items).map(([name, list]) =>
      [name, new Axis(legends[name], list, (values) => act.change({ [name]: values }))]));
    this.regime = new RegimeChoice(options, (regime) => act.change({ regime }));
    this.opened = element("div", { class: "wcl-opened" }); // the button that opens one is appended by its opener
    this.presets = options.presets;
    this.preset = selector("Measure", (name) => { if (name !== OWN_CHOICE) act.preset(name); });
    this.showPreset(null);
    this.rounds = element("input", {
      type: "number", min: 1, max: options.max_rounds, step: 1, class: "wcl-short", onchange: () => act.change({ rounds: Math.round(Number(this.rounds.value)) }),
    });
    this.latency = checkBox("Latency of prompts", "percentiles of single calls, by the length of the prompt", (latency) => act.change({ latency }));
    this.memory = checkBox("Start and memory", "each contender in a separate process", (memory) => act.change({ memory }));
    this.text = textBox((text) => this.typed(text));
    this.ownText = element("details", { class: "wcl-own" }, element("summary", {}, "Own text"), labelled("Text to measure on", this.text),
      fileButton((text) => { setText(this.text, text); this.send(text); }, act.problem, options.max_bytes));
    this.maxBytes = options.max_bytes;
    const wide = [this.axes.corpora.node, this.regime.node, ...["models", "lexers", "encoders", "modes", "memo", "threads", "peers"].map((name) => this.axes[name].node)];
    const own = options.own.length ? element("p", { class: "wcl-hint" }, `Own tokenizers, always measured beside: ${options.own.join(", ")}.`) : null;
    this.node = element("div", { class: "wcl-choice" },
      element("div", { class: "wcl-axes" }, ...wide, this.opened),
      element("div", { class: "wcl-bar wcl-tools" }, labelled("Rounds", this.rounds), this.latency.node, this.memory.node), own, this.ownText);
  }

  typed(text) {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.send(text), PATIENCE);
  }

  send(text) {
    const known = text.toWellFormed ? text.toWellFormed() : text;
    const size = known.length * 3 > this.maxBytes ? new TextEncoder().encode(known).length : 0;
    if (size > this.maxBytes) {
      this.act.problem(`This text has ${count(size)} bytes; this page accepts up to ${count(this.maxBytes)}. It is still in the box, but not measured.`);
      return;
    }
    const corpora = this.axes.corpora.chosen().filter((name) => name !== OWN_TEXT);
    this.act.change({ text: known, corpora: known ? [...corpora, OWN_TEXT] : corpora });
  }

  show(state, options) {
    for (const [name, axis] of Object.entries(this.axes)) axis.choose(state[name]);
    this.regime.choose(state.regime, state.corpora);
    this.showOpened(options.opened, state.opened);
    this.rounds.value = state.rounds;
    this.latency.box.checked = state.latency;
    this.memory.box.checked = state.memory;
    if (boxText(this.text) !== state.text && document.activeElement !== this.text) setText(this.text, state.text);
    if (state.text) this.ownText.open = true;
  }

  // One that is chosen but no longer open stays until it is taken away.
  showOpened(open, chosen) {
    const gone = chosen.filter((name) => !open.includes(name));
    const items = [...open.map((name) => ({ value: name, label: name, note: "an opened tokenizer, with those of the chosen lexers and span encoders that suit it" })),
      ...gone.map((name) => ({ value: name, label: `${name} (not open)`, note: "open its file again, or leave it out" }))];
    const key = JSON.stringify(items);
    if (key !== this.openedKey) {
      this.openedKey = key;
      const before = this.openedAxis?.node;
      this.openedAxis = new Axis("Opened tokenizers", items, (opened) => this.act.change({ opened }));
      this.openedAxis.node.hidden = !items.length;
      if (before) before.replaceWith(this.openedAxis.node);
      else this.opened.prepend(this.openedAxis.node);
    }
    this.openedAxis.choose(chosen);
  }

  showPreset(chosen) {
    fillSelector(this.preset.node, this.presets.map(({ name }) => name), chosen ?? OWN_CHOICE);
    this.preset.node.title = this.presets.find(({ name }) => name === chosen)?.note ?? "";
  }

  destroy() {
    clearTimeout(this.typing);
  }
}
