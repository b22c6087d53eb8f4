// The merges of a token as a tree: the token at the top, its bytes at the bottom. Arrow keys move through it.

import { rowsOf } from "./columns.js";
import { element } from "./dom.js";
import { svgElement } from "./svg_chart.js";
import { saidToken } from "./token_glyphs.js";
import { piecesOf } from "./token_pieces.js";
import { glyphOf } from "./glyphs.js";
import { bytesOfHex, hexOf } from "./utf8.js";

const MERGE_BYTE = 50; // pixels per byte if there is room
const MERGE_NARROW = 31; // and at least this many
const MERGE_BOX = 40;
const MERGE_LEVEL = 60;
const MERGE_LETTER = 8.2; // pixels per character, rounded up

function mergeSign(character) {
  const glyph = glyphOf(character);
  return glyph ? glyph.overlay ?? glyph.label : /\p{M}/u.test(character) ? `\u25cc${character}` : character;
}

function mergeLabel(bytes, width) {
  const text = piecesOf(bytes).map(([whole, torn]) => (torn ? hexOf(torn) : Array.from(whole, mergeSign).join(""))).join(" ");
  const most = Math.max(Math.floor((width - 6) / MERGE_LETTER), 2);
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

// tree: a TreeRecord; onOpen(id) is called for a chosen node
export class MergeTreeView {
  constructor(onOpen) {
    this.onOpen = onOpen;
    this.node = element("div", { class: "wcl-merge-tree" });
  }

  show(tree) {
    this.node.replaceChildren();
    if (!tree) return;
    const bytes = bytesOfHex(tree.bytes);
    this.nodes = rowsOf(tree.nodes, "token", "start", "end", "left", "right").map((node) => ({ ...node, bytes: bytes.subarray(node.start, node.end) }));
    this.nodes.forEach((node, at) => {
      for (const child of [node.left, node.right]) if (child >= 0) this.nodes[child].parent = at;
    });
    for (let at = this.nodes.length - 1; at >= 0; at--) { // children come after their parent
      const node = this.nodes[at];
      node.height = node.left < 0 ? 0 : 1 + Math.max(this.nodes[node.left].height, this.nodes[node.right].height);
    }
    this.draw(bytes.length);
  }

  draw(length) {
    const [root] = this.nodes;
    const single = length === 1 || root.left < 0;
    const room = this.node.clientWidth ? Math.floor((this.node.clientWidth - 4) / length) : MERGE_BYTE; // not laid out yet
    const size = Math.max(Math.min(room, MERGE_BYTE), MERGE_NARROW);
    const width = single ? Math.max(length * 22 + 40, 110) : length * size;
    const height = root.height * MERGE_LEVEL + MERGE_BOX + 6;
    const scale = single ? width / length : size;
    const lines = this.nodes.filter((node) => node.parent !== undefined).map((node) => this.line(node, scale, root.height));
    this.boxes = this.nodes.map((node, at) => this.box(node, at, scale, root.height));
    const svg = svgElement("svg", {
      width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": `Merge tree of ${saidToken(root.bytes)}`,
    }, ...lines, ...this.boxes, svgElement("g", { "aria-hidden": "true" }, ...this.nodes.flatMap((node) => this.labels(node, scale, root.height))));
    svg.addEventListener("keydown", (event) => this.press(event));
    this.node.replaceChildren(element("div", { class: "wcl-merge-scroll" }, svg));
    this.focusable(0);
  }

  place(node, scale, tallest) {
    return { x: node.start * scale, y: (tallest - node.height) * MERGE_LEVEL + 3, width: (node.end - node.start) * scale };
  }

  line(node, scale, tallest) {
    const own = this.place(node, scale, tallest);
    const above = this.place(this.nodes[node.parent], scale, tallest);
    const [x, y] = [own.x + own.width / 2, above.y + MERGE_BOX];
    return svgElement("path", { class: "wcl-merge-line", d: `M${x} ${own.y}V${y}` });
  }

  box(node, at, scale, tallest) {
    const about = `id ${node.token}, bytes ${hexOf(node.bytes)}`;
    const { x, y, width } = this.place(node, scale, tallest);
    const isLeaf = node.left < 0;
    const group = svgElement("g", {
      class: `wcl-merge-node ${isLeaf ? "wcl-merge-leaf" : ""}`, role: "treeitem", tabindex: -1, "aria-level": this.level(at) + 1,
      "aria-selected": "false", "aria-label": `${saidToken(node.bytes)}, ${about}${isLeaf ? "" : ", merged from two"}`, "data-node": at,
    },
    svgElement("title", {}, about),
    svgElement("rect", { x: x + 2, y, width: width - 4, height: MERGE_BOX, rx: 5 }));
    group.dataset.lmSuppressShortcuts = "true";
    group.addEventListener("click", () => this.choose(at));
    return group;
  }

  // What is written on a node is drawn beside it: its name says the same in words.
  labels(node, scale, tallest) {
    const { x, y, width } = this.place(node, scale, tallest);
    const middle = { x: x + width / 2, "text-anchor": "middle" };
    return [svgElement("text", { ...middle, y: y + 17, class: "wcl-merge-text" }, mergeLabel(node.bytes, width)),
      svgElement("text", { ...middle, y: y + 33, class: "wcl-merge-id" }, String(node.token))];
  }

  level(at) {
    let level = 0;
    for (let node = this.nodes[at]; node.parent !== undefined; node = this.nodes[node.parent]) level += 1;
    return level;
  }

  choose(at) {
    this.focusable(at);
    this.onOpen?.(this.nodes[at].token);
  }

  focusable(at) {
    this.boxes[this.active ?? 0]?.setAttribute("tabindex", "-1");
    this.boxes[at].setAttribute("tabindex", "0");
    this.active = at;
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = this.nodes[this.active];
    const parent = this.nodes[node.parent];
    const moves = {
      ArrowUp: node.parent, ArrowDown: node.left >= 0 ? node.left : undefined, Home: 0,
      ArrowLeft: parent && parent.right === this.active ? parent.left : undefined,
      ArrowRight: parent && parent.left === this.active ? parent.right : undefined,
    };
    if (event.key in moves) {
      if (moves[event.key] !== undefined) {
        this.focusable(moves[event.key]);
        this.boxes[this.active].focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.active);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
