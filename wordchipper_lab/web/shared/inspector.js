// Everything about the token under the pointer, or the pinned one.

import { count, element } from "./dom.js";
import { glyphOf } from "./glyphs.js";
import { MergeTreeView } from "./merge_tree.js";
import { MOST_STEPPED, pageAddress } from "./page_link.js";
import { KINDS, SPECIAL, WORD } from "./segmentation.js";
import { piecesOf } from "./token_pieces.js";
import { hexOf } from "./utf8.js";

const MOST_COMPARED = 2000; // UTF-16 units of a text in a link to the Divergence screen

function codePoints(text) {
  let total = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) total += 1;
  return total;
}

function visible(text) {
  return Array.from(text, (character) => {
    const glyph = glyphOf(character);
    return glyph ? glyph.overlay ?? `⟨${glyph.label}⟩` : character;
  }).join("");
}

function excerpt(text, start, end) {
  const characters = Array.from(text.slice(start, Math.min(end, start + 322))); // enough for 161 code points
  const shown = visible(characters.slice(0, 160).join(""));
  return characters.length > 160 ? `${shown}…` : shown;
}

// A rank of 0 stands for none; without ranks, ids are ranks.
function rankText({ ids, ranks }, number, kind, size) {
  if (kind === SPECIAL) return "none: a special token";
  if (!ranks) return `${ids[number]} (equal to the id)`;
  if (ranks[number]) return `${ranks[number] - 1} (place in the list of merges)`;
  return size === 1 ? "none: a single byte" : "none: no merge makes it";
}

function drawnText(bytes) {
  return piecesOf(bytes.subarray(0, 160)).map(([text, torn]) => (torn ? hexOf(torn) : visible(text))).join(" ");
}

function range(start, end) {
  return end - start === 1 ? count(start) : `${count(start)} – ${count(end)}`;
}

// [name, value, class] rows for one segment of a token segmentation.
export function describeToken(segmentation, segment) {
  const { text, data } = segmentation;
  const number = segmentation.numbers[segment];
  const [start, end] = segmentation.touched(segment);
  const from = segmentation.byteStart(segment);
  const to = segmentation.ends[segment];
  const span = segmentation.spans[segment];
  const spanFrom = span ? data.spanEnds[span - 1] : 0;
  const firstSegment = segmentation.firstOfSpan(span);
  const lastSegment = segmentation.lastOfSpan(span);
  const whole = segmentation.isWhole(segment);
  const bytes = segmentation.tokenBytes(segment);
  const isMade = segmentation.isMade(segment);
  const kind = segmentation.kind(segment);
  const before = codePoints(text.slice(0, start));
  const spanTokens = number < 0 ? 0 : lastSegment - firstSegment + 1;
  const rows = [];
  if (number >= 0) {
    rows.push(["Token", `${count(number + 1)} of ${count(segmentation.count)}`]);
    rows.push(["Id", String(data.ids[number]), "wcl-id"]);
    rows.push(["Rank", rankText(data, number, kind, bytes.length)]);
  }
  if (isMade) rows.push(["Its text", drawnText(bytes), "wcl-mono"]);
  const given = whole ? excerpt(text, start, end) : `part of ${excerpt(text, start, end)}`;
  rows.push([isMade ? "Made of" : "Text", segmentation.isEmpty(segment) ? "nothing: it was put in before merging" : given, "wcl-mono"]);
  rows.push([`Bytes (${bytes.length})`, bytes.length > 96 ? `${hexOf(bytes.slice(0, 96))} …` : hexOf(bytes), "wcl-mono"]);
  rows.push([isMade ? "Byte offset in the text" : "Byte offset", range(from, to)]);
  rows.push(["Character offset", range(before, before + codePoints(text.slice(start, end)))]);
  rows.push(["UTF-16 offset", range(start, end)]);
  const place = number < 0 ? "" : spanTokens === 1 ? ", one token" : `, token ${segment - firstSegment + 1} of ${spanTokens}`;
  rows.push(["Span", `${count(span + 1)} of ${count(data.spanEnds.length)}, ${KINDS[kind]}${place}`]);
  rows.push(["Span text", excerpt(text, segmentation.indexStart(firstSegment), segmentation.touched(lastSegment)[1]), "wcl-mono"]);
  rows.push(["Span bytes", range(spanFrom, data.spanEnds[span])]);
  return rows;
}

// [words, screen, its state] for each screen that shows more of a token.
function linkedStates(segmentation, segment, model, word) {
  const [first, last] = [segmentation.firstOfSpan(segmentation.spans[segment]), segmentation.lastOfSpan(segmentation.spans[segment])];
  const text = segmentation.text.slice(segmentation.indexStart(first), segmentation.touched(last)[1]);
  const isWord = segmentation.kind(segment) === WORD;
  const canStep = isWord && segmentation.ends[last] - segmentation.byteStart(first) <= MOST_STEPPED;
  const isShort = segmentation.text.length <= MOST_COMPARED;
  const whole = isShort ? segmentation.text : text;
  const another = model === "cl100k_base" ? "o200k_base" : "cl100k_base";
  const merged = segmentation.data.mergedSpans;
  // What is merged is not this text where stages before merging changed it.
  const stepped = merged ? isShort && { text: segmentation.text, model, span: merged[segmentation.spans[segment]] } : { text, model, whole: true };
  return [
    canStep && stepped && ["Step through the merges of this span", "stepper", stepped],
    ["Find this token in the vocabulary", "vocabulary", { model, selected: segmentation.data.ids[segmentation.numbers[segment]] }],
    isWord && word && [`See where the lexer of ${another} cuts this text`, "divergence", { text: whole, a: word, b: `automaton:${another}` }],
  ].filter(Boolean);
}

export class Inspector {
  // model: the name of the vocabulary; null if other pages do not know it: then there is no link to the merge stepper
  model = null;
  // the word of its lexer on the Divergence screen, null if it has none; undefined if its name says it
  word = undefined;

  constructor() {
    this.title = element("h2", {}, "Inspector");
    this.list = element("dl", {});
    this.tree = new MergeTreeView();
    this.hint = element("p", { class: "wcl-hint" });
    this.links = element("p", { class: "wcl-page-links", hidden: true });
    this.node = element("section", { class: "wcl-inspector", "aria-label": "Token inspector" }, this.title, this.list, this.tree.node, this.links, this.hint);
    this.show(null, null, false);
  }

  show(segmentation, segment, pinned) {
    this.node.classList.toggle("wcl-is-pinned", pinned);
    this.offerLinks(pinned ? segmentation : null, segment);
    if (segment === null || !segmentation?.length) {
      this.title.textContent = "Inspector";
      this.list.replaceChildren();
      this.pinned = null;
      this.drawTree(null);
      this.hint.textContent = "Point at a token to look at it. Click it, or press Enter on it, to pin it here.";
      return;
    }
    this.title.textContent = pinned ? "Inspector: pinned" : "Inspector";
    const rows = describeToken(segmentation, segment).map(([name, value, style]) =>
      element("div", {}, element("dt", {}, name), element("dd", { class: style }, value)));
    this.list.replaceChildren(...rows);
    this.hint.textContent = pinned ? "Click the token again, or press Escape, to unpin it." : "";
    this.pinned = pinned ? segmentation.numbers[segment] : null;
    this.pinnedId = pinned ? segmentation.data.ids[segmentation.numbers[segment]] : null;
    this.drawTree(this.loaded);
  }

  // Links to what other screens show of the pinned token and its span.
  async offerLinks(segmentation, segment) {
    this.links.hidden = true;
    const asked = (this.asked = {});
    if (!segmentation || !this.model || segmentation.numbers[segment] < 0) return;
    const found = await Promise.all(linkedStates(segmentation, segment, this.model, this.word === undefined ? `automaton:${this.model}` : this.word).map(async ([words, page, state]) => [words, await pageAddress(page, state)]));
    if (asked !== this.asked || !found.some(([, address]) => address)) return;
    this.links.replaceChildren(...found.map(([words, href]) => element("a", { class: "wcl-page-link", href }, words)));
    this.links.hidden = false;
  }

  // The merges of the pinned token, from the kernel (without a kernel: of the last pinned token).
  showTree(tree) {
    this.loaded = tree;
    this.drawTree(tree);
  }

  // Which alternative of the split pattern made the pinned token's span.
  showBranch(branch) {
    this.branch?.remove();
    this.branch = branch ? element("div", {}, element("dt", {}, "Pattern branch"), element("dd", { class: "wcl-mono" }, branch)) : null;
    if (this.branch) this.list.append(this.branch);
  }

  drawTree(tree) {
    const shown = tree?.nodes?.token.length > 1 && tree.token === this.pinnedId ? tree : null;
    this.showBranch(tree?.place === this.pinned ? tree?.branch : null);
    if (shown === this.drawn) return;
    this.drawn = shown;
    this.tree.show(shown);
    if (shown) this.tree.node.prepend(element("h3", {}, "Merge tree"));
  }
}
