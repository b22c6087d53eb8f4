// Everything about one token. What the browser knows is shown immediately; merges and relatives come from the
// kernel.

import { count, element, plural } from "../../shared/dom.js";
import { codePointName } from "../../shared/glyphs.js";
import { FamilyView } from "./family.js";
import { MergeTreeView } from "../../shared/merge_tree.js";
import { MOST_STEPPED, pageAddress } from "../../shared/page_link.js";
import { saidToken, tokenNode } from "../../shared/token_glyphs.js";

// A row of tokens to choose from: one tab stop, arrow keys inside.
export class TokenChips {
  constructor(label, onOpen) {
    this.onOpen = onOpen;
    this.node = element("div", { class: "wcl-token-chips", role: "group", "aria-label": label, onkeydown: (event) => this.press(event) });
  }

  show(vocabulary, ids) {
    this.chips = ids.map((id, at) => {
      const place = vocabulary.placeOf(id);
      const bytes = place === null ? new Uint8Array(0) : vocabulary.bytes(place);
      return element("button", {
        type: "button", class: "wcl-token-chip", tabindex: at ? "-1" : "0", "aria-label": `${saidToken(bytes)} ${id}`, onclick: () => this.onOpen(id),
      }, tokenNode(bytes), " ", element("small", {}, String(id)));
    });
    this.node.replaceChildren(...this.chips);
  }

  press(event) {
    const at = this.chips.indexOf(event.target.closest("button"));
    const moves = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: this.chips.length - 1 };
    if (at < 0 || !(event.key in moves)) return;
    const next = this.chips[Math.max(0, Math.min(moves[event.key], this.chips.length - 1))];
    for (const chip of this.chips) chip.tabIndex = chip === next ? 0 : -1;
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

function codePointsOf(text) {
  const characters = Array.from(text);
  return characters.slice(0, 16).map(codePointName).join(" ") + (characters.length > 16 ? " …" : "");
}

// act: open(id), listContaining(bytes), variants(word), back(), announce(text)
export class DetailsPanel {
  // model: the name of the vocabulary; null if other pages do not know it: then there is no link to the merge stepper
  model = null;

  constructor(act) {
    this.act = act;
    this.title = element("h2", { tabindex: "-1" }, "Token");
    this.back = element("button", { type: "button", class: "wcl-small", hidden: true, onclick: act.back }, "← Back");
    this.variants = element("button", { type: "button", class: "wcl-small", hidden: true, onclick: () => act.variants(this.word) }, "All its variants");
    this.face = element("p", { class: "wcl-face" });
    this.facts = element("dl", {});
    this.tree = new MergeTreeView(act.open);
    this.family = new FamilyView(act.open);
    this.step = element("a", { class: "wcl-page-link", target: "_blank", rel: "noopener", hidden: true }, "Step through its merges");
    this.more = element("div", { class: "wcl-relatives" });
    this.hint = element("p", { class: "wcl-hint" });
    this.node = element("section", { class: "wcl-inspector wcl-token-details", "aria-label": "Token details" },
      this.card = element("div", { class: "wcl-token-card" },
        element("header", {}, element("div", { class: "wcl-token-name" }, this.title, this.face), element("span", { class: "wcl-controls" }, this.back)),
        this.tree.node, this.family.node),
      element("div", { class: "wcl-token-rest wcl-controls" }, element("div", {}, this.variants), this.facts, element("p", {}, this.step), this.more), this.hint);
  }

  // details: from the kernel, or null if there are none yet for this token
  show(vocabulary, id, details, other, canGoBack, canAsk) {
    const isHeld = this.node.contains(document.activeElement);
    this.draw(vocabulary, id, details, other, canGoBack, canAsk);
    // If the focused relative or tree node is gone, the title gets the focus.
    if (isHeld && (!this.node.contains(document.activeElement) || document.activeElement.hidden)) this.title.focus();
  }

  draw(vocabulary, id, details, other, canGoBack, canAsk) {
    this.back.hidden = !canGoBack;
    const place = id < 0 ? null : vocabulary.placeOf(id);
    if (place === null) return this.clear(id < 0 ? "Choose a token in the list with a click or Enter." : `${vocabulary.name} has no token ${id}.`);
    const bytes = vocabulary.bytes(place);
    this.act.announce(`Token ${id}: ${saidToken(bytes)}, ${plural(bytes.length, "byte")}`);
    this.offerSteps(vocabulary, place);
    this.title.textContent = `Token ${id}`;
    this.word = vocabulary.kind(place).startsWith("word") ? vocabulary.text(place).trim() : "";
    this.variants.hidden = !this.word;
    this.face.replaceChildren(tokenNode(bytes));
    const rows = this.rows(vocabulary, place, id, details, other).map(([name, value, style]) =>
      element("div", {}, element("dt", {}, name), element("dd", { class: style }, value)));
    this.facts.replaceChildren(...rows);
    this.showMerges(details, bytes);
    this.family.show(details);
    this.showRelatives(vocabulary, details, bytes);
    this.hint.textContent = details || canAsk ? "" : "Its merges were not loaded when this page was saved.";
    return undefined;
  }

  clear(hint) {
    this.act.announce("");
    this.offerSteps(null, null);
    this.title.textContent = "Token";
    this.variants.hidden = true;
    for (const part of [this.face, this.facts, this.more]) part.replaceChildren();
    this.tree.show(null);
    this.family.show(null);
    this.hint.textContent = hint;
  }

  // Offer a link to the merge stepper, for a token that merges may make.
  async offerSteps(vocabulary, place) {
    const isMerged = place !== null && !vocabulary.isSpecial(place) && vocabulary.size(place) <= MOST_STEPPED;
    const text = isMerged ? vocabulary.text(place) : null;
    const key = text === null || !this.model ? null : `${this.model} ${text}`;
    if (key === this.stepped) return;
    this.stepped = key;
    this.step.hidden = true;
    const address = key === null ? null : await pageAddress("stepper", { text, model: this.model, whole: true });
    if (key !== this.stepped || !address) return;
    this.step.href = address;
    this.step.hidden = false;
  }

  rows(vocabulary, place, id, details, other) {
    const bytes = vocabulary.bytes(place);
    const text = vocabulary.text(place);
    const rows = [["Id", String(id), "wcl-id"], ["Rank", vocabulary.rankText(place)]];
    if (vocabulary.isNever(place)) rows.push(["Given by", "no text: it is in the vocabulary, but encoding never gives it"]);
    if (other) rows.push([`In ${other.name}`, other.text]);
    rows.push([`Bytes (${bytes.length})`, bytes.length > 96 ? `${vocabulary.hex(place).slice(0, 287)} …` : vocabulary.hex(place), "wcl-mono"]);
    if (text === null) rows.push(["Not valid UTF-8", details?.problem ?? ""]);
    else rows.push([`Characters (${Array.from(text).length})`, codePointsOf(text), "wcl-mono"]);
    rows.push(["Script, kind", [vocabulary.script(place), vocabulary.kind(place)].filter((name, at, all) => all.indexOf(name) === at).join(", ")]);
    return rows;
  }

  showMerges(details, bytes) {
    const nodes = details?.tree?.nodes.token.length ?? 0;
    this.tree.show(nodes > 1 ? details.tree : null);
    if (!details) return;
    if (nodes > 1) {
      this.tree.node.prepend(element("h3", {}, `Merge tree: ${plural((nodes - 1) / 2, "merge")}`));
      return;
    }
    const why = details.is_special ? "A special token: no merge makes it." : bytes.length === 1 ? "A single byte: every merge begins with these."
      : details.is_never ? "No merge makes this entry, and no text is encoded to it: its id can be decoded, but never comes out."
      : !details.is_reachable ? "No merge makes this token: it is found only if a whole span is exactly this text."
        : "Its merge tree has too many nodes to be drawn: print(describe_token(tok, id).tree) in Python.";
    this.tree.node.replaceChildren(element("p", { class: "wcl-hint" }, why));
  }

  showRelatives(vocabulary, details, bytes) {
    if (!details) {
      this.more.replaceChildren();
      return;
    }
    const groups = [
      ["Longest token it begins with", details.longest_prefix === null ? [] : [details.longest_prefix], 1],
      ["Merged from it, as the left part", details.as_left.ids.slice(0, 24), details.as_left.count],
      ["Merged from it, as the right part", details.as_right.ids.slice(0, 24), details.as_right.count],
      ["Tokens that contain it", details.containing.ids.slice(0, 24), details.containing.count],
      ["Neighbours by id", [...details.before, ...details.after], 0],
    ];
    this.more.replaceChildren(...groups.filter(([, ids]) => ids.length).map(([label, ids, total]) => {
      const chips = new TokenChips(label, this.act.open);
      chips.show(vocabulary, ids);
      const isContaining = label.startsWith("Tokens that contain");
      const head = element("header", {}, element("h3", {}, total > 1 || isContaining ? `${label}: ${count(total)}` : label), isContaining
        ? element("button", { type: "button", class: "wcl-small", onclick: () => this.act.listContaining(bytes) }, "List them all")
        : total > ids.length ? element("span", { class: "wcl-range" }, `the first ${ids.length}`) : null);
      return element("div", {}, head, chips.node);
    }));
  }
}
