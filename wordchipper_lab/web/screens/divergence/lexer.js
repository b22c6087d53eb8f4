// One of the two lexers: chosen from groups, or a typed pattern, whose errors are shown at their place.

import { labelled } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";
import { PatternBox } from "./pattern_box.js";

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
    this.pattern = new PatternBox(`Pattern of lexer ${name.toUpperCase()}`, (pattern) => this.onWord(this.select.value + pattern));
    this.problem = element("div", { class: "wld-problem", role: "alert", hidden: true });
    this.node = element("div", { class: "wld-lexer" }, labelled(`Lexer ${name.toUpperCase()}`, this.select), this.pattern.node, this.problem);
  }

  // What the lexer is called, and what there is to say about it.
  get title() {
    return (this.known.get(this.word) ?? this.known.get(this.select.value)).label;
  }

  get story() {
    return this.known.get(this.word)?.story ?? "";
  }

  picked(word) {
    if (!word.endsWith(":")) {
      this.onWord(word);
      return;
    }
    // Start from the previous lexer's pattern.
    const pattern = this.known.get(this.word)?.pattern || this.pattern.pattern;
    this.showOwn(word, pattern);
    this.pattern.box.focus();
    if (pattern) this.onWord(word + pattern);
  }

  showOwn(kind, pattern) {
    this.select.value = kind;
    this.pattern.node.hidden = false;
    this.pattern.show(pattern);
    this.node.classList.add("wld-typed");
  }

  show(word) {
    this.word = word;
    const known = this.known.get(word);
    if (known) {
      this.select.value = word;
      this.pattern.node.hidden = true;
      this.node.classList.remove("wld-typed");
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
    this.pattern.box.setAttribute("aria-invalid", String(Boolean(problem)));
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
}
