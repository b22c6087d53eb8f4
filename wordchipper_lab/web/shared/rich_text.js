// Text with samples between backticks: the samples become <code>, everything stays a text node.

import { element } from "./dom.js";

export function richText(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part)).filter((part) => part !== "");
}

// For announcements and labels.
export function plainText(text) {
  return text.replaceAll("`", "");
}
