// The virtual list: of 200,000 rows only those near the screen exist. One tab stop; arrow keys move inside.

import { element, uniqueId } from "../../shared/dom.js";
import { drawToken, saidToken } from "../../shared/token_glyphs.js";

const SPARE = 12; // rows kept above and below the window
const TALLEST = 15e6; // pixels; browsers give up between 17 and 33 million

export const COLUMNS = [
  { name: "id", label: "Id", sort: "id" },
  { name: "token", label: "Token" },
  { name: "hex", label: "Bytes" },
  { name: "size", label: "Length", sort: "bytes" },
  { name: "script", label: "Script" },
  { name: "other", label: "" },
];

// act: select(id), sort(name)
export class TokenList {
  constructor(act) {
    this.act = act;
    this.id = uniqueId("rows");
    this.rows = new Map();
    this.active = 0;
    this.selected = null;
    this.heads = COLUMNS.map(({ name, label, sort }) => element("span", { role: "columnheader", class: `wcl-col-${name}` },
      sort ? element("button", { type: "button", class: "wcl-head", onclick: () => act.sort(sort) }, label) : label));
    this.head = element("div", { class: "wcl-row wcl-row-head", role: "row", "aria-rowindex": 1 }, ...this.heads);
    this.space = element("div", { class: "wcl-rows", role: "rowgroup" });
    this.grid = element("div", {
      class: "wcl-grid", role: "grid", tabindex: "0", "aria-label": "Tokens", "aria-describedby": `${this.id}-help`, onkeydown: (event) => this.press(event),
      onfocus: () => this.mark(), onblur: () => this.mark(), onscroll: () => this.later(), onclick: (event) => this.clicked(event.target),
    }, this.head, this.space);
    this.help = element("p", { class: "wcl-unseen", id: `${this.id}-help` },
      "Arrow keys, Page Up, Page Down, Home and End move from token to token, Enter shows the details of one.");
    this.empty = element("p", { class: "wcl-empty-list", hidden: true });
    this.node = element("div", { class: "wcl-list" }, this.grid, this.empty, this.help);
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.grid);
  }

  // others: Uint32Array by place, the other vocabulary's id plus one, or null. listing.find: finds the part of a token
  // that is underlined (see finderOf). If the listing is the same as before, the list does not scroll.
  show(vocabulary, listing, others, otherName) {
    const isSame = listing === this.listing;
    Object.assign(this, { vocabulary, listing, others });
    this.heads.at(-1).textContent = otherName ? `Id in ${otherName}` : "";
    this.grid.classList.toggle("wcl-is-compared", Boolean(others));
    this.grid.setAttribute("aria-rowcount", listing.length + 1);
    this.grid.setAttribute("aria-colcount", others ? COLUMNS.length : COLUMNS.length - 1);
    this.measure();
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    if (!isSame) {
      this.active = 0;
      this.grid.scrollTop = 0;
    }
    this.draw();
  }

  showSort(sort, descending) {
    COLUMNS.forEach((column, at) => {
      if (!column.sort) return;
      const isSorted = column.sort === sort;
      this.heads[at].setAttribute("aria-sort", isSorted ? (descending ? "descending" : "ascending") : "none");
      this.heads[at].firstElementChild.textContent = column.label + (isSorted ? (descending ? " ↓" : " ↑") : "");
    });
  }

  // The stylesheet says how tall a row is: taller on a phone and on a projector.
  measure() {
    this.tall = parseFloat(getComputedStyle(this.grid).getPropertyValue("--wcl-row")) || 34;
    this.height = Math.min((this.listing?.length ?? 0) * this.tall, TALLEST);
    this.space.style.height = `${this.height}px`;
  }

  resized() {
    const first = this.listing && this.tall ? this.top / this.tall : 0;
    const before = this.tall;
    this.measure();
    if (this.listing && before && before !== this.tall) {
      const [room, whole] = [this.height - this.window, this.listing.length * this.tall - this.window];
      this.grid.scrollTop = whole > 0 ? first * this.tall * (room / whole) : 0;
    }
    this.draw();
  }

  // Pixels in which rows are seen, below the head.
  get window() {
    return this.grid.clientHeight - this.head.offsetHeight;
  }

  // Which pixel of the whole list is at the top of the window.
  get top() {
    const room = this.height - this.window;
    const whole = this.listing.length * this.tall - this.window;
    return room > 0 ? this.grid.scrollTop * (whole / room) : 0;
  }

  later() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  draw() {
    if (!this.listing) return;
    const { top } = this;
    const shift = this.grid.scrollTop - top;
    const first = Math.max(Math.floor(top / this.tall) - SPARE, 0);
    const last = Math.min(Math.ceil((top + this.window) / this.tall) + SPARE, this.listing.length);
    for (const [row, node] of this.rows) {
      if (row >= first && row < last) continue;
      node.remove();
      this.rows.delete(row);
    }
    for (let row = first; row < last; row++) {
      const node = this.rows.get(row) ?? this.row(row);
      node.style.top = `${row * this.tall + shift}px`;
      node.style.order = row; // on paper, where they are in a column
      if (node.parentNode) continue;
      this.rows.set(row, node);
      this.space.append(node);
    }
    this.mark();
  }

  row(row) {
    const { vocabulary } = this;
    const place = this.listing.place(row);
    const bytes = vocabulary.bytes(place);
    const cell = (name, ...content) => element("span", { role: "gridcell", class: `wcl-col-${name}` }, ...content);
    const token = cell("token");
    drawToken(token, bytes, this.listing.find);
    token.classList.add("wcl-token", "wcl-mono");
    if (vocabulary.isSpecial(place)) token.classList.add("wcl-is-special");
    const isNever = vocabulary.isNever(place);
    if (isNever) token.append(" ", element("small", { class: "wcl-never", title: "in the vocabulary, but no text is encoded to it" }, "never given"));
    const id = vocabulary.ids[place];
    const length = `${bytes.length} B`;
    const other = this.others ? this.otherText(place, id) : null;
    return element("div", {
      class: "wcl-row", role: "row", id: `${this.id}-${row}`, "aria-rowindex": row + 2, "aria-selected": "false", "data-row": row,
      "aria-label": `id ${id}, ${saidToken(bytes)}, ${bytes.length} bytes, ${vocabulary.script(place)}${isNever ? ", given by no text" : ""}${other ? `, ${other}` : ""}`,
    }, cell("id", String(id)), token, cell("hex", vocabulary.hex(place)), cell("size", length), cell("script", vocabulary.script(place)),
    other === null ? null : cell("other", other));
  }

  otherText(place, id) {
    if (this.vocabulary.isSpecial(place)) return "special";
    const other = this.others[place];
    return other === 0 ? "–" : other - 1 === id ? "same" : String(other - 1);
  }

  mark() {
    const isFocused = this.grid === document.activeElement;
    for (const [row, node] of this.rows) {
      const isSelected = this.vocabulary.ids[this.listing.place(row)] === this.selected;
      node.setAttribute("aria-selected", String(isSelected));
      node.classList.toggle("wcl-is-active", isFocused && row === this.active);
    }
    if (this.rows.has(this.active)) this.grid.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    else this.grid.removeAttribute("aria-activedescendant");
  }

  select(id) {
    this.selected = id;
    if (this.listing) this.mark();
  }

  clicked(target) {
    const node = target.closest("[data-row]");
    if (!node) return;
    this.active = Number(node.dataset.row);
    this.choose();
  }

  choose() {
    if (this.active < this.listing.length) this.act.select(this.vocabulary.ids[this.listing.place(this.active)]);
  }

  moveTo(row) {
    this.active = Math.max(0, Math.min(row, this.listing.length - 1));
    const room = Math.max(this.height - this.window, 1);
    const whole = Math.max(this.listing.length * this.tall - this.window, 1);
    const [from, to] = [this.active * this.tall, (this.active + 1) * this.tall - this.window];
    const { top } = this;
    if (from < top) this.grid.scrollTop = from * (room / whole);
    else if (to > top) this.grid.scrollTop = to * (room / whole);
    this.draw();
  }

  press(event) {
    if (!this.listing?.length || event.target !== this.grid || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(Math.floor(this.window / this.tall) - 1, 1);
    const moves = {
      ArrowDown: this.active + 1, ArrowUp: this.active - 1, PageDown: this.active + page, PageUp: this.active - page, Home: 0, End: this.listing.length - 1,
    };
    if (event.key in moves) this.moveTo(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.choose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Shown instead of rows if there are none.
  explain(text) {
    this.empty.hidden = !text;
    this.empty.textContent = text ?? "";
  }

  destroy() {
    this.observer.disconnect();
  }
}
