// The results: kinds of divergences (signatures) with their counts, and the divergences of the selected kind.

import { count, element, plural, uniqueId } from "../../shared/dom.js";
import { spoken, visibleText } from "../../shared/glyphs.js";

const LONGEST = 36; // most characters of a text in a list
const MOST_ROWS = 200;

export function shortened(text, most = LONGEST) {
  const characters = Array.from(text);
  return visibleText(characters.slice(0, most).join("")) + (characters.length > most ? "…" : "");
}

// What is seen of a row; read is its label.
function unread(node) {
  node.setAttribute("aria-hidden", "true");
  return node;
}

// One tab stop; arrow keys, Home and End select.
export class ChoiceList {
  constructor(label, onChoose) {
    this.id = uniqueId("list");
    this.onChoose = onChoose;
    this.keys = [];
    this.node = element("div", {
      class: "wld-list", role: "listbox", tabindex: "0", "aria-label": label,
      onkeydown: (event) => this.press(event),
      onclick: (event) => {
        const row = event.target.closest("[data-row]");
        if (row) this.onChoose(this.keys[Number(row.dataset.row)]);
      },
    });
  }

  // rows: [{key, label, cells: [node]}]
  show(rows) {
    this.keys = rows.map((row) => row.key);
    this.node.replaceChildren(...rows.map(({ label, cells }, at) => element("div", { class: "wld-item", role: "option", id: `${this.id}-${at}`, "data-row": at, "aria-selected": "false" }, element("span", { class: "wcl-unseen" }, label), ...cells.map(unread))));
    this.chosen = -1;
  }

  choose(key) {
    const at = this.keys.indexOf(key);
    if (at === this.chosen) return;
    this.chosen = at;
    for (const row of this.node.children) row.setAttribute("aria-selected", String(Number(row.dataset.row) === at));
    const row = this.node.children[at];
    if (!row) {
      this.node.removeAttribute("aria-activedescendant");
      return;
    }
    this.node.setAttribute("aria-activedescendant", row.id);
    const { offsetTop: top, offsetHeight: height } = row;
    if (top < this.node.scrollTop) this.node.scrollTop = top;
    else if (top + height > this.node.scrollTop + this.node.clientHeight) this.node.scrollTop = top + height - this.node.clientHeight;
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.keys.length) return;
    const last = this.keys.length - 1;
    const to = { ArrowDown: Math.min(this.chosen + 1, last), ArrowUp: Math.max(this.chosen - 1, 0), Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.onChoose(this.keys[to]);
  }
}

export class FoundList {
  constructor(onSelect) {
    this.kinds = new ChoiceList("Kinds of divergences", (at) => onSelect(this.found.groups[at].example));
    this.members = new ChoiceList("Divergences of this kind", onSelect);
    this.kindsTitle = element("h2", {}, "Kinds");
    this.membersTitle = element("h2", {}, "Of this kind");
    this.node = element("div", { class: "wld-found" }, this.kindsTitle, this.kinds.node, this.membersTitle, this.members.node);
  }

  show(found) {
    this.found = found;
    this.kind = -1;
    const groups = found.groups ?? [];
    this.node.hidden = !groups.length;
    this.kindOf = new Map(groups.flatMap(({ members }, at) => members.map((member) => [member, at])));
    const kinds = found.n_kinds ?? groups.length;
    this.kindsTitle.textContent = kinds > groups.length ? `The ${count(groups.length)} most frequent of ${plural(kinds, "kind")}` : plural(kinds, "kind");
    this.kinds.show(groups.map(({ signature, count: times, example }, at) => {
      const { text } = found.divergences[example];
      return {
        key: at, label: `${signature}, ${plural(times, "time")}, shortest: ${spoken(text)}`,
        cells: [element("b", { class: "wld-times" }, `${count(times)}×`), element("code", { class: "wld-example wcl-mono" }, shortened(text, 18)), element("span", { class: "wld-signature" }, signature)],
      };
    }));
  }

  select(number) {
    const kind = this.kindOf.get(number) ?? -1;
    if (kind !== this.kind) {
      this.kind = kind;
      const members = this.found.groups?.[kind]?.members ?? [];
      const times = this.found.groups?.[kind]?.count ?? 0;
      const more = times > Math.min(members.length, MOST_ROWS) ? `, the first ${count(Math.min(members.length, MOST_ROWS))} listed` : "";
      this.membersTitle.textContent = `${count(times)} of this kind${more}`;
      this.members.show(members.slice(0, MOST_ROWS).map((member) => this.memberRow(member)));
      const isOne = members.length < 2;
      this.members.node.hidden = this.membersTitle.hidden = isOne;
    }
    this.kinds.choose(kind);
    this.members.choose(number);
  }

  memberRow(number) {
    const { text, before, after, start, source } = this.found.divergences[number];
    const where = source ? `${source}: ${count(start)}` : count(start);
    const context = (part) => element("span", { class: "wld-context" }, part);
    const isWhole = !source && !before && !after && !start; // a string of a sweep has no position
    return {
      key: number, label: isWhole ? spoken(text) : `byte ${where}, ${spoken(text)}`,
      cells: [element("small", {}, isWhole ? "" : where), element("code", { class: "wcl-mono" }, context(visibleText(before.slice(-8))), shortened(text), context(visibleText(after.slice(0, 8))))],
    };
  }
}
