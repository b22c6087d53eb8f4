// One of the two lexers: chosen from groups, or a typed pattern, whose errors are shown at their place.

import { labelled } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";

const TYPING = 300; // milliseconds without a key before a pattern is sent

export class LexerPicker {
  // name: "a" or "b"; groups: see OfferedLexers.options; onWord(word)
  constructor(name, groups, onWord) {
    this.name = name;
    this.onWord = onWord;
    this.known = new Map();
    const options = groups.map(({ label, lexers }) => {
      for (const lexer of lexers) this.known.set(lexer.word, lexer);
      return element("optgroup", { label }, ...lexers.map(({ word, label: shown }) => element("option", { value: word }, shown)));
    });
    this.select = element("select", { onchange: () => this.picked(this.select.value) }, ...options);
    this.input = element("input", {
      type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", class: "wcl-mono", "aria-label": `Pattern of lexer ${name.toUpperCase()}`,
      placeholder: "a regular expression, such as \\w+|\\s+", oninput: () => this.typed(), onkeydown: (event) => event.key === "Enter" && this.send(),
    });
    this.problem = element("div", { class: "wld-problem", role: "alert", hidden: true });
    this.story = element("p", { class: "wld-story", hidden: true });
    this.node = element("div", { class: "wld-lexer" }, labelled(`Lexer ${name.toUpperCase()}`, this.select), this.input, this.problem, this.story);
  }

  picked(word) {
    this.forget();
    if (!word.endsWith(":")) {
      this.onWord(word);
      return;
    }
    // Start from the previous lexer's pattern.
    const pattern = this.known.get(this.word)?.pattern ?? this.input.value;
    this.showOwn(word, pattern);
    this.input.focus();
    if (pattern) this.onWord(word + pattern);
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.send(), TYPING);
  }

  send() {
    this.forget();
    if (this.input.value) this.onWord(this.select.value + this.input.value);
  }

  // Send typed text that is still waiting, because the lexers are about to change places.
  flush() {
    if (this.waiting) this.send();
  }

  forget() {
    clearTimeout(this.waiting);
    this.waiting = null;
  }

  showOwn(kind, pattern) {
    this.select.value = kind;
    this.input.hidden = false;
    if (!this.waiting && this.input.value !== pattern) this.input.value = pattern;
  }

  show(word) {
    this.word = word;
    const known = this.known.get(word);
    this.story.hidden = !known?.story;
    this.story.textContent = known?.story ?? "";
    if (known) {
      this.forget(); // the typed text belonged to the previous lexer
      this.select.value = word;
      this.input.hidden = true;
      return;
    }
    const kind = word.slice(0, word.indexOf(":") + 1);
    if (this.known.has(kind)) this.showOwn(kind, word.slice(kind.length));
    else {
      this.select.append(element("option", { value: word }, word));
      this.known.set(word, { word, label: word });
      this.show(word);
    }
  }

  // problem: {at, message}; at: characters into the pattern, null if it is not about a place in it
  showProblem(problem) {
    this.problem.hidden = !problem;
    this.input.setAttribute("aria-invalid", String(Boolean(problem)));
    if (!problem) {
      this.problem.replaceChildren();
      return;
    }
    const { at, message } = problem;
    const characters = Array.from(this.word.slice(this.word.indexOf(":") + 1));
    const parts = [element("p", {}, at === null ? message : `${message} at position ${at}`)];
    if (at !== null) {
      const from = Math.max(0, at - 40);
      const [before, here, after] = [characters.slice(from, at), characters[at] ?? " ", characters.slice(at + 1, at + 30)].map((part) => visibleText([].concat(part).join("")));
      parts.push(element("pre", { class: "wld-caret wcl-mono", "aria-hidden": "true" }, `${from ? "…" : ""}${before}`, element("mark", {}, here), `${after}\n${" ".repeat(Array.from(before).length + (from ? 1 : 0))}^`));
    }
    this.problem.replaceChildren(...parts);
  }

  destroy() {
    this.forget();
  }
}
