// The characters that strings are built from: one chip each, with the name of its cell. A click turns one off
// or on; typing adds more.

import { element, plural } from "../../shared/dom.js";
import { codePointName, visibleText } from "../../shared/glyphs.js";

function shownLetter(character) {
  return /\p{M}/u.test(character) ? `◌${character}` : visibleText(character);
}

export class Letters {
  // onAlphabet(characters): "" for the default ones
  constructor(onAlphabet, most) {
    this.onAlphabet = onAlphabet;
    this.most = most;
    this.used = [];
    this.chips = element("div", { class: "wld-letters", role: "group", "aria-label": "Alphabet", onkeydown: (event) => this.press(event) });
    this.more = element("input", {
      type: "text", class: "wcl-short wcl-mono", "aria-label": "More characters", placeholder: "more …", autocomplete: "off", spellcheck: "false",
      onchange: () => this.add(),
    });
    this.usual = element("button", { type: "button", class: "wcl-small", onclick: () => this.onAlphabet("") }, "One of each cell");
    this.hint = element("p", { class: "wcl-hint" }, "One character of each cell: these lexers cannot distinguish the others of a cell. Click to leave one out.");
    this.node = element("div", { class: "wld-alphabet" }, this.hint, this.chips, element("div", { class: "wcl-bar wcl-tools" }, this.more, this.usual));
  }

  show(letters, alphabet) {
    const mark = JSON.stringify([letters, alphabet]);
    if (mark === this.mark) return;
    this.mark = mark;
    const { shown = [], names = [], called = [], usual = "" } = letters ?? {};
    this.used = Array.from(alphabet || usual);
    const chosen = new Set(this.used);
    const all = [...shown, ...this.used.filter((character) => !shown.includes(character))];
    const held = document.activeElement?.dataset?.letter;
    this.buttons = all.map((character, at) => element("button", {
      type: "button", class: "wld-letter", "aria-pressed": String(chosen.has(character)), "data-letter": at, tabindex: at ? "-1" : "0",
      title: `${codePointName(character)}, cell ${names[at] ?? "?"}`,
      onclick: () => this.toggle(character),
    }, element("span", { class: "wcl-unseen" }, `${called[at] ?? codePointName(character)}, ${names[at] ?? ""}`), element("b", { class: "wcl-mono", "aria-hidden": "true" }, shownLetter(character)), element("small", { "aria-hidden": "true" }, names[at] ?? "")));
    this.chips.replaceChildren(...this.buttons);
    this.buttons[held]?.focus();
    this.usual.hidden = !alphabet;
    this.usual.textContent = `Back to one of each cell (${plural(Array.from(usual).length, "character")})`;
  }

  toggle(character) {
    const used = this.used.includes(character) ? this.used.filter((other) => other !== character) : [...this.used, character];
    if (used.length) this.onAlphabet(used.join(""));
  }

  add() {
    const used = [...new Set([...this.used, ...this.more.value])].slice(0, this.most);
    this.more.value = "";
    this.onAlphabet(used.join(""));
  }

  press(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = this.buttons.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = this.buttons[(at + step + this.buttons.length) % this.buttons.length];
    for (const chip of this.buttons) chip.tabIndex = chip === next ? 0 : -1;
    next.focus();
  }
}
