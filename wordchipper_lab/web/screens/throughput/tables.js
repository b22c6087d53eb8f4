// Tables of a report, as HTML; their Markdown and CSV come with them.

import { element } from "../../shared/dom.js";
import { fillSelector, selector } from "../../shared/controls.js";
import { figure } from "../../shared/numbers.js";

function cellText(value, isWhole) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return isWhole ? value.toLocaleString("en-US") : figure(value);
  return String(value);
}

export function drawTable({ title, columns, note }) {
  if (!columns[0]?.values.length) return element("p", { class: "wcl-hint" }, `${title}. ${note}`);
  const classes = columns.map(({ values }) => (values.some((value) => typeof value === "number") ? "wcl-number" : null));
  const isWhole = columns.map(({ values }) => values.every((value) => typeof value !== "number" || Number.isInteger(value)));
  const head = columns.map(({ name }, at) => element("th", { scope: "col", class: classes[at] }, name));
  const body = columns[0].values.map((_, row) => element("tr", {}, ...columns.map(({ values }, at) => {
    const shown = cellText(values[row], isWhole[at]);
    return at === 0 ? element("th", { scope: "row" }, shown) : element("td", { class: classes[at] }, shown);
  })));
  const table = element("table", { class: "wcl-table" }, element("caption", {}, title),
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
  return element("div", { class: "wcl-table-holder" },
    element("div", { class: "wcl-scroll", tabindex: "0", role: "group", "aria-label": `Table: ${title}` }, table),
    note ? element("p", { class: "wcl-hint" }, note) : null);
}

export class TablePanel {
  // act: copyMarkdown(table), saveCsv(table)
  constructor(act) {
    this.choice = selector("Table", () => this.draw());
    this.holder = element("div");
    const button = (label, use) => element("button", { type: "button", onclick: () => this.table() && use(this.table()) }, label);
    this.node = element("div", { class: "wcl-panel-body" },
      element("div", { class: "wcl-bar" }, this.choice.field, button("Copy Markdown", act.copyMarkdown), button("Save CSV", act.saveCsv)),
      this.holder);
  }

  show(tables) {
    const before = this.table()?.title;
    this.tables = tables;
    const titles = tables.map((table) => table.title);
    if (titles.length) fillSelector(this.choice.node, titles, titles.includes(before) ? before : titles[0]);
    else this.choice.node.replaceChildren();
    this.draw();
  }

  table() {
    return this.tables?.find((table) => table.title === this.choice.node.value);
  }

  draw() {
    this.holder.replaceChildren(...(this.table() ? [drawTable(this.table())] : []));
  }
}
