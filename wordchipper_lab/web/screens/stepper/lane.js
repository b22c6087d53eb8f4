// One lane: an encoder's tokens in the current frame, its description of the step, its own data, its work so
// far.

import { count, element, plural } from "../../shared/dom.js";
import { followPointer } from "../../shared/pointer.js";
import { Slide } from "../../shared/slide.js";
import { quotedToken } from "../../shared/token_label.js";
import { isPopped } from "./heap.js";
import { ownRows } from "./own.js";
import { TokenRow } from "./tokens.js";
import { stepText } from "./words.js";
import { workText } from "./work.js";

export class LaneView {
  // act: {look(lane, frame, what), own(lane, position)}
  constructor(lane, act) {
    this.lane = lane;
    this.act = act;
    this.row = new TokenRow(lane);
    this.where = element("span", { class: "wcm-where" });
    this.said = element("p", { class: "wcm-said" });
    this.work = element("p", { class: "wcl-hint wcm-work" });
    this.own = element("div", { class: "wcm-own" });
    this.leaving = element("div", { class: "wcm-ghosts", "aria-hidden": "true" });
    this.slide = new Slide();
    this.ids = element("p", { class: "wcm-ids wcl-mono" });
    this.verdict = element("p", { class: "wcm-outcome" });
    this.slider = element("input", {
      type: "range", min: 0, value: 0, max: lane.frames.length - 1, "aria-label": `Step of ${lane.name}`,
      oninput: () => act.own(this, Number(this.slider.value)),
    });
    const cost = element("span", { class: "wcm-cost", title: "How the work grows with the length n of a span" }, lane.cost);
    this.node = element("section", { class: `wcm-lane${lane.wrong ? " wcm-wrong" : ""}`, "aria-label": `${lane.name}${lane.wrong ? ", wrong on purpose" : ""}` },
      element("header", {}, element("h2", {}, lane.wrong ? `${lane.name} - wrong on purpose` : lane.name, " ", cost), this.where),
      this.slider, this.row.node, element("div", { class: "wcm-line" }, this.said, this.ids), this.verdict, element("div", { class: "wcm-track" }, this.own, this.leaving), this.work,
      lane.note ? element("p", { class: "wcl-notice" }, lane.note) : null);
    const follow = followPointer((target) => this.pointed(target), (what) => act.look(what ? this : null, what));
    for (const [name, listener] of Object.entries(follow)) this.row.node.addEventListener(name.slice(2), listener);
  }

  // The target of the pointer: a pair by its left token's number, or a token by its own; null between them.
  pointed(target) {
    const box = target.closest?.(".wcm-token");
    if (!box || !this.frame) return null;
    const at = Number(box.dataset.at);
    return target.closest(".wcm-pair") ? { pair: at } : { token: at };
  }

  // look: {pace, withOwn, cell, room, hang, scale, size of the span}; time: for moving there (see slide.js)
  show(position, look, time = 0) {
    const { lane } = this;
    const { pace, withOwn } = look;
    const at = lane.frameAt(position, pace);
    const mark = `${at} ${position} ${Object.values(look)}`;
    if (mark === this.mark) return; // what is drawn already may still be moving
    this.mark = mark;
    this.at = at;
    this.frame = lane.frames[at];
    this.pace = pace;
    const made = pace === "merge" ? lane.frames[lane.madeBy[at]] : this.frame;
    this.row.show(this.frame, made.merged, { ...look, time });
    const last = lane.positions(pace) - 1;
    this.where.textContent = `step ${count(Math.min(position, last))} of ${count(last)} · ${plural(lane.tokensOf(this.frame).length, "token")}`;
    this.slider.hidden = pace === "merge";
    if (Number(this.slider.value) !== at) this.slider.value = at;
    this.said.textContent = stepText(lane, this.frame, at, pace);
    this.own.hidden = !withOwn;
    if (withOwn) this.showOwn(look, time);
    this.work.hidden = !withOwn;
    this.work.textContent = workText(lane.work(this.frame));
    this.showOutcome(at === lane.frames.length - 1);
  }

  showOwn({ size, room }, time) {
    const popped = this.ownFrame;
    this.ownFrame = this.frame;
    const isTaken = (key) => isPopped(this.frame, key) || isPopped(popped, key);
    const draw = () => this.own.replaceChildren(...ownRows(this.lane, this.frame, size, room));
    const before = this.slide.redraw(this.own, draw, time, { layer: this.leaving, isTaken });
    if (!before) return;
    for (const strike of this.own.querySelectorAll(".wcm-strike")) {
      const { node } = before.get(strike.parentNode.dataset.key) ?? {};
      if (node && !node.querySelector(".wcm-strike")) this.slide.play(strike, [{ transform: "scaleX(0)" }, { transform: "none" }], time);
    }
  }

  finish() {
    this.slide.finish();
    this.row.slide.finish();
  }

  // Shows the ids as text at every step; for a lane that is wrong on purpose, also says whether they are BPE's.
  showOutcome(isDone) {
    const { lane } = this;
    const ids = lane.tokensOf(this.frame);
    this.ids.textContent = `ids [${ids.join(", ")}]`;
    this.node.dataset.done = String(isDone);
    this.verdict.hidden = !lane.wrong;
    if (!lane.wrong) return;
    this.node.classList.toggle("wcm-fails", Boolean(lane.right) && String(lane.right) !== String(lane.tokens));
    this.verdict.replaceChildren(...this.explainWrong());
  }

  explainWrong() {
    const { lane } = this;
    const { misstep, right } = lane;
    if (!right) return ["There is no correct encoder beside it: add one to compare with."];
    const shown = right.map((id) => quotedToken(lane.token(id))).join(" ");
    if (String(right) === String(lane.tokens)) return ["On this span it happens to be right."];
    if (!misstep) return [element("b", {}, "✗ "), `BPE gives ${shown}. Add an encoder that merges to see where this one goes wrong.`];
    const name = (id) => quotedToken(lane.token(id));
    const sum = ({ left, right: other, rank, token }) => `${name(left)} + ${name(other)} to ${name(token)} (rank ${rank})`;
    const { wrong, instead, frame } = misstep;
    const mark = element("b", {}, this.at >= frame ? "✗ " : "Will go wrong: ");
    if (!wrong) return [mark, `no merge is wrong, but one is missing: BPE merges ${sum(instead)}; when that became possible, this place was no longer examined. BPE gives ${shown}.`];
    const step = this.pace === "merge" ? lane.frames[frame].merges : frame;
    const rule = instead ? `merges ${sum(instead)}, which uses up a part of it` : "merges nothing there";
    const reason = lane.encoder === "greedy_left" ? "the leftmost pair that merges" : "the best pair in sight";
    return [mark, `step ${step} merges ${sum(wrong)}, ${reason}. The global order ${rule}. BPE gives ${shown}.`];
  }
}
