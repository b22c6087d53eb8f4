// The lanes on the page at one position, the item pointed at, and where two lanes differ.

import { labelled } from "../../shared/controls.js";
import { count, element } from "../../shared/dom.js";
import { firstDifference, NO_MERGE } from "./data.js";
import { LaneView } from "./lane.js";
import { drawRuler } from "./ruler.js";
import { quotedToken } from "../../shared/token_label.js";
import { keepWidth } from "../../shared/svg_chart.js";

const CELL = { least: 26, most: 110 };
const LANE_EDGE = 26; // pixels of a lane's padding and border

// Everything about a pair or a token of a frame, on one line.
function describeLook(lane, frame, { pair, token }) {
  const tokens = lane.tokensOf(frame);
  const starts = lane.startsOf(frame);
  const name = (id) => quotedToken(lane.token(id));
  if (token !== undefined) {
    const shown = lane.token(tokens[token]);
    return `${lane.name}: token ${shown.id}, ${name(shown.id)}, bytes ${shown.hex} at ${starts[token]}–${starts[token] + shown.bytes.length}`;
  }
  const rank = lane.list(frame.ranks)[pair];
  const [left, right] = [tokens[pair], tokens[pair + 1]];
  const asked = frame.fresh.includes(pair) ? "looked up in this step" : "remembered";
  const range = `bytes ${starts[pair]}–${starts[pair + 1] + lane.token(right).bytes.length}`;
  if (rank === NO_MERGE) return `${lane.name}: ${name(left)} + ${name(right)}, ${range}: no merge; ${asked}`;
  return `${lane.name}: ${name(left)} + ${name(right)}, ${range}: rank ${rank}, gives token ${rank}, ${name(rank)} (${lane.token(rank).hex}); ${asked}${pair === frame.winner ? "; the lowest, merged next" : ""}`;
}

export class Stage {
  // onMove(position): a lane's own slider moved, or a difference was found
  constructor(onMove) {
    this.onMove = onMove;
    this.views = [];
    this.pace = "merge";
    this.position = 0;
    this.withOwn = true;
    this.looked = element("p", { class: "wcm-look", "aria-live": "off" });
    this.lanes = element("div", { class: "wcm-lanes", role: "group", tabindex: "0", "aria-label": "Lanes: arrow keys step, Home and End go to the first and last step, Space plays; up and down look at the pairs" });
    this.ruler = element("div", { class: "wcm-ruler", role: "img", "aria-label": "The span's characters, bytes and offsets", hidden: true });
    this.a = element("select", {});
    this.b = element("select", {});
    this.answer = element("span", { class: "wcl-hint", role: "status" });
    this.differ = element("div", { class: "wcl-bar wcm-differ" }, labelled("Where do", this.a), labelled("and", this.b),
      element("button", { type: "button", onclick: () => this.findDifference() }, "first differ?"), this.answer);
    this.stop = keepWidth(this.lanes, () => this.fit());
    // During playback, lanes out of view are not updated until it pauses.
    this.near = new Set();
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) this.near[isIntersecting ? "add" : "delete"](target);
    }, { rootMargin: "150px 0px" });
  }

  load({ span, lanes }) {
    const names = lanes.map((lane) => lane.name);
    const kept = [this.a.value, this.b.value];
    this.span = span;
    const act = { look: (view, what) => this.look(view, what), own: (view, at) => this.showOne(view, at) };
    this.views = lanes.map((lane) => new LaneView(lane, act));
    this.observer.disconnect();
    this.near.clear();
    for (const view of this.views) this.observer.observe(view.node);
    this.lanes.replaceChildren(this.ruler, ...this.views.map((view) => view.node));
    for (const [select, at] of [[this.a, 0], [this.b, 1]]) {
      select.replaceChildren(...names.map((name) => element("option", { value: name }, name)));
      const fallback = at ? names.at(-1) : names[0];
      select.value = names.includes(kept[at]) && kept[0] !== kept[1] ? kept[at] : fallback ?? "";
    }
    this.differ.hidden = names.length < 2;
    this.answer.textContent = "";
    this.look(null);
    this.fit();
  }

  get last() {
    return Math.max(0, ...this.views.map((view) => view.lane.positions(this.pace) - 1));
  }

  fit() {
    const width = this.lanes.clientWidth - LANE_EDGE;
    if (width <= 0 || !this.span) return;
    this.cell = Math.max(CELL.least, Math.min(CELL.most, Math.floor(width / Math.max(this.span.length, 1))));
    drawRuler(this.ruler, this.span, this.cell, width);
    this.show(this.position);
  }

  show(position, isPlaying = false) {
    this.position = position;
    if (!this.cell) return;
    for (const view of this.views) {
      if (!isPlaying || this.near.has(view.node)) view.show(position, this.pace, this.cell, this.span.length, this.withOwn);
    }
    if (this.shownLook) this.look(this.shownLook.view, this.shownLook.what);
  }

  showOne(view, at) {
    view.show(at, "own", this.cell, this.span.length, this.withOwn);
    this.onMove(null);
  }

  look(view, what, isSpoken = false) {
    this.shownLook = view && what ? { view, what } : null;
    const frame = view?.frame;
    const isKnown = frame && (what.token !== undefined ? what.token < view.lane.tokensOf(frame).length : (view.lane.list(frame.ranks)[what.pair] ?? null) !== null);
    this.looked.setAttribute("aria-live", isSpoken ? "polite" : "off");
    this.looked.textContent = isKnown ? describeLook(view.lane, frame, what) : "Point at a rank or a token to look at it; on the keyboard, up and down move through the pairs.";
    this.outlined?.classList.remove("wcm-looked");
    this.outlined = isKnown && what.pair !== undefined ? view.row.shown[what.pair] : null;
    this.outlined?.classList.add("wcm-looked");
  }

  // Every pair whose rank is shown, in reading order.
  lookFrom(step) {
    const pairs = this.views.flatMap((view) => view.lane.list(view.frame.ranks).flatMap((rank, pair) => (rank === null ? [] : [{ view, pair }])));
    if (!pairs.length) return;
    const { view, what } = this.shownLook ?? {};
    const at = pairs.findIndex((each) => each.view === view && each.pair === what?.pair);
    const next = pairs[at < 0 ? (step > 0 ? 0 : pairs.length - 1) : (at + step + pairs.length) % pairs.length];
    this.look(next.view, { pair: next.pair }, true);
    this.outlined?.scrollIntoView({ block: "nearest" });
  }

  findDifference() {
    const [a, b] = [this.a.value, this.b.value].map((name) => this.views.find((view) => view.lane.name === name));
    if (!a || !b) return;
    const position = firstDifference(a.lane, b.lane, this.pace);
    if (position < 0) {
      this.answer.textContent = a === b ? "This is the same lane." : "Never: the same boundaries at every step.";
      return;
    }
    this.answer.textContent = `At step ${count(position)}.`;
    this.onMove(position);
    a.node.scrollIntoView({ block: "nearest" });
  }

  destroy() {
    this.stop();
    this.observer.disconnect();
  }
}
