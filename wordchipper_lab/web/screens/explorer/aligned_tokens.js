// The tokens of one text under several vocabularies, one below the other: columns end where all of them cut, so that one
// sees where one has a single token and another three.

import { numbersOf } from "../../shared/columns.js";
import { count, element } from "../../shared/dom.js";
import { linesOf } from "../../shared/lines.js";
import { tokenSegmentation } from "../../shared/segmentation.js";
import { keepWidth } from "../../shared/svg_chart.js";
import { drawToken, saidToken } from "../../shared/token_glyphs.js";

const SHOWN_BYTES = 300; // at first, and more with each press of the button
const LETTER = 9.7; // pixels, rounded up, as are the others
const DIGIT = 7.2;
const AROUND = 16; // of a token

// rows: [{ends, own}] in bytes -> for each column the tokens [from, to) of each row; columns end at shared boundaries
export function alignedColumns(rows, most) {
  const ends = Array.from(rows[0].ends).filter((end) => !rows[0].own.has(end));
  const last = Math.max(...rows.map((row) => row.ends.at(-1) ?? 0));
  if (last > (ends.at(-1) ?? 0)) ends.push(last);
  const at = rows.map(() => 0);
  const columns = [];
  for (const end of ends) {
    if (columns.length && end > most) break;
    columns.push({
      end, parts: rows.map((row, number) => {
        const from = at[number];
        while (at[number] < row.ends.length && row.ends[at[number]] <= end) at[number] += 1;
        return [from, at[number]];
      }),
    });
  }
  return columns;
}

export class AlignedTokens {
  constructor() {
    this.most = SHOWN_BYTES;
    this.holder = element("div", { class: "wcl-aligned", role: "group", tabindex: "0", "aria-label": "Tokens and ids, aligned" });
    this.range = element("span", { class: "wcl-range" });
    this.more = element("button", { type: "button", hidden: true, onclick: () => { this.most += SHOWN_BYTES; this.draw(this.width); } }, `Show ${SHOWN_BYTES} bytes more`);
    this.node = element("div", { class: "wcl-aligned-part" }, this.holder, element("div", { class: "wcl-bar wcl-tools" }, this.range, this.more));
    this.stop = keepWidth(this.holder, (width) => this.draw(width));
  }

  // rows: [{name, data, own}], with `data` as readDrawing makes it and `own` a buffer of boundaries
  show(rows) {
    const [first] = rows;
    if (first?.data.text !== this.text) this.most = SHOWN_BYTES;
    this.text = first?.data.text;
    this.rows = rows.map(({ name, data, own }) => {
      const segmentation = tokenSegmentation(data);
      return { name, segmentation, ids: data.ids, ends: segmentation.ends, own: new Set(numbersOf(own, Uint32Array)) };
    });
    this.draw(this.width);
  }

  draw(width) {
    this.width = width;
    this.node.hidden = !this.rows?.length || !this.text;
    if (this.node.hidden || !width) return;
    const columns = alignedColumns(this.rows, this.most);
    const all = Math.max(...this.rows.map((row) => row.ends.at(-1) ?? 0));
    const shown = columns.at(-1)?.end ?? 0;
    this.more.hidden = shown >= all;
    this.range.textContent = shown >= all ? "" : `Showing the first ${count(shown)} of ${count(all)} bytes.`;
    this.holder.replaceChildren(...this.lines(columns, width).map((line) => this.table(line)));
  }

  // As many columns to a line as there is room for.
  lines(columns, width) {
    const room = width - Math.max(...this.rows.map(({ name }) => name.length)) * 8 - 30;
    return linesOf(columns, room, ({ parts }) => Math.max(...parts.map(([from, to], number) => this.widthOf(this.rows[number], from, to))) + 6);
  }

  widthOf({ segmentation, ids }, from, to) {
    let width = 0;
    for (let at = from; at < to; at++) {
      const id = segmentation.numbers[at] < 0 ? "" : String(ids[segmentation.numbers[at]]);
      const isText = segmentation.isWhole(at) && !segmentation.isMade(at);
      const letters = isText ? segmentation.text.slice(...segmentation.touched(at)).length : 2.6 * segmentation.tokenBytes(at).length;
      width += Math.max(letters * LETTER, id.length * DIGIT) + AROUND;
    }
    return width;
  }

  table(line) {
    return element("table", { class: "wcl-aligned-line" }, element("tbody", {}, ...this.rows.map((row, number) => element("tr", {},
      element("th", { scope: "row" }, row.name),
      ...line.map(({ parts }) => element("td", {}, element("span", { class: "wcl-aligned-cell" }, ...this.tokens(row, ...parts[number]))))))));
  }

  tokens({ segmentation, ids, own }, from, to) {
    return Array.from({ length: to - from }, (_, place) => {
      const at = from + place;
      const number = segmentation.numbers[at];
      const bytes = segmentation.tokenBytes(at);
      const isOwn = place > 0 && own.has(segmentation.ends[at - 1]);
      const id = number < 0 ? "no token" : String(ids[number]);
      return element("span", { class: `wcl-aligned-token ${number < 0 ? "wcl-gap" : `wcl-tint${number % 4}`} ${isOwn ? "wcl-own-cut" : ""}`, title: `${saidToken(bytes)}: ${number < 0 ? id : `id ${id}`}` },
        drawToken(element("span", { class: "wcl-mono" }), bytes), " ", element("small", {}, id), " ");
    });
  }

  destroy() {
    this.stop();
  }
}
