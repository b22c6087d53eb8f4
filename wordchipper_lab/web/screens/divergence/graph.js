// An automaton as a graph: states as circles, cells on the edges, the path of a span highlighted step by
// step.

import { element, plural } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";
import { Player } from "../../shared/player.js";
import { svgElement } from "../../shared/svg_chart.js";

export const RADIUS = 19;
const SHIFT = 0.32; // of a column
const TALLER = 1.08;
const FEW = 14; // most edges whose labels can all be read at once

function arrowHead(id, classes) {
  return svgElement("marker", { id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
    svgElement("path", { d: "M 0 0 L 10 5 L 0 10 z", class: classes }));
}

// From circle to circle, curved so that two edges between the same states, and edges along a column, stay
// separate.
export function curve(from, to, column) {
  if (from === to) {
    const { x, y } = from;
    return { d: `M ${x - 9} ${y - RADIUS + 2} C ${x - 32} ${y - 56}, ${x + 32} ${y - 56}, ${x + 9} ${y - RADIUS + 2}`, x, y: y - 48 };
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const isBeside = Math.abs(dx) < column * 0.6;
  const bend = isBeside ? 0.3 * length + 12 : dx < 0 ? 0.22 * length + 14 : Math.abs(dx) > column * 1.4 ? 0.16 * length : 10;
  const [nx, ny] = [dy / length, -dx / length]; // to the left of the edge
  const middle = { x: (from.x + to.x) / 2 + nx * bend, y: (from.y + to.y) / 2 + ny * bend };
  const rim = (state) => {
    const [ex, ey] = [middle.x - state.x, middle.y - state.y];
    const size = Math.hypot(ex, ey) || 1;
    return { x: state.x + (ex / size) * (RADIUS + 1), y: state.y + (ey / size) * (RADIUS + 1) };
  };
  const [start, end] = [rim(from), rim(to)];
  const at = 0.58; // nearer to the target, so that labels of diverging edges are apart
  const between = (one, by, other) => (1 - at) ** 2 * one + 2 * at * (1 - at) * by + at ** 2 * other;
  return { d: `M ${start.x} ${start.y} Q ${middle.x} ${middle.y} ${end.x} ${end.y}`, x: between(start.x, middle.x, end.x), y: between(start.y, middle.y, end.y) };
}

// The kernel's positions, stretched to `room`; every second state of a column is shifted, so that edges along
// it can be seen.
export function placeStates(graph, room) {
  const columns = [...new Set(graph.states.map((state) => state.x))].sort((one, other) => one - other);
  const column = columns.length > 1 ? columns[1] - columns[0] : 190;
  const stretch = Math.max(1, Math.min(2.1, (room - 40) / (graph.width + column * SHIFT)));
  const states = new Map();
  for (const x of columns) {
    const inColumn = graph.states.filter((state) => state.x === x).sort((one, other) => one.y - other.y);
    inColumn.forEach((state, at) => states.set(state.id, { ...state, x: (x + (at % 2) * column * SHIFT) * stretch, y: state.y * TALLER }));
  }
  return { states, column: column * stretch, width: (graph.width + column * SHIFT) * stretch, height: graph.height * TALLER };
}

export class GraphPanel {
  // onSide(side): another automaton was chosen; onSay(sentence): a step was taken
  constructor(id, onSide, onSay) {
    this.id = id;
    this.side = "a";
    this.inputs = {};
    const radios = ["a", "b"].map((side) => {
      this.inputs[side] = element("input", { type: "radio", name: `${id}-side`, value: side, onchange: () => { this.side = side; onSide(side); } });
      return element("label", {}, this.inputs[side], element("span", {}, `Automaton of ${side.toUpperCase()}`));
    });
    this.choice = element("fieldset", { class: "wcl-policies" }, element("legend", { class: "wcl-unseen" }, "Automaton"), element("div", { class: "wcl-choices" }, ...radios));
    this.player = new Player((position) => {
      this.light(position);
      onSay(this.said.textContent);
    }, () => {});
    this.all = element("input", { type: "checkbox", onchange: () => this.edges && this.showLabels() });
    const all = element("label", { class: "wcl-check" }, this.all, element("span", {}, "All labels"));
    this.said = element("p", { class: "wld-info" });
    this.holder = element("div", { class: "wld-graph", tabindex: "0", role: "group", "aria-label": "Automaton: arrow keys follow the path" , onkeydown: (event) => this.player.press(event) });
    this.node = element("div", { class: "wld-graphs" }, element("div", { class: "wcl-bar" }, this.choice, all, this.player.node), this.said, this.holder);
  }

  // graphs: {a, b}, null for a lexer that is not an automaton. Returns whether there is anything to draw.
  show(graphs) {
    if (graphs === this.graphs) return this.hasAny;
    this.graphs = graphs;
    const has = ["a", "b"].filter((side) => graphs?.[side]);
    this.hasAny = has.length > 0;
    for (const [side, input] of Object.entries(this.inputs)) input.closest("label").hidden = !has.includes(side);
    if (!has.includes(this.side)) this.side = has[0] ?? "a";
    this.drawn = null;
    return this.hasAny;
  }

  // steps: the path of the selected span, for each side
  follow(steps) {
    if (!this.hasAny) return;
    for (const [side, input] of Object.entries(this.inputs)) input.checked = side === this.side;
    const graph = this.graphs[this.side];
    if (this.drawn !== graph) this.draw(graph);
    this.steps = graph.n ? [] : steps[this.side] ?? [];
    this.player.halt();
    this.player.load(this.steps.length, this.steps.length);
    this.player.node.hidden = !this.steps.length;
    this.light(this.steps.length);
  }

  draw(graph) {
    this.drawn = graph;
    this.svg = null;
    if (graph.n) {
      this.holder.replaceChildren(element("p", {}, `This automaton has ${plural(graph.n, "state")}: too many to draw legibly.`));
      return;
    }
    const { states, column, width, height } = placeStates(graph, this.holder.clientWidth || 1200);
    this.edges = new Map();
    this.circles = new Map();
    const ways = graph.edges.map((edge) => {
      const { d, x, y } = curve(states.get(edge.from), states.get(edge.to), column);
      const label = svgElement("text", { x, y: y + 4, class: "wld-label" }, edge.label);
      const node = svgElement("g", { class: "wld-edge" },
        svgElement("title", {}, `${edge.from} to ${edge.to}: ${edge.cells.join(", ")}`),
        svgElement("path", { d, class: "wld-reach" }), svgElement("path", { d, class: "wld-way", "marker-end": `url(#${this.id}-head)` }));
      this.edges.set(`${edge.from} ${edge.to}`, { node, label, from: edge.from });
      node.addEventListener("pointerenter", () => label.classList.add("wld-shown"));
      node.addEventListener("pointerleave", () => this.showLabels());
      return node;
    });
    const circles = [...states.values()].map((state) => {
      const node = svgElement("g", { class: "wld-node" },
        svgElement("title", {}, `state ${state.id}${state.start ? ", the start" : ""}${state.accepting ? `, a match may end here, before: ${(state.accepts_before ?? []).join(", ")}` : ""}`),
        svgElement("circle", { cx: state.x, cy: state.y, r: RADIUS }),
        state.accepting ? svgElement("circle", { cx: state.x, cy: state.y, r: RADIUS - 4 }) : null,
        svgElement("text", { x: state.x, y: state.y + 5 }, String(state.id)));
      node.addEventListener("pointerenter", () => this.showLabels(state.id));
      node.addEventListener("pointerleave", () => this.showLabels());
      this.circles.set(state.id, node);
      return node;
    });
    const start = [...states.values()].find((state) => state.start);
    const entry = start ? svgElement("path", { class: "wld-entry", d: `M ${start.x - 48} ${start.y} L ${start.x - RADIUS - 2} ${start.y}`, "marker-end": `url(#${this.id}-head)` }) : null;
    this.ways = svgElement("g", {}, ...ways);
    this.svg = svgElement("svg", { width, height: height + 20, viewBox: `0 -20 ${width} ${height + 20}`, role: "img", "aria-label": `The automaton: ${plural(graph.states.length, "state")}, ${plural(graph.edges.length, "edge")}` },
      svgElement("defs", {}, arrowHead(`${this.id}-head`, "wld-head"), arrowHead(`${this.id}-lit`, "wld-head wld-head-lit")),
      entry, this.ways, ...circles, svgElement("g", { class: "wld-labels" }, ...[...this.edges.values()].map(({ label }) => label)));
    this.all.checked = graph.edges.length <= FEW;
    this.holder.replaceChildren(this.svg);
  }

  // If the graph is wider than the window, the highlighted state is kept in view.
  keepInSight() {
    const state = this.circles.get(this.here)?.getBoundingClientRect();
    const view = this.holder.getBoundingClientRect();
    if (!state || !view.width) return;
    if (state.left < view.left || state.right > view.right) this.holder.scrollLeft += state.left - view.left - view.width / 2;
  }

  light(position) {
    if (!this.svg || !this.graphs?.[this.side] || this.graphs[this.side].n) return;
    for (const node of this.svg.querySelectorAll(".wld-lit, .wld-here, .wld-lit-ahead")) node.classList.remove("wld-lit", "wld-here", "wld-lit-ahead");
    for (const way of this.svg.querySelectorAll(".wld-way")) way.setAttribute("marker-end", `url(#${this.id}-head)`);
    const walked = (this.steps ?? []).slice(0, position);
    for (const step of walked) {
      this.circles.get(step.state)?.classList.add("wld-lit");
      const edge = this.edges.get(`${step.state} ${step.next}`);
      if (!edge) continue;
      for (const node of [edge.node, edge.label]) node.classList.add(step.role === "read ahead" ? "wld-lit-ahead" : "wld-lit");
      edge.node.querySelector(".wld-way").setAttribute("marker-end", `url(#${this.id}-lit)`);
      this.ways.append(edge.node);
    }
    const last = walked.at(-1);
    this.here = last ? last.next ?? last.state : this.steps?.[0]?.state ?? 0;
    this.circles.get(this.here)?.classList.add("wld-here");
    this.showLabels();
    this.keepInSight();
    this.said.textContent = this.sentence(position, last);
  }

  // Labels of the edges out of `state` (or of the current state), of the path, or of all edges.
  showLabels(state = this.here) {
    for (const { label, from } of this.edges.values()) {
      const isWalked = label.classList.contains("wld-lit") || label.classList.contains("wld-lit-ahead");
      label.classList.toggle("wld-shown", this.all.checked || isWalked || from === state);
    }
  }

  sentence(position, last) {
    if (!this.steps?.length) return "";
    if (!last) return `Step 0 of ${this.steps.length}: state ${this.steps[0].state}, nothing has been read yet.`;
    const read = last.character === "" ? "the end of the text" : `“\u2068${visibleText(last.character)}\u2069” (${last.cell})`;
    const ahead = last.role === "read ahead" ? ", beyond the end of the span" : "";
    const accepts = last.accepts ? " A match may end before it." : "";
    return `Step ${position} of ${this.steps.length}: state ${last.state} reads ${read}${ahead}: ${last.next === null ? "no transition" : `state ${last.next}`}.${accepts}`;
  }

  destroy() {
    this.player.destroy();
  }
}
