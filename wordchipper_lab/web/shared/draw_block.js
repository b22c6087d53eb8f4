// Draws one block of a segmentation: every character once, with marks at the segment boundaries.
//
// Where a boundary falls inside what a reader sees as one character, the character is drawn whole, followed by a chip
// for each segment's part of it: bytes if a code point is torn (f0 9f | 91 8d), otherwise code points.

import { element } from "./dom.js";
import { piecesOf } from "./token_pieces.js";
import { codePointName, glyphOf, spoken } from "./glyphs.js";
import { GAP, KINDS, SPECIAL } from "./segmentation.js";
import { encode, hexOf, upperBound } from "./utf8.js";

const TINTS = 4;
const graphemes = typeof Intl !== "undefined" && Intl.Segmenter ? new Intl.Segmenter(undefined, { granularity: "grapheme" }) : null;

// Starts (UTF-16) of visible characters, or of code points if there is no Intl.Segmenter.
function clusterStarts(text) {
  const starts = [];
  if (graphemes) {
    for (const { index, segment } of graphemes.segment(text)) {
      starts.push(index);
      if (segment === "\r\n") starts.push(index + 1);
    }
  } else {
    for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) starts.push(at);
  }
  return starts;
}

// Returns a function from a position in [from, to) to the [start, end) of the visible character there.
function clusterFinder(text, from, to) {
  const content = text.slice(from, to);
  if (/^[\x00-\x7f]*$/.test(content)) return (position) => [position, position + 1];
  const starts = clusterStarts(content);
  return (position) => {
    const next = upperBound(starts, position - from);
    return [from + starts[next - 1], next < starts.length ? from + starts[next] : to];
  };
}

// The nodes of a block. nexts: the segment that begins before the first node, then after each node; -1 where drawing
// cannot resume, such as inside a visible character. resume: one of those segments, to draw only from there on. goesOn:
// a map; drawing stops at the first segment in `nexts` that is a key of it, and returns that segment as `stopped`.
export function drawBlock(segmentation, block, resume = null, goesOn = new Map()) {
  const { text, index, inner } = segmentation;
  let segment = resume ?? (block.from === 0 ? 0 : segmentation.firstAfter(block.from));
  let position = resume === null ? block.from : segmentation.indexStart(resume);
  const opens = position === segmentation.indexStart(segment) && segmentation.innerStart(segment) === 0;
  const nodes = [];
  const nexts = [opens ? segment : -1];
  const add = (node, next) => {
    nodes.push(node);
    nexts.push(next);
  };
  const clusterAt = clusterFinder(text, position, block.to);
  while (position < block.to) {
    if (nexts.at(-1) === segment && goesOn.has(segment)) return { nodes, nexts, stopped: segment };
    if (segment < segmentation.length && segmentation.isEmpty(segment) && index[segment] === position && inner[segment] === 0) {
      add(drawPutIn(segmentation, segment), segment + 1);
      segment += 1;
      continue;
    }
    const end = index[segment];
    if (segment >= segmentation.length || end >= block.to) {
      add(drawRun(segmentation, Math.min(segment, segmentation.length - 1), position, block.to), -1);
      break;
    }
    const [from, to] = clusterAt(end);
    const whole = inner[segment] === 0 && from === end;
    const stop = whole ? end : Math.max(from, position);
    if (stop > position) add(drawRun(segmentation, segment, position, stop), whole ? segment + 1 : -1);
    position = stop;
    if (whole) {
      segment += 1;
      continue;
    }
    const first = segment;
    while (segment + 1 < segmentation.length && index[segment] < to) segment += 1;
    add(drawCell(segmentation, first, segment, stop, to), -1);
    position = to;
  }
  for (const put of segmentation.emptyAt(block.to)) add(drawPutIn(segmentation, put), put + 1);
  return { nodes, nexts, stopped: null };
}

export function tintOf(segmentation, segment) {
  return segmentation.kind(segment) === GAP ? "wcl-gap" : `wcl-tint${(segmentation.numbers[segment] % TINTS + TINTS) % TINTS}`;
}

function classesOf(segmentation, segment) {
  const kind = segmentation.kind(segment);
  return `${tintOf(segmentation, segment)}${kind === SPECIAL ? " wcl-special" : ""}${segmentation.isMade(segment) ? " wcl-made" : ""}${segmentation.opensSpan(segment) ? " wcl-opens" : ""}${segmentation.isOwn?.(segment) ? " wcl-own" : ""}`;
}

// A character that is drawn as a sign of several letters has them in its name, too.
function said(text) {
  const label = glyphOf(text)?.label ?? "";
  return label.length > 1 ? `${spoken(text)} ${label}` : spoken(text);
}

export function segmentLabel(segmentation, segment) {
  const number = segmentation.numbers[segment];
  const [start, end] = segmentation.touched(segment);
  const given = segmentation.isWhole(segment)
    ? said(segmentation.text.slice(start, Math.min(end, start + 200)))
    : `bytes ${hexOf(segmentation.bytesOf(segment))}`;
  if (number < 0) return `gap, ${given}: text that has no tokens, because it was removed or the split pattern does not match it`;
  const what = !segmentation.isMade(segment) ? given
    : `${saidPieces(segmentation.tokenBytes(segment))}, ${segmentation.isEmpty(segment) ? "put in before merging" : `made of ${given}`}`;
  const head = `${segmentation.what} ${number + 1} of ${segmentation.count}, ${what}`;
  if (segmentation.what === "span") return `${head}, ${KINDS[segmentation.kind(segment)]}`;
  return `${head}, id ${segmentation.data.ids[number]}`;
}

function saidPieces(bytes) {
  return piecesOf(bytes.subarray(0, 200)).map(([text, torn]) => (torn ? `bytes ${hexOf(torn)}` : said(text))).join(", ");
}

function part(segmentation, segment, name, opens) {
  const classes = `wcl-part ${classesOf(segmentation, segment)} ${name}${opens ? " wcl-start" : ""}`;
  return element("span", {
    class: classes,
    "data-segment": segment,
    role: opens ? "option" : "presentation",
    "aria-label": opens ? segmentLabel(segmentation, segment) : null,
    "aria-selected": opens ? "false" : null,
  });
}

// A token that stands for no character of its own: put in before merging, or one of several that share one.
function drawPutIn(segmentation, segment) {
  const node = part(segmentation, segment, "wcl-put-in", true);
  node.title = "put in before merging: no character of the text is its own";
  for (const [text, torn] of piecesOf(segmentation.tokenBytes(segment))) {
    if (torn) node.append(hexOf(torn));
    else drawText(node, text);
  }
  return node;
}

function drawRun(segmentation, segment, from, to) {
  const opens = from === segmentation.indexStart(segment) && segmentation.innerStart(segment) === 0;
  const node = part(segmentation, segment, "wcl-run", opens);
  drawText(node, segmentation.text.slice(from, to));
  return node;
}

// Ordinary text is one text node; each invisible character is an element that carries its glyph in CSS.
export function drawText(node, text) {
  let plain = "";
  const flush = () => {
    if (plain) node.append(plain);
    plain = "";
  };
  const characters = Array.from(text);
  characters.forEach((character, at) => {
    const glyph = glyphOf(character);
    const previous = characters[at - 1];
    const joins = glyph?.label && /[\u200c\u200d\ufe0e\ufe0f]|[\u{e0020}-\u{e007f}]/u.test(character) && previous && /[^\x00-\x7f]/.test(previous);
    if (!glyph || joins) {
      plain += character;
      return;
    }
    flush();
    if (glyph.overlay) node.append(element("span", { class: "wcl-overlay", "data-glyph": glyph.overlay }, character));
    else node.append(element("span", { class: "wcl-label", "data-glyph": glyph.label }, character));
  });
  flush();
}

// One visible character [from, to) whose bytes belong to the segments first..last.
function drawCell(segmentation, first, last, from, to) {
  const cluster = segmentation.text.slice(from, to);
  let torn = false;
  for (let segment = first; segment < last; segment++) torn ||= segmentation.inner[segment] > 0;
  const base = segmentation.ends[first] - segmentation.inner[first] - encode(segmentation.text.slice(from, segmentation.index[first])).length;
  const bytes = encode(cluster);
  const chips = element("span", { class: "wcl-chips" });
  for (let segment = first; segment <= last; segment++) {
    const low = Math.max(segmentation.byteStart(segment) - base, 0);
    const high = Math.min(segmentation.ends[segment] - base, bytes.length);
    if (high <= low) continue;
    const opens = segmentation.byteStart(segment) >= base;
    const chip = part(segmentation, segment, "wcl-chip", opens);
    chip.append(partText(bytes, low, high));
    if (chips.childNodes.length) chips.append(element("span", { class: "wcl-cut", "aria-hidden": "true" }, " | "));
    chips.append(chip);
  }
  const glyph = element("span", { class: "wcl-whole", "aria-hidden": "true", "data-segment": first }, cluster);
  const names = Array.from(cluster, codePointName).join(" ");
  const title = torn ? `${names}: one character, its bytes split over tokens` : `${names}: one character on screen, several code points`;
  return element("span", { class: `wcl-cell ${torn ? "wcl-torn" : "wcl-joined"}`, role: "presentation", title }, glyph, chips);
}

// Code points if the bytes are complete ones, otherwise hexadecimal.
function partText(bytes, low, high) {
  const isStart = (at) => at >= bytes.length || (bytes[at] & 0xc0) !== 0x80;
  if (!isStart(low) || !isStart(high)) return hexOf(bytes.slice(low, high));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.slice(low, high));
  return Array.from(text, (character) => {
    const glyph = glyphOf(character);
    if (glyph) return glyph.label ?? glyph.overlay;
    return /\p{M}/u.test(character) ? `\u25cc${character}` : character;
  }).join("");
}
