// A term that explains itself: a button in the text opens one sentence, and "Show me" opens a screen that shows it.

import { element, uniqueId } from "./dom.js";

const GAP = 6; // pixels between the term and its explanation, and to the edges of the window
const TAKEN = "button, a, summary, option"; // a button inside one of these would be of no use to anybody

let opened = null; // there is one explanation at a time

export class WordButton {
  // label: the term as it stands in the text; word: {name, says, screen, state}; onShow(word)
  constructor(label, word, onShow) {
    Object.assign(this, { word, onShow });
    const id = uniqueId("word");
    this.button = element("button", { type: "button", class: "wcl-word-term", "aria-expanded": "false", "aria-controls": id, onclick: () => this.toggle() }, label);
    this.show = onShow ? element("button", { type: "button", class: "wcl-word-show", onclick: () => this.showScreen() }, "Show me") : null;
    this.box = element("span", { class: "wcl-word-box", id, role: "group", "aria-label": word.name, hidden: true, popover: "manual" },
      element("span", { class: "wcl-word-says" }, word.says), this.show);
    this.node = element("span", { class: "wcl-word", onkeydown: (event) => this.press(event), onfocusout: (event) => this.left(event) }, this.button, this.box);
    this.elsewhere = (event) => { if (!event.composedPath().includes(this.node)) this.close(); };
    this.moved = () => this.close();
  }

  get isOpen() {
    return opened === this;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  open() {
    opened?.close();
    opened = this;
    this.box.hidden = false;
    this.box.showPopover?.(); // above everything, whatever scrolls around it
    this.button.setAttribute("aria-expanded", "true");
    this.place();
    document.addEventListener("pointerdown", this.elsewhere);
    document.addEventListener("scroll", this.moved, { capture: true, passive: true });
  }

  place() {
    const term = this.button.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const page = document.documentElement ?? { clientWidth: width, clientHeight: 0 };
    const left = Math.max(GAP, Math.min(term.left, page.clientWidth - width - GAP));
    const below = term.bottom + GAP;
    const isBelow = below + height + GAP <= page.clientHeight || term.top - height - GAP < 0;
    Object.assign(this.box.style, { left: `${left}px`, top: `${isBelow ? below : term.top - height - GAP}px` });
  }

  close() {
    if (!this.isOpen) return;
    opened = null;
    if (this.box.contains(document.activeElement)) this.button.focus();
    this.box.hidePopover?.();
    this.box.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", this.elsewhere);
    document.removeEventListener("scroll", this.moved, { capture: true });
  }

  showScreen() {
    this.close();
    this.onShow(this.word);
  }

  left(event) {
    if (event.relatedTarget && !this.node.contains(event.relatedTarget)) this.close();
  }

  press(event) {
    if (event.key !== "Escape" || !this.isOpen) return;
    this.close();
    event.preventDefault();
    event.stopPropagation();
  }
}

// Turns the first known term in the text of `node` into a `WordButton`; returns it, or null where there is none.
// words: [{name, says, screen, state, labels}]
export function explain(node, words, onShow) {
  if (node.closest?.(TAKEN)) return null;
  for (const child of [...node.childNodes]) {
    if (child.tagName) {
      if (child.matches(".wcl-word")) return null;
      continue;
    }
    const found = firstTerm(child.textContent, words);
    if (!found) continue;
    const { at, label, word } = found;
    const text = child.textContent;
    const term = new WordButton(text.slice(at, at + label.length), word, onShow);
    node.insertBefore(document.createTextNode(text.slice(0, at)), child);
    node.insertBefore(term.node, child);
    node.insertBefore(document.createTextNode(text.slice(at + label.length)), child);
    node.removeChild(child);
    return term;
  }
  return null;
}

// The longest term that begins first, as a whole word: {at, label, word}, or null.
export function firstTerm(text, words) {
  let best = null;
  const low = text.toLowerCase();
  for (const word of words) {
    for (const label of [word.name, ...(word.labels ?? [])]) {
      const at = wholeWord(low, label.toLowerCase());
      if (at < 0 || (best && (at > best.at || (at === best.at && label.length <= best.label.length)))) continue;
      best = { at, label, word };
    }
  }
  return best;
}

function wholeWord(text, label) {
  const isLetter = (sign) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + label.length])) return at;
  }
  return -1;
}
