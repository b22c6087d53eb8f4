// The spans of the text, one of which can be selected.

import { count, element } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";

function visible(text) {
  const characters = Array.from(text);
  const shown = visibleText(characters.slice(0, 40).join(""));
  return characters.length > 40 ? `${shown}…` : shown;
}

export class SpanPicker {
  constructor(onPick) {
    this.onPick = onPick;
    this.list = element("div", {
      class: "wcm-spans", role: "radiogroup", "aria-label": "Spans of the text",
      onkeydown: (event) => this.press(event),
    });
    this.more = element("span", { class: "wcl-hint" });
    this.node = element("div", { class: "wcm-picker" }, element("span", { class: "wcm-own-title" }, "Span"), this.list, this.more);
  }

  show(spans, total, chosen) {
    const mark = JSON.stringify([spans, chosen]);
    if (mark === this.mark) return;
    this.mark = mark;
    const held = this.list.contains(document.activeElement);
    const isOpen = spans.map((span) => span.kind === "word");
    const stop = isOpen[chosen] ? chosen : isOpen.indexOf(true); // the tab stop
    this.buttons = spans.map((span, number) => element("button", {
      type: "button", role: "radio", class: "wcm-span", "aria-checked": String(number === chosen), tabindex: number === stop ? "0" : "-1",
      disabled: !isOpen[number], title: span.kind === "word" ? `${count(span.bytes)} bytes${span.token === null ? "" : `, one token: ${span.token}`}${span.given === null ? "" : `; in the text: ${visible(span.given)}`}` : `a ${span.kind} span is not merged`,
      "aria-label": `span ${number + 1}, ${visible(span.text)}`, onclick: () => this.onPick(number),
    }, visible(span.text)));
    this.list.replaceChildren(...this.buttons);
    this.node.classList.toggle("wcm-only", spans.length < 2);
    this.more.textContent = total > spans.length ? `… and ${count(total - spans.length)} more: shorten the text to pick one of them` : "";
    if (held) this.buttons[stop]?.focus();
  }

  press(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const open = this.buttons.filter((button) => !button.disabled);
    const at = open.indexOf(document.activeElement);
    const next = open[(at + step + open.length) % open.length];
    next?.focus();
    next?.click();
  }
}
