// Two tokenizers on one text: their tokens one below the other, in columns that no token of either crosses. Columns with
// different ids are marked.

import { count, element } from "../../shared/dom.js";
import { spoken, visibleText } from "../../shared/glyphs.js";
import { linesOf } from "../../shared/lines.js";
import { keepWidth } from "../../shared/svg_chart.js";
import { drawToken, saidToken } from "../../shared/token_glyphs.js";
import { bytesOfHex } from "../../shared/utf8.js";

const LETTER = 9.7; // pixels, rounded up, as are the others
const DIGIT = 7.2;
const AROUND = 14; // of a token
const MARGIN = 8; // of a column
const KINDS = { "special token": "a special token", "post-processor": "put around the text" };

function widthOf(tokens) {
  return tokens.reduce((sum, { id, bytes }) => sum + Math.max((bytes.length / 2) * LETTER, String(id).length * DIGIT) + AROUND, 0);
}

export class PairRows {
  constructor() {
    this.holder = element("div", { class: "wcl-aligned wld-pair-lines", role: "group", tabindex: "0", "aria-label": "Tokens of both, aligned" });
    this.rest = element("p", { class: "wcl-hint", hidden: true });
    this.node = element("div", { class: "wld-pair-rows" }, this.holder, this.rest);
    this.stop = keepWidth(this.holder, (width) => this.draw(width));
  }

  // told: a PairToldRecord, with columns
  show(told) {
    this.told = told;
    const left = told.n_columns - told.columns.length;
    this.rest.hidden = !told.is_cut && !left;
    this.rest.textContent = told.is_cut ? `The first ${count(told.text.length)} characters are shown.` : `… and ${count(left)} more columns.`;
    this.draw(this.width);
  }

  draw(width) {
    this.width = width;
    if (!this.told || !width) return;
    this.holder.replaceChildren(...this.lines(width).map((line) => this.table(line)));
  }

  lines(width) {
    return linesOf(this.told.columns, width - 44, ({ a, b }) => Math.max(widthOf(a), widthOf(b), 30) + MARGIN);
  }

  table(line) {
    const row = (name) => element("tr", {}, element("th", { scope: "row", title: this.told[name] }, name.toUpperCase()), ...line.map((column) => this.cell(column, name)));
    return element("table", { class: "wcl-aligned-line wld-pair-line" },
      element("thead", {}, element("tr", {}, element("td"), ...line.map((column) => this.head(column)))), element("tbody", {}, row("a"), row("b")));
  }

  head({ text, place, same }) {
    const sign = same ? null : element("span", { class: "wld-differs", title: "different ids" }, "≠");
    const shown = place || visibleText(text.length > 40 ? `${text.slice(0, 40)}…` : text);
    return element("th", { scope: "col", class: same ? "" : "wld-unequal", "aria-label": `${place || spoken(text)}${same ? "" : ", different ids"}` },
      sign, " ", element("span", { class: place ? "" : "wcl-mono" }, shown));
  }

  cell({ same, a, b }, name) {
    const tokens = { a, b }[name];
    return element("td", { class: same ? "" : "wld-unequal" }, element("span", { class: "wcl-aligned-cell" }, ...tokens.map(({ id, bytes, kind }, at) => {
      const data = bytesOfHex(bytes);
      const how = KINDS[kind] ? `, ${KINDS[kind]}` : "";
      return element("span", { class: `wcl-aligned-token wcl-tint${at % 4} ${kind === "token" ? "" : "wcl-special"}`, title: `${saidToken(data)}: id ${id}${how}` },
        drawToken(element("span", { class: "wcl-mono" }), data), " ", element("small", {}, String(id)), " ");
    }), tokens.length ? null : element("small", { class: "wcl-hint" }, "no token")));
  }

  destroy() {
    this.stop();
  }
}
