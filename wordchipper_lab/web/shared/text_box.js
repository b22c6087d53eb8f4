// The box to type in: a plain textarea. Of a long text it holds a part, with buttons to move to the others, because a
// browser lays out all that a textarea holds: 1 MB freezes the page for 0.8 s at every change, 20,000 characters for none
// that can be felt.

import { count, element } from "./dom.js";

const LONGEST = 50000; // UTF-16 units that the box holds as a whole
const PART = 20000; // UTF-16 units of a longer text that it holds at a time

const parts = new WeakMap(); // box -> {before, after, bar}

// limit: {most, refuse(length)}, in UTF-16 units: a longer text that is pasted is refused before the browser inserts it,
// which takes 0.15 s for 11 MB, and the box keeps what it has
export function textBox(onText, limit = null) {
  const node = element("textarea", {
    rows: 4, spellcheck: "false", autocomplete: "off", autocapitalize: "off", dir: "auto", placeholder: "Type or paste any text",
    onpaste: limit && ((event) => {
      const { length } = event.clipboardData.getData("text/plain");
      if (length <= limit.most) return;
      event.preventDefault();
      limit.refuse(length);
    }),
    onbeforeinput: (event) => {
      const inserted = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
      const { selectionStart: from, selectionEnd: to, value } = node;
      const { before, after } = parts.get(node);
      const isPart = Boolean(before || after);
      if (isPart && from === 0 && to === value.length && /^(insert|delete)/.test(event.inputType)) { // all is all of the text
        event.preventDefault();
        showPart(node, inserted, inserted.length);
        onText(inserted);
        return;
      }
      if (inserted.length < PART || !/^insert/.test(event.inputType)) return;
      event.preventDefault();
      const start = before.length + from + inserted.length;
      showPart(node, before + value.slice(0, from) + inserted + value.slice(to) + after, start);
      onText(boxText(node));
    },
    oninput: () => {
      if (node.value.length > LONGEST) showPart(node, boxText(node), parts.get(node).before.length + node.selectionEnd);
      onText(boxText(node));
    },
  });
  const move = (by) => () => showPart(node, boxText(node), parts.get(node).before.length + by(node.value.length), true);
  const button = (label, sign, act) => element("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
  const range = element("span", { class: "wcl-hint", role: "status" });
  const back = button("Earlier part of the text", "◀", move(() => -1));
  const on = button("Later part of the text", "▶", move((length) => length + 1));
  const clear = element("button", { type: "button", onclick: () => { setText(node, ""); onText(""); node.focus(); } }, "Clear all");
  parts.set(node, { before: "", after: "", range, back, on, bar: element("div", { class: "wcl-part-bar", hidden: true }, back, range, on, clear) });
  return node;
}

// The whole text of a box, which may show a part of it.
export function boxText(node) {
  const { before, after } = parts.get(node) ?? { before: "", after: "" };
  return before + node.value + after;
}

export function setText(node, text) {
  if (boxText(node) !== text) showPart(node, text, 0, true);
}

// Shows the part of `text` around `position`, with the caret there.
function showPart(node, text, position, isQuiet = false) {
  const held = parts.get(node);
  if (!held) {
    node.value = text;
    return;
  }
  const isLong = text.length > LONGEST;
  const from = isLong ? cleanCut(text, Math.floor(Math.max(0, Math.min(position, text.length - 1)) / PART) * PART) : 0;
  const to = isLong ? cleanCut(text, from + PART) : text.length;
  Object.assign(held, { before: text.slice(0, from), after: text.slice(to) });
  node.value = text.slice(from, to);
  if (!isQuiet) node.setSelectionRange(Math.min(position, to) - from, Math.min(position, to) - from);
  held.bar.hidden = !isLong;
  if (!isLong) return;
  if (held.bar.parentNode !== node.parentNode) node.after(held.bar);
  held.range.textContent = `characters ${count(from + 1)}–${count(to)} of ${count(text.length)}`;
  held.back.disabled = from === 0;
  held.on.disabled = to === text.length;
}

// No cut inside a surrogate pair.
function cleanCut(text, at) {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : Math.min(at, text.length);
}
