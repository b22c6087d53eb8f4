// Arrays as rows of cells, used to draw an encoder's own data.

import { count, element } from "../../shared/dom.js";

const MOST_CELLS = 48;

// cells: [{text, note, classes, title, key}]; those with a key are seen to move (see slide.js). A long array is shortened, with a note.
export function cellRow(label, cells, most = MOST_CELLS) {
  const isLink = ({ classes = "" }) => classes.includes("wcm-link"); // a sign between two cells does not count as one
  let counted = 0;
  const stop = cells.findIndex((cell) => !isLink(cell) && ++counted > most);
  const kept = stop < 0 ? cells : cells.slice(0, stop);
  const left = stop < 0 ? 0 : cells.slice(stop).filter((cell) => !isLink(cell)).length;
  const shown = kept.map(({ text, note, classes = "", title, key }) =>
    element("span", { class: `wcm-cell ${classes}`, title, "data-key": key }, element("span", {}, text), note === undefined ? null : element("small", {}, note)));
  const rest = left ? [element("span", { class: "wcm-more" }, `… ${count(left)} more`)] : [];
  const spoken = kept.map((cell) => cell.spoken ?? cell.text).filter(Boolean).join(", ");
  return element("div", { class: "wcm-array", role: "img", "aria-label": `${label}: ${spoken}` }, ...shown, ...rest);
}

export function ownRow(title, ...content) {
  return element("div", { class: "wcm-own-row" }, element("span", { class: "wcm-own-title" }, title), element("div", { class: "wcm-own-body" }, ...content));
}
