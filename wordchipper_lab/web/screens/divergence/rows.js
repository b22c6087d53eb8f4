// One divergence: the spans of both lexers over the same characters, aligned by byte, with the first different boundary
// marked.

import { count, element, plural, uniqueId } from "../../shared/dom.js";
import { glyphOf, spoken, visibleText } from "../../shared/glyphs.js";
import { placed, spansOf } from "./spans.js";

const BYTE = 26; // pixels
const LARGEST = 64; // pixels of a byte on a projector
const CONTEXT = 14; // characters on each side

// A stylesheet says how wide a byte is.
function width(bytes) {
  return `width:calc(${bytes} * var(--wld-byte))`;
}

function drawCharacter({ character, size }) {
  const glyph = glyphOf(character);
  const shown = glyph ? glyph.overlay ?? glyph.label : /\p{M}/u.test(character) ? `◌${character}` : character;
  const kind = glyph ? (glyph.overlay || glyph.label === "↵" ? " wld-sign" : " wld-name") : "";
  return element("span", { class: `wld-character${kind}`, style: width(size), "data-glyph": glyph && shown }, glyph ? null : shown);
}

export class SpanRows {
  // act: look(position, row): a byte was selected
  constructor(onLook) {
    this.onLook = onLook;
    this.id = uniqueId("spans");
    this.ruler = element("div", { class: "wld-ruler", "aria-hidden": "true" });
    this.mark = element("div", { class: "wld-mark", "aria-hidden": "true" });
    this.rows = Object.fromEntries(["a", "b"].map((name) => [name, element("div", {
      class: "wld-row", role: "listbox", "aria-orientation": "horizontal", tabindex: "0", "data-name": name,
      onkeydown: (event) => this.press(event, name),
    })]));
    this.track = element("div", { class: "wld-track" }, this.rows.a, this.ruler, this.rows.b, this.mark);
    this.names = element("div", { class: "wld-names", "aria-hidden": "true" }, element("b", {}, "A"), element("b", {}, "B"));
    this.frame = element("div", {
      class: "wld-frame", onclick: (event) => this.clicked(event), onpointerover: (event) => this.hovered(event), onpointerleave: () => this.tell(null),
    }, this.track);
    this.observer = new ResizeObserver(() => this.isLarge && this.fit(true));
    this.observer.observe(this.frame);
    this.info = element("p", { class: "wld-info" });
    this.who = element("p", { class: "wld-who" });
    this.picture = element("div", { class: "wld-picture" }, element("div", { class: "wld-stage-rows" }, this.names, this.frame), this.who);
    this.node = element("div", { class: "wld-stage" }, this.picture, this.info);
  }

  // view: a DivergenceRecord; names: {a, b}, the names of the lexers
  show(view, names) {
    this.view = view;
    this.spans = { a: spansOf(view.a), b: spansOf(view.b) };
    this.titles = names;
    const before = placed(Array.from(view.before).slice(-CONTEXT).join(""));
    const after = placed(Array.from(view.after).slice(0, CONTEXT).join(""));
    const characters = placed(view.text);
    const size = characters.length ? characters.at(-1).at + characters.at(-1).size : 0;
    this.offset = before.reduce((sum, one) => sum + one.size, 0);
    this.origin = view.start + view.from;
    this.size = size;
    this.characters = characters;
    this.whole = this.offset + size + after.reduce((sum, one) => sum + one.size, 0);
    this.track.style.width = `calc(${this.whole} * var(--wld-byte) + 2px)`;
    this.who.replaceChildren(...["a", "b"].map((name) => element("span", {}, element("b", {}, name.toUpperCase()), ` ${names[name]}`)));
    const ends = { a: new Set(view.a.end), b: new Set(view.b.end) };
    for (const [name, row] of Object.entries(this.rows)) {
      const other = name === "a" ? "b" : "a";
      row.setAttribute("aria-label", `Spans of ${name.toUpperCase()}, ${names[name]}`);
      const spans = this.spans[name].map((span, number) => this.drawSpan(name, span, number, !ends[other].has(span.end)));
      row.replaceChildren(this.drawContext(before), ...spans, this.drawContext(after));
    }
    this.drawRuler(before, characters, after);
    this.drawMark(view, ends);
    this.spanAt = { a: -1, b: -1 };
    this.tell(null);
  }

  drawContext(characters) {
    return element("span", { class: "wld-context wld-outside", "aria-hidden": "true" }, ...characters.map(drawCharacter));
  }

  drawSpan(name, { start, end, kind }, number, isAlone) {
    const inside = this.characters.filter(({ at }) => at >= start && at < end);
    const text = inside.map(({ character }) => character).join("");
    const only = isAlone ? ", a boundary of this lexer only" : "";
    return element("span", {
      class: `wld-span wcl-tint${number % 2}${kind === "word" ? "" : " wcl-gap"}${isAlone ? " wld-alone" : ""}`, role: "option", "data-span": number, id: `${this.id}-${name}-${number}`,
      style: width(end - start), "aria-selected": "false",
      "aria-label": `span ${number + 1} of ${this.spans[name].length}, ${spoken(text)}, bytes ${this.origin + start} to ${this.origin + end}, ${kind}${only}`,
    }, ...inside.map(drawCharacter), kind === "word" ? null : element("small", { class: "wld-kind" }, kind));
  }

  drawRuler(before, characters, after) {
    const tick = (byte) => element("span", { style: width(1) }, byte);
    const first = this.origin - this.offset;
    const total = this.offset + this.size + after.reduce((sum, one) => sum + one.size, 0);
    const step = first + total > 1000 ? 2 : 1; // four digits are as wide as a byte
    this.ruler.replaceChildren(...Array.from({ length: total }, (_, at) => tick((first + at) % step ? "" : first + at)));
  }

  drawMark({ first, from, size }, ends) {
    this.mark.hidden = first === null;
    this.cut = "";
    if (first !== null) {
      const isOne = ends.a.has(first) !== ends.b.has(first);
      const who = isOne ? `only ${ends.a.has(first) ? "A" : "B"} ends a span here` : "another kind of span";
      this.mark.style.left = `calc(${this.offset + first} * var(--wld-byte) - 1px)`;
      const isFar = first > (this.offset + this.size) * 0.6 && first * BYTE > 300;
      this.mark.replaceChildren(element("span", { class: isFar ? "wld-flag wld-flag-left" : "wld-flag" }, `▼ byte ${count(this.origin + first)}: ${who}`));
      if (size > this.size) this.cut = `${count(this.size)} of its ${count(size)} bytes are drawn, from byte ${count(from)} on. `;
    }
    if (this.isLarge) this.fit(true);
    else this.reveal();
  }

  // Show the first difference in the middle of the frame.
  reveal() {
    this.frame.scrollLeft = Math.max(0, (this.offset + (this.view?.first ?? 0)) * this.byte - this.frame.clientWidth / 2);
  }

  get byte() {
    return this.whole ? (this.track.offsetWidth - 2) / this.whole || BYTE : BYTE;
  }

  // On a projector the rows are as large as the frame is wide.
  fit(isLarge) {
    this.isLarge = isLarge;
    this.track.style.removeProperty("--wld-byte");
    const style = getComputedStyle(this.frame);
    const room = this.frame.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 4;
    if (isLarge && this.whole) this.track.style.setProperty("--wld-byte", `${Math.max(BYTE, Math.min(LARGEST, Math.floor(room / this.whole)))}px`);
    this.reveal();
  }

  // Select the span of each row that contains byte `position`.
  look(position) {
    this.position = position;
    for (const [name, row] of Object.entries(this.rows)) {
      const at = this.spans[name].findIndex(({ start, end }) => start <= position && position < end);
      this.spanAt[name] = at;
      for (const node of row.querySelectorAll("[data-span]")) {
        const isChosen = Number(node.dataset.span) === at;
        node.setAttribute("aria-selected", String(isChosen));
        node.classList.toggle("wld-chosen", isChosen);
      }
      if (at >= 0) row.setAttribute("aria-activedescendant", `${this.id}-${name}-${at}`);
      else row.removeAttribute("aria-activedescendant");
    }
  }

  under(target) {
    const node = target.closest?.("[data-span]");
    return node ? { name: node.closest("[data-name]").dataset.name, number: Number(node.dataset.span) } : null;
  }

  clicked(event) {
    const found = this.under(event.target);
    if (!found) return;
    const byte = Math.floor((event.clientX - this.track.getBoundingClientRect().left) / this.byte) - this.offset;
    const { start, end } = this.spans[found.name][found.number];
    this.onLook(Math.max(start, Math.min(byte, end - 1)), found.name);
  }

  hovered(event) {
    this.tell(this.under(event.target));
  }

  tell(found) {
    const text = found ? this.describe(found) : `${this.cut ?? ""}Point at a span to see its bytes; choose it to see why it was cut there.`;
    if (this.info.textContent !== text) this.info.textContent = text;
  }

  describe({ name, number }) {
    const { start, end, kind } = this.spans[name][number];
    const text = this.characters.filter(({ at }) => at >= start && at < end).map(({ character }) => character).join("");
    return `${name.toUpperCase()}, ${this.titles[name]}: span ${number + 1}, “\u2068${visibleText(text)}\u2069”, bytes ${count(this.origin + start)} to ${count(this.origin + end)} (${plural(end - start, "byte")}), ${kind}`;
  }

  press(event, name) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.view) return;
    const spans = this.spans[name];
    const at = Math.max(this.spanAt[name], 0);
    const to = { ArrowRight: Math.min(at + 1, spans.length - 1), ArrowLeft: Math.max(at - 1, 0), Home: 0, End: spans.length - 1 }[event.key];
    if (to !== undefined) this.onLook(spans[to].start, name);
    else if (event.key === "ArrowDown" && name === "a") this.rows.b.focus();
    else if (event.key === "ArrowUp" && name === "b") this.rows.a.focus();
    else return;
    if (to !== undefined) {
      this.tell({ name, number: to });
      this.rows[name].querySelector(`[data-span="${to}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    event.preventDefault();
    event.stopPropagation();
  }

  destroy() {
    this.observer.disconnect();
  }
}
