// The search form: the query and its meaning, the filters, the order. It reports the choice and shows what
// applies.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { count, element, uniqueId } from "../../shared/dom.js";
import { Settings } from "../../shared/settings.js";
import { termLine } from "../../shared/terms.js";

const BY = { text: "text", regex: "regular expression", hex: "bytes (hex)", id: "id" };
const MATCH = { contains: "contains", starts: "starts with", ends: "ends with", exact: "is exactly" };
const HINTS = {
  text: "Type any text. A space counts; Shift+Enter types a newline.",
  regex: "Anywhere in a token's text, e.g. ^ ?[A-Z]{5,}$ or \\p{Han}{2,}. Bytes that are not valid UTF-8 appear as U+FFFD.",
  hex: "Two digits per byte, e.g. e2 80 99 or f09f.",
  id: "Ids and ranges, e.g. 1917 or 100-120, 220.",
};
const ANY = {
  special: { any: "all entries", ranked: "ranked only", special: "special only", never: "given by no text" },
  utf8: { any: "whole or not", whole: "whole only", partial: "not whole UTF-8" },
  space: { any: "with or without", with: "a space first", without: "no space first" },
};
export const FILTERS = {
  special: "any", utf8: "any", space: "any", kind: "", script: "", min_bytes: 0, max_bytes: 0, min_characters: 0, max_characters: 0, part: "",
};
const SORTS = { id: "id", rank: "rank", bytes: "length in bytes", characters: "length in characters" };

// Interesting searches.
export const SEARCHES = {
  "a word and what begins with it: · world": { query: " world", by: "text", match: "starts" },
  "words in capitals": { query: "^ ?[A-Z]{5,}$", by: "regex" },
  "the longest tokens": { sort: "characters", descending: true },
  "not valid UTF-8: pieces of characters": { utf8: "partial", min_bytes: 2 },
  "emoji: bytes f0 9f": { query: "f0 9f", by: "hex", match: "starts" },
  "runs of spaces": { query: "^ {4,}$", by: "regex", sort: "bytes", descending: true },
  "numbers": { query: "^\\d+$", by: "regex" },
  "two Chinese characters and more": { query: "^\\p{Han}{2,}$", by: "regex", sort: "characters", descending: true },
  "the last ids": { sort: "id", descending: true },
  "special tokens": { special: "special" },
  "entries that no text is encoded to": { special: "never" },
};

function lengthBox(name, act) {
  const node = element("input", {
    type: "number", min: 0, step: 1, class: "wcl-short", placeholder: name.startsWith("min") ? "from" : "to",
    "aria-label": `${name.startsWith("min") ? "At least this many" : "At most this many"} ${name.slice(4)}`,
    onchange: () => act.change({ [name]: Math.max(Math.round(Number(node.value)) || 0, 0) }),
  });
  return node;
}

const TERMS = "A [vocabulary] is the list of all tokens. A [token] was made by a [merge] of two others; its [rank] says how early, its [merge tree] how.";

export class QueryForm {
  // act: typed(text), change(state), reset(state), glyphs(shown); compare: the choice of a second vocabulary; tools: of
  // the page
  constructor(options, act, compare, tools) {
    this.act = act;
    this.compare = compare;
    this.model = selector("Vocabulary", (model) => act.change({ model, selected: -1 }));
    this.by = this.choice("Search by", "by", BY);
    this.match = this.choice("Token", "match", MATCH);
    this.fold = element("input", { type: "checkbox", onchange: () => act.change({ ignore_case: this.fold.checked }) });
    this.text = element("textarea", {
      rows: 1, spellcheck: "false", autocomplete: "off", autocapitalize: "off", dir: "auto", class: "wcl-search", placeholder: "Search",
      oninput: () => act.typed(this.text.value),
      onkeydown: (event) => {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        act.typed(this.text.value);
      },
    });
    this.hint = element("p", { class: "wcl-hint", id: uniqueId("hint") });
    this.text.setAttribute("aria-describedby", this.hint.id);
    this.glyphs = element("input", { type: "checkbox", onchange: () => act.glyphs(this.glyphs.checked) });
    this.filters = Object.fromEntries(Object.entries(ANY).map(([name, names]) =>
      [name, this.choice({ special: "Kind of entry", utf8: "UTF-8", space: "Begins with" }[name], name, names)]));
    this.filters.kind = this.choice("Consists of", "kind", Object.fromEntries(options.kind.map((name) => [name, name || "anything"])));
    this.filters.script = this.choice("Script", "script", Object.fromEntries(options.script.map((name) => [name, name.replaceAll("_", " ") || "any"])));
    this.lengths = Object.fromEntries(["min_bytes", "max_bytes", "min_characters", "max_characters"].map((name) => [name, lengthBox(name, act)]));
    this.sort = this.choice("Order by", "sort", SORTS);
    this.descending = element("input", { type: "checkbox", onchange: () => act.change({ descending: this.descending.checked }) });
    this.clear = element("button", { type: "button", hidden: true, onclick: () => act.change({ ...FILTERS }) }, "Clear filters");
    this.active = element("div", { class: "wcl-active-filters", role: "group", "aria-label": "Filters in use" });
    const examples = element("select", {
      onchange: () => {
        if (SEARCHES[examples.value]) act.reset(SEARCHES[examples.value]);
        examples.value = "";
      },
    }, element("option", { value: "" }, "choose one …"), ...Object.keys(SEARCHES).map((name) => element("option", { value: name }, name)));
    this.examples = labelled("Examples", examples);
    this.node = this.layOut(tools);
  }

  choice(label, name, names) {
    const made = selector(label, (value) => this.act.change({ [name]: value }));
    made.node.replaceChildren(...Object.entries(names).map(([value, shown]) => element("option", { value }, shown)));
    return made;
  }

  layOut(tools) {
    const pair = (legend, least, most) => element("fieldset", { class: "wcl-policies" }, element("legend", {}, legend),
      element("div", { class: "wcl-range-boxes" }, this.lengths[least], element("span", { "aria-hidden": "true" }, "–"), this.lengths[most]));
    const check = (box, text) => element("label", { class: "wcl-check" }, box, element("span", {}, text));
    this.foldLabel = check(this.fold, "Ignore case");
    this.settings = new Settings(this.match.field, this.foldLabel, ...Object.values(this.filters).map((made) => made.field),
      pair("Bytes", "min_bytes", "max_bytes"), pair("Characters", "min_characters", "max_characters"),
      this.sort.field, check(this.descending, "descending"), this.compare, check(this.glyphs, "Show whitespace and invisible characters"), termLine(TERMS));
    const box = labelled("Search for", this.text);
    box.firstElementChild.after(this.hint);
    box.classList.add("wcl-search-field");
    return element("div", { class: "wcl-ask wcl-query wcl-controls", role: "search" }, box,
      element("div", { class: "wcl-bar wcl-tools" }, this.model.field, this.by.field, this.examples, this.settings.node, element("span", { class: "wcl-spring" }), tools),
      element("div", { class: "wcl-bar wcl-tools wcl-filters-in-use" }, this.active, this.clear));
  }

  offer(models, model) {
    fillSelector(this.model.node, models, model);
  }

  show(state) {
    if (this.text.value !== state.query) this.text.value = state.query;
    this.text.rows = Math.min(this.text.value.split("\n").length, 4);
    this.by.node.value = state.by;
    this.match.node.value = state.match;
    this.match.field.hidden = state.by === "regex" || state.by === "id";
    this.foldLabel.hidden = state.by === "hex" || state.by === "id";
    this.fold.checked = state.ignore_case;
    this.hint.textContent = HINTS[state.by] ?? "";
    for (const [name, made] of Object.entries(this.filters)) made.node.value = state[name];
    for (const [name, box] of Object.entries(this.lengths)) box.value = state[name] > 0 ? state[name] : "";
    this.sort.node.value = state.sort;
    this.descending.checked = state.descending;
    this.settings.show([
      this.match.field.hidden ? "" : MATCH[state.match], state.ignore_case && !this.foldLabel.hidden ? "ignoring case" : "",
      `by ${SORTS[state.sort]}${state.descending ? ", descending" : ""}`, state.compare ? `beside ${state.compare}` : "",
    ]);
    this.showActive(state);
  }

  showActive(state) {
    const range = (unit) => {
      const [least, most] = [state[`min_${unit}`], state[`max_${unit}`]];
      if (!least && !most) return [];
      const shown = least === most ? count(least) : !most ? `${count(least)} and more` : `${count(least)} to ${count(most)}`;
      return [[`${shown} ${unit}`, { [`min_${unit}`]: 0, [`max_${unit}`]: 0 }]];
    };
    const chips = [
      ...Object.keys(ANY).filter((name) => state[name] !== "any").map((name) => [ANY[name][state[name]], { [name]: "any" }]),
      ...(state.kind ? [[state.kind, { kind: "" }]] : []),
      ...(state.script ? [[state.script.replaceAll("_", " "), { script: "" }]] : []),
      ...range("bytes"), ...range("characters"),
      ...(state.part && state.compare ? [[`${state.part} (${state.compare})`, { part: "" }]] : []),
    ];
    const shown = chips.map(([label]) => label).join("\n");
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = document.activeElement;
    const at = focused === this.clear ? 0 : [...this.active.children].indexOf(focused);
    this.isFiltered = chips.length > 0;
    this.clear.hidden = !chips.length;
    this.active.replaceChildren(...chips.map(([label, change]) => element("button", {
      type: "button", class: "wcl-chip-button", "aria-label": `Remove filter: ${label}`, onclick: () => this.act.change(change),
    }, label, element("span", { "aria-hidden": "true" }, " ×"))));
    if (at >= 0 && (focused !== this.clear || this.clear.hidden)) (this.active.children[Math.min(at, chips.length - 1)] ?? this.text).focus();
  }
}
