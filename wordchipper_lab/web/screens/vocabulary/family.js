// The tokens that differ from one only by a space before it or by capitals, ids beside each other, and why they are
// different tokens.

import { element } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";
import { drawToken, saidToken } from "../../shared/token_glyphs.js";
import { isolated } from "../../shared/token_label.js";
import { encode } from "../../shared/utf8.js";

function quoted(text) {
  return `“${isolated(visibleText(text))}”`;
}

export class FamilyView {
  // onOpen(id): another member was chosen
  constructor(onOpen) {
    this.onOpen = onOpen;
    this.title = element("h3");
    this.holder = element("div", { class: "wcl-scroll", tabindex: "0", role: "group", "aria-label": "Tokens that differ by a space or by capitals" });
    this.why = element("p", { class: "wcl-why" });
    this.branch = element("p", { class: "wcl-why-branch wcl-mono" });
    this.node = element("section", { class: "wcl-family", "aria-label": "The same text with and without a space", hidden: true }, this.title, this.holder, this.why, this.branch);
  }

  // details: a DetailsRecord, or null
  show(details) {
    const members = details?.family ?? [];
    this.node.hidden = !members.length;
    if (!members.length) return;
    const other = details.text.startsWith(" ") ? details.text.slice(1) : ` ${details.text}`;
    const isToken = members.some(({ text, token }) => text === other && token !== null);
    this.title.textContent = isToken ? `Why ${quoted(details.text)} and ${quoted(other)} are two tokens` : `${quoted(details.text)} with and without a space`;
    const forms = [...new Set(members.map(({ form }) => form))];
    const prefixes = [...new Set(members.map(({ prefix }) => prefix))];
    const held = this.holder.contains(document.activeElement);
    this.holder.replaceChildren(element("table", { class: "wcl-table wcl-family-table" },
      element("tbody", {}, ...prefixes.map((prefix) => element("tr", {}, element("th", { scope: "row" }, prefix),
        ...forms.map((form) => this.cell(members.find((each) => each.prefix === prefix && each.form === form), details.id)))))));
    if (held) this.holder.querySelector("[aria-current]")?.focus();
    this.why.textContent = details.why.replaceAll(/“([^”]*)”/g, (_, text) => quoted(text));
    this.branch.textContent = details.why_branch ? `branch ${visibleText(details.why_branch).replace("·", " ")}` : "";
  }

  cell({ text, token, ids }, chosen) {
    const bytes = encode(text);
    const face = () => drawToken(element("span", { class: "wcl-token wcl-mono" }), bytes);
    if (token === null) {
      return element("td", { class: "wcl-family-none" }, face(), element("small", {}, ` not a token: ${ids.join(" + ")}`));
    }
    return element("td", {}, element("button", {
      type: "button", class: "wcl-token-chip", "aria-current": token === chosen ? "true" : null, "aria-label": `${saidToken(bytes)} ${token}`, onclick: () => this.onOpen(token),
    }, face(), " ", element("small", {}, String(token))));
  }
}
