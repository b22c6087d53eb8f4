// The box to type in: a plain textarea, helped with what browsers do slowly.

import { element } from "./dom.js";

// Inserting or replacing 1 MB of lines by the browser's own editing freezes the page for a minute; setting it, 0.8 s.
const LONG_EDIT = 20000;
// Looking for the first strong character's direction in each line of 1 MB costs another 1.4 s at every key.
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
