// Arrays as rows of cells: how an encoder's own data are drawn.

import { count, element } from "./dom.js";

const MOST_CELLS = 48;

// cells: [{text, note, classes, title}]; a long array is cut, and says so.
export function cellRow(label, cells, most = MOST_CELLS) {
  const shown = cells.slice(0, most).map(({ text, note, classes = "", title }) =>
    element("span", { class: `wcm-cell ${classes}`, title }, element("span", {}, text), note === undefined ? null : element("small", {}, note)));
  const rest = cells.length > most ? [element("span", { class: "wcm-more" }, `… ${count(cells.length - most)} more`)] : [];
  return element("div", { class: "wcm-array", role: "img", "aria-label": `${label}: ${cells.slice(0, most).map((cell) => cell.spoken ?? cell.text).join(", ")}` }, ...shown, ...rest);
}

export function ownRow(title, ...content) {
  return element("div", { class: "wcm-own-row" }, element("span", { class: "wcm-own-title" }, title), element("div", { class: "wcm-own-body" }, ...content));
}
