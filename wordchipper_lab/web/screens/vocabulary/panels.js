// Variants of a word, special tokens, and what two vocabularies share.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { count, element, plural } from "../../shared/dom.js";
import { TokenChips } from "./details.js";
import { keepFocus } from "./focus.js";
import { drawToken } from "../../shared/token_glyphs.js";
import { encode } from "../../shared/utf8.js";

function percent(share) {
  const value = share * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

// act: word(text), open(id)
export class VariantsPanel {
  constructor(act) {
    this.act = act;
    this.input = element("input", {
      type: "text", class: "wcl-mono", spellcheck: "false", autocomplete: "off", placeholder: "world", oninput: () => act.word(this.input.value),
    });
    this.holder = element("div", { class: "wcl-scroll", tabindex: "0", role: "group", "aria-label": "Table of variants" });
    this.node = element("div", { class: "wcl-panel-body" }, element("div", { class: "wcl-bar" }, labelled("Word", this.input)),
      element("p", { class: "wcl-hint" }, "One word, many ids: the character before a word, and capitals, turn it into another token, or several."), this.holder);
  }

  show(word, variants, vocabulary) {
    if (this.input.value !== word) this.input.value = word;
    if (variants === this.shown && vocabulary === this.vocabulary) return;
    this.shown = variants;
    this.vocabulary = vocabulary;
    this.holder.hidden = !variants.length;
    const forms = [...new Set(variants.map((variant) => variant.form))];
    const prefixes = [...new Set(variants.map((variant) => variant.prefix))];
    const cell = (prefix, form) => {
      const variant = variants.find((each) => each.prefix === prefix && each.form === form);
      return element("td", {}, ...(variant ? this.cell(variant, vocabulary) : []));
    };
    this.holder.replaceChildren(element("table", { class: "wcl-table wcl-variants" },
      element("thead", {}, element("tr", {}, element("td"), ...forms.map((form) => element("th", { scope: "col" }, form)))),
      element("tbody", {}, ...prefixes.map((prefix) => element("tr", {}, element("th", { scope: "row" }, prefix), ...forms.map((form) => cell(prefix, form)))))));
  }

  cell({ text, token, ids }, vocabulary) {
    const chips = new TokenChips(text, this.act.open);
    chips.show(vocabulary, ids);
    const isOne = ids.length === 1;
    const shown = drawToken(element("span", { class: "wcl-token wcl-mono wcl-variant-text" }), encode(text));
    const note = isOne ? "one token" : token === null ? plural(ids.length, "token") : `${plural(ids.length, "token")}; token ${token} is never used here, because the lexer splits the text`;
    return [shown, element("span", { class: `wcl-variant-note ${isOne ? "wcl-is-one" : ""}` }, note), chips.node];
  }
}

const MOST_SPECIALS = 40;

// act: open(id), change(state)
export class SpecialPanel {
  constructor(act) {
    this.act = act;
    this.hint = element("p", { class: "wcl-hint" });
    this.holder = element("div", { class: "wcl-scroll wcl-specials", tabindex: "0", role: "group", "aria-label": "Table of special tokens" });
    this.all = element("button", { type: "button", onclick: () => act.change({ special: "special" }) }, "Show them in the list");
    this.node = element("div", { class: "wcl-panel-body" }, this.hint, this.holder, element("div", { class: "wcl-bar" }, this.all));
  }

  show(specials) {
    if (specials === this.shown) return;
    this.shown = specials;
    this.hint.textContent = specials.length ? `${plural(specials.length, "special token")}, outside the merges; whether a text may contain them is up to the caller.${specials.length > MOST_SPECIALS ? ` The first ${MOST_SPECIALS}:` : ""}` : "This vocabulary has none.";
    this.holder.hidden = this.all.hidden = !specials.length;
    this.holder.replaceChildren(element("table", { class: "wcl-table" },
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Special token"), element("th", { scope: "col", class: "wcl-number" }, "Id"))),
      element("tbody", {}, ...specials.slice(0, MOST_SPECIALS).map(({ text, id }) => element("tr", {},
        element("th", { scope: "row" }, element("button", { type: "button", class: "wcl-link wcl-mono", onclick: () => this.act.open(id) }, text)),
        element("td", { class: "wcl-number" }, String(id)))))));
  }
}

// act: change(state)
export class OverlapPanel {
  constructor(act, models) {
    this.act = act;
    this.choice = selector("Compare with", (compare) => act.change({ compare, part: "" }));
    this.models = models;
    this.bars = element("div", { class: "wcl-overlap", role: "group", tabindex: "-1", "aria-label": "What both have" });
    this.hint = element("p", { class: "wcl-hint" });
    this.node = element("div", { class: "wcl-panel-body" }, this.hint, this.bars);
  }

  // `choice` stands in the settings. own: the name of the vocabulary that is shown; `model` may be another name for it
  show(overlap, { model, compare, part }, own) {
    fillSelector(this.choice.node, ["", ...this.models.filter((name) => name !== model && name !== own)], compare, (name) => name || "choose one …");
    this.hint.textContent = compare ? "Ranked tokens are compared by their bytes; special tokens are left out." : "Choose a second vocabulary in the settings above, under “Compare with”.";
    const isAnswer = overlap.a === own && overlap.asked.model === model && overlap.asked.compare === compare;
    const shown = isAnswer ? overlap : null;
    if (shown === this.shown && part === this.part) return;
    this.shown = shown;
    this.part = part;
    keepFocus(this.bars, () => this.draw(shown, part));
  }

  draw(overlap, part) {
    this.bars.replaceChildren();
    if (!overlap) return;
    const { a, b, same_id: same, moved, only_a: onlyA, only_b: onlyB } = overlap;
    const here = (name) => () => this.act.change({ part: part === name ? "" : name });
    const shared = [["shared, same id", same, "wcl-tint2", "same id"], ["shared, different id", moved, "wcl-tint0", "another id"]];
    this.bars.append(
      element("p", { class: "wcl-lead" }, `${count(same + moved)} tokens are in both: ${percent(overlap.share_of_a)} of ${a}, ${percent(overlap.share_of_b)} of ${b}. `
        + `${count(same)} of them have the same id.`),
      this.bar(a, [...shared.map(([label, n, tint, name]) => [label, n, tint, here(name), part === name]), [`only in ${a}`, onlyA, "wcl-tint1", here("only here"), part === "only here"]]),
      this.bar(b, [...shared.map(([label, n, tint, name]) => [label, n, tint, () => this.act.change({ model: b, compare: a, part: name, selected: -1 }), false]),
        [`only in ${b}`, onlyB, "wcl-tint3", () => this.act.change({ model: b, compare: a, part: "only here", selected: -1 }), false]]));
  }

  bar(name, parts) {
    const total = parts.reduce((sum, [, n]) => sum + n, 0) || 1;
    const strip = element("div", { class: "wcl-strip", role: "img", "aria-label": `${name}: ${parts.map(([label, n]) => `${label} ${count(n)}`).join(", ")}` },
      ...parts.map(([label, n, tint]) => {
        const piece = element("span", { class: tint, title: `${label}: ${count(n)}` });
        piece.style.flexGrow = String(n / total);
        return piece;
      }));
    const legend = element("div", { class: "wcl-strip-legend" }, ...parts.map(([label, n, tint, use, pressed]) => element("button", {
      type: "button", "aria-pressed": String(pressed), disabled: n === 0, onclick: use, "aria-label": `List in ${name}: ${label}, ${plural(n, "token")}`,
    }, element("i", { class: tint, "aria-hidden": "true" }), `${label}: `, element("b", {}, count(n)), ` (${percent(n / total)})`)));
    return element("section", { "aria-label": `Overlap, seen from ${name}` }, element("h3", {}, name), strip, legend);
  }
}
