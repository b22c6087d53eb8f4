// The same sentence in many languages, a bar each: what it costs in tokens, in one vocabulary or another.

import { element, uniqueId } from "../shared/dom.js";
import { Presentation } from "../shared/presentation.js";
import { GROUPS, groupOf, largest, MEASURES, sentenceOf, sorted, textsOf, titleOf } from "./language_rows.js";

const MOVED = 500; // milliseconds in which rows change places
const TURNS = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 };

export class LanguageChart {
  // onOpen(row, model): the reader wants to see that text in the Explorer; onTexts(texts) -> Promise of costs, or {problem};
  // onChange(): something else is shown; onPresent(on): it is presented, or no longer; tools: {node, notice}, what there is
  // to share. Without onOpen or onTexts there is no kernel to ask.
  constructor({ onOpen, onTexts, onChange = () => {}, onPresent = () => {}, tools = {} }) {
    Object.assign(this, { onOpen, onTexts, onChange, onPresent });
    this.texts = {};
    this.measure = "times";
    this.sentence = element("p", { class: "wcl-sentence", role: "status" });
    this.models = element("fieldset", { class: "wcl-policies wcl-controls" });
    this.measures = element("fieldset", { class: "wcl-policies wcl-controls" });
    this.detail = element("div", { class: "wcl-lang-detail" });
    this.list = element("div", { class: "wcl-lang-rows", role: "listbox", "aria-label": "Languages, the dearest first", onkeydown: (event) => this.press(event) });
    this.legend = element("p", { class: "wcl-legend" });
    this.figure = element("div", { class: "wcl-lang-figure" }, this.sentence, this.list, this.legend);
    this.node = element("section", { class: "wcl-lang", "aria-label": "What a sentence costs in each language" }, element("h1", { class: "wcl-unseen" }, "Languages"),
      element("div", { class: "wcl-bar wcl-lang-choice" }, this.models, this.measures, tools.node), tools.notice, this.figure, this.detail, this.onTexts ? this.makeOwn() : null);
    this.options = new Map();
    this.presentation = new Presentation();
    this.presentation.mount(this.node, (on) => this.present(on));
    tools.node?.append(this.presentation.button);
  }

  get isPresenting() {
    return this.presentation.isOn;
  }

  present(on) {
    if (on === this.isPresenting) return;
    this.presentation.show(on);
    this.onPresent(on);
  }

  // While it is presented, keys from anywhere turn to the next vocabulary and back.
  turn(event) {
    const { models } = this.costs;
    const by = event.altKey || event.ctrlKey || event.metaKey ? 0 : TURNS[event.key] ?? 0;
    if (!by) return;
    event.preventDefault();
    this.select({ model: models[(models.indexOf(this.model) + by + models.length) % models.length] });
    this.onChange();
  }

  get picture() {
    return this.figure;
  }

  // costs: as `language_costs` of wordchipper_lab.lab.languages has them
  show(costs, model = costs.models[0]) {
    this.costs = costs;
    this.model = costs.models.includes(model) ? model : costs.models[0];
    this.ghost = costs.models.at(-1); // the oldest: where its bar would end is marked
    this.options.clear();
    this.list.replaceChildren();
    this.chosen = null;
    choices(this.models, "Vocabulary", costs.models.map((name) => [name, titleOf(name)]), this.model, (name) => this.pick({ model: name }));
    choices(this.measures, "Measured in", Object.entries(MEASURES).map(([name, { title }]) => [name, title.replace("English", costs.base)]), this.measure, (name) => this.pick({ measure: name }));
    const used = new Set(costs.rows.map((row) => groupOf(row.script)));
    this.legend.replaceChildren(...GROUPS.map(({ title }, at) => (used.has(at) ? element("span", {}, element("i", { class: `wcl-lang-tint${at}` }), title) : null)).filter(Boolean),
      ...(costs.models.length > 1 ? [element("span", {}, element("i", { class: "wcl-lang-was" }), titleOf(this.ghost))] : []));
    this.draw();
    this.choose(sorted(costs.rows, this.measure, this.model)[0], { isFocused: false });
  }

  // What a story talks about: the language that it has chosen, or all of them beside the first.
  get seen() {
    return this.sought && this.sought.name !== this.costs.base ? this.options.get(this.sought.name).node : this.figure;
  }

  // The vocabulary that a story or a link has chosen, the measure, and the language of the text; what is unknown changes
  // nothing.
  select({ model, measure, text }) {
    const before = [this.model, this.measure];
    if (this.costs.models.includes(model)) this.model = model;
    if (measure in MEASURES) this.measure = measure;
    for (const [field, value] of [[this.models, this.model], [this.measures, this.measure]]) {
      for (const input of field.querySelectorAll("input")) input.checked = input.value === value;
    }
    if (before[0] !== this.model || before[1] !== this.measure) this.draw();
    this.sought = this.costs.rows.find((row) => row.text === text);
    if (this.sought) this.choose(this.sought, { isFocused: false });
  }

  pick(chosen) {
    Object.assign(this, chosen);
    this.draw();
    this.onChange();
  }

  // What a link says of it: what is not as the chart opens.
  get linked() {
    const { model, measure, texts, costs } = this;
    return { ...(model === costs.models[0] ? {} : { model }), ...(measure === "times" ? {} : { measure }), ...(Object.keys(texts).length ? { texts } : {}) };
  }

  draw() {
    const { costs, measure, model } = this;
    const before = new Map([...this.options].map(([name, { node }]) => [name, node.getBoundingClientRect()]));
    const most = largest(costs.rows, measure, costs.models);
    this.sentence.textContent = sentenceOf(costs, measure, model);
    const order = sorted(costs.rows, measure, model);
    for (const row of order) this.drawRow(row, most);
    this.list.replaceChildren(...order.map(({ name }) => this.options.get(name).node));
    this.order = order;
    this.slide(before);
    if (this.chosen) this.tell(this.chosen);
  }

  drawRow(row, most) {
    if (!this.options.has(row.name)) this.options.set(row.name, this.makeOption(row));
    const { bar, was, value } = this.options.get(row.name);
    const [now, then] = [row[this.measure][this.model], row[this.measure][this.ghost]];
    bar.style.inlineSize = `${((100 * now) / most).toFixed(2)}%`;
    was.style.insetInlineStart = `${((100 * then) / most).toFixed(2)}%`;
    was.hidden = this.ghost === this.model;
    value.textContent = MEASURES[this.measure].write(now);
  }

  makeOption(row) {
    const isBase = row.name === this.costs.base;
    const bar = element("span", { class: `wcl-lang-bar wcl-lang-tint${groupOf(row.script)}` });
    const was = element("span", { class: "wcl-lang-was" });
    const value = element("b", { class: "wcl-lang-value" });
    const node = element("div", { class: `wcl-lang-row${isBase ? " wcl-lang-base" : ""}`, role: "option", tabindex: "-1", "aria-selected": "false", onclick: () => this.choose(row), onpointerenter: () => this.tell(row), onpointerleave: () => this.tell(this.chosen) },
      element("span", { class: "wcl-lang-name" }, row.name), element("span", { class: "wcl-lang-track" }, element("span", { class: "wcl-lang-scale" }, bar, was)), value, element("small", { class: "wcl-lang-script" }, row.script));
    return { node, bar, was, value };
  }

  // Rows that change places are seen to move.
  slide(before) {
    if (globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches) return;
    for (const [name, { node }] of this.options) {
      const [from, to] = [before.get(name), node.getBoundingClientRect()];
      if (from && (from.top !== to.top || from.left !== to.left)) {
        node.animate?.([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }], { duration: MOVED, easing: "ease-in-out" });
      }
    }
  }

  choose(row, { isFocused = true } = {}) {
    for (const [name, { node }] of this.options) {
      const isChosen = name === row.name;
      node.setAttribute("aria-selected", String(isChosen));
      node.tabIndex = isChosen ? 0 : -1;
      if (isChosen && isFocused) node.focus();
    }
    this.chosen = row;
    this.tell(row);
  }

  // The sentence itself, and its counts in all vocabularies.
  tell(row) {
    const counts = this.costs.models.map((model) => `${titleOf(model)}: ${MEASURES.tokens.write(row.tokens[model])}`).join(" · ");
    this.detail.replaceChildren(
      element("p", {}, element("b", {}, row.name), ` (${row.script}): ${MEASURES.tokens.write(row.characters)} characters, ${MEASURES.tokens.write(row.bytes)} bytes. Tokens: ${counts} `,
        this.onOpen ? element("button", { type: "button", class: "wcl-controls", onclick: () => this.onOpen(row, this.model) }, "See its tokens") : null),
      element("p", { class: "wcl-lang-text", lang: row.tag || null, dir: row.direction }, row.text));
  }

  press(event) {
    const at = this.order.indexOf(this.chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.order.length - 1 }[event.key];
    if (event.key === "Enter") this.onOpen?.(this.chosen, this.model);
    else if (to === undefined) return;
    else this.choose(this.order[Math.max(0, Math.min(to, this.order.length - 1))]);
    event.preventDefault();
    event.stopPropagation();
  }

  makeOwn() {
    const id = uniqueId("own");
    this.own = element("textarea", { id, rows: 3 });
    this.problem = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.again = element("button", { type: "button", hidden: true, onclick: () => this.count({}) }, "Back to the sixty languages");
    return element("details", { class: "wcl-panel" }, element("summary", {}, "Your own sentences"),
      element("div", { class: "wcl-ask" }, element("label", { for: id }, "The same sentence in several languages, one a line; the others are compared with the first"), this.own,
        element("div", { class: "wcl-panel-tools" }, element("button", { type: "button", onclick: () => this.count(textsOf(this.own.value)) }, "Count"), this.again), this.problem));
  }

  async count(texts) {
    const costs = await this.onTexts(texts);
    this.problem.hidden = !costs.problem;
    this.problem.textContent = costs.problem ?? "";
    if (costs.problem) return;
    this.showTexts(texts, costs);
    this.onChange();
  }

  // The reader's own texts; without any, the sample.
  showTexts(texts, costs) {
    this.texts = texts;
    if (this.own) {
      this.again.hidden = costs.is_sample;
      if (!costs.is_sample) {
        this.own.value = Object.values(texts).join("\n");
        this.own.closest("details").open = true;
      }
    }
    this.show(costs, this.model);
  }
}

function choices(field, legend, offered, chosen, onChoose) {
  const name = uniqueId("choice");
  field.replaceChildren(element("legend", {}, legend), element("div", { class: "wcl-choices" }, ...offered.map(([value, title]) =>
    element("label", {}, element("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChoose(value) }), element("span", {}, title)))));
}
