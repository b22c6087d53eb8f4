// The lanes on the page at one position, the item pointed at, and where two lanes differ.

import { labelled } from "../../shared/controls.js";
import { count, element } from "../../shared/dom.js";
import { firstDifference, NO_MERGE } from "./data.js";
import { layOut } from "./chips.js";
import { LaneView } from "./lane.js";
import { drawRuler } from "./ruler.js";
import { movementTime } from "../../shared/slide.js";
import { quotedToken } from "../../shared/token_label.js";
import { plainText, toldLane } from "./words.js";
import { keepWidth } from "../../shared/svg_chart.js";

const LANE_EDGE = 26; // pixels of a lane's padding and border
const RAPID = 90; // milliseconds between steps by hand from which nothing moves: a key is held, the slider is drawn

const HINT = "Point at a rank or a token to look at it; on the keyboard, up and down move through the pairs.";

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
  const given = lane.tokenOfRank(rank);
  return `${lane.name}: ${name(left)} + ${name(right)}, ${range}: rank ${rank}, gives token ${given.id}, ${quotedToken(given)} (${given.hex}); ${asked}${pair === frame.winner ? "; the lowest, merged next" : ""}`;
}

export class Stage {
  // onMove(position): a lane's own slider moved, or a difference was found; onSay(text): for screen readers
  constructor(onMove, onSay) {
    this.onMove = onMove;
    this.onSay = onSay;
    this.views = [];
    this.pace = "merge";
    this.position = 0;
    this.withOwn = true;
    this.scale = 1;
    this.looked = element("p", { class: "wcm-look" });
    this.lanes = element("div", { class: "wcm-lanes", role: "group", tabindex: "0", "aria-label": "Lanes: arrow keys step, Home and End go to the first and last step, Space plays; up and down look at the pairs" });
    this.ruler = element("div", { class: "wcm-ruler", role: "img", "aria-label": "The span's characters, bytes and offsets", hidden: true });
    this.a = element("select", {});
    this.b = element("select", {});
    this.answer = element("span", { class: "wcl-hint" });
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
    this.finish();
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
    this.lanes.classList.toggle("wcm-alone", names.length < 2);
    this.lanes.classList.toggle("wcm-many", names.length > 2);
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
    Object.assign(this, layOut(this.span.length, width, this.scale));
    drawRuler(this.ruler, this.span, this.cell, width, !this.withOwn);
    this.show(this.position);
  }

  // scale: of the figures, larger for a projector
  enlarge(scale) {
    this.scale = scale;
    this.lanes.style.setProperty("--wcm-scale", scale);
    this.fit();
  }

  keep(withOwn) {
    this.withOwn = withOwn;
    this.lanes.classList.toggle("wcm-plain", !withOwn);
    this.fit();
  }

  get drawn() {
    return { pace: this.pace, withOwn: this.withOwn, cell: this.cell, room: this.room, hang: this.hang, scale: this.scale, size: this.span.length };
  }

  // interval: milliseconds until the next step, if it is played
  show(position, isPlaying = false, interval = Infinity) {
    const time = this.timeTo(position, interval);
    this.position = position;
    if (!this.cell) return;
    const { drawn } = this;
    for (const view of this.views) {
      if (!isPlaying || this.near.has(view.node)) view.show(position, drawn, this.near.has(view.node) ? time : 0);
    }
    if (this.shownLook) this.look(this.shownLook.view, this.shownLook.what);
  }

  // Only one step at a time is seen to move.
  timeTo(position, interval) {
    if (Math.abs(position - this.position) !== 1) return 0;
    const since = performance.now() - (this.steppedAt ?? -Infinity);
    this.steppedAt = performance.now();
    return interval === Infinity && since < RAPID ? 0 : movementTime(interval);
  }

  showOne(view, at) {
    view.show(at, { ...this.drawn, pace: "own" });
    this.onMove(null);
  }

  finish() {
    for (const view of this.views) view.finish();
  }

  // What the present step does, in plain words.
  sentence() {
    const lane = toldLane(this.views.map((view) => view.lane));
    if (!lane) return "";
    const at = this.views.find((view) => view.lane === lane).at ?? lane.frameAt(this.position, this.pace);
    return plainText(lane, lane.frames[at], at, this.pace);
  }

  // The same for screen readers, and what other lanes do that do something else.
  spokenStep() {
    const told = toldLane(this.views.map((view) => view.lane));
    const main = this.views.find((view) => view.lane === told);
    const others = this.views.filter((view) => view !== main && view.said.textContent !== main?.said.textContent);
    return [this.sentence(), ...others.map((view) => `${view.lane.name}: ${view.said.textContent}`)].join(" ");
  }

  look(view, what, isSpoken = false) {
    this.shownLook = view && what ? { view, what } : null;
    const frame = view?.frame;
    const isKnown = frame && (what.token !== undefined ? what.token < view.lane.tokensOf(frame).length : (view.lane.list(frame.ranks)[what.pair] ?? null) !== null);
    this.looked.classList.toggle("wcm-looking", Boolean(isKnown));
    this.looked.textContent = isKnown ? describeLook(view.lane, frame, what) : HINT;
    if (isSpoken && isKnown) this.onSay(this.looked.textContent);
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
      this.onSay(`${a.lane.name} and ${b.lane.name} have the same boundaries at every step.`);
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
