// The box to type in: a plain textarea, with workarounds for what browsers do slowly.

import { element } from "./dom.js";

// Inserting or replacing 1 MB of lines with the browser's own editing freezes the page for a minute; setting
// the value takes 0.8 s.
const LONG_EDIT = 20000;
// Detecting the direction of each line by its first strong character costs another 1.4 s per key in 1 MB.
const LONG_TEXT = 100000;

export function textBox(onText) {
  const node = element("textarea", {
    rows: 4, spellcheck: "false", autocomplete: "off", autocapitalize: "off", dir: "auto", placeholder: "Type or paste any text",
    onbeforeinput: (event) => {
      const inserted = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
      const replaced = node.selectionEnd - node.selectionStart;
      if (Math.max(inserted.length, replaced) < LONG_EDIT || !/^(insert|delete)/.test(event.inputType)) return;
      event.preventDefault();
      suitDirection(node, node.value.length + inserted.length);
      node.setRangeText(inserted, node.selectionStart, node.selectionEnd, "end");
      onText(node.value);
    },
    oninput: () => {
      suitDirection(node, node.value.length);
      onText(node.value);
    },
  });
  return node;
}

export function setText(node, text) {
  suitDirection(node, text.length);
  node.value = text;
}

function suitDirection(node, length) {
  node.dir = length > LONG_TEXT ? "ltr" : "auto";
}
