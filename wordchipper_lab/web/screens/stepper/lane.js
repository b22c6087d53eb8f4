// One lane: an encoder's tokens in the current frame, its description of the step, its own data, its work so
// far.

import { count, element, plural } from "../../shared/dom.js";
import { followPointer } from "../../shared/pointer.js";
import { ownRows } from "./own.js";
import { quotedToken, tokenLabel } from "../../shared/token_label.js";
import { TokenRow } from "./tokens.js";
import { workText } from "./work.js";

// The step that led to a frame, in words that are shown and read aloud.
export function stepText(lane, frame, at, pace) {
  const isLast = at === lane.frames.length - 1;
  const done = isLast ? ` Done: ${plural(lane.tokensOf(frame).length, "token")}.` : "";
  const { own } = frame;
  if (lane.encoder === "bpe_backtrack") {
    if (own.tried === null) return "Starts without any token.";
    const tried = quotedToken(lane.token(own.tried));
    const said = { accepted: `${tried} is accepted at byte ${own.position}.`, shorter: `${tried} at byte ${own.position} is refused.`, back: `Byte ${own.position} is a dead end: go back.` };
    return said[own.outcome] + done;
  }
  const made = lane.madeBy[at];
  const since = at - made;
  const merge = lane.frames[made].merged;
  if (merge && (pace === "merge" || !since)) {
    const { left, right, rank } = merge;
    const more = lane.encoder === "shift_reduce" ? ` Then shifted ${plural(since, "byte")}.` : ` Then dropped ${since === 1 ? "a stale entry" : `${since} stale entries`}.`;
    return `Merged ${quotedToken(lane.token(left))} + ${quotedToken(lane.token(right))} to ${quotedToken(lane.token(rank))}, rank ${rank}.${since ? more : ""}${done}`;
  }
  if (own && own.popped !== undefined && own.popped !== null) return `A stale entry was popped and dropped.${done}`;
  if (own && own.action === "shift") return `${since > 1 && pace === "merge" ? `${since} bytes were` : "A byte was"} shifted.${done}`;
  return `Starts from ${plural(lane.tokensOf(frame).length, "byte")}.${done}`;
}

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
    this.ids = element("p", { class: "wcm-ids wcl-mono" });
    this.verdict = element("p", { class: "wcm-outcome" });
    this.slider = element("input", {
      type: "range", min: 0, value: 0, max: lane.frames.length - 1, "aria-label": `Step of ${lane.name}`,
      oninput: () => act.own(this, Number(this.slider.value)),
    });
    const cost = element("span", { class: "wcm-cost", title: "How the work grows with the length n of a span" }, lane.cost);
    this.node = element("section", { class: `wcm-lane${lane.wrong ? " wcm-wrong" : ""}`, "aria-label": `${lane.name}${lane.wrong ? ", wrong on purpose" : ""}` },
      element("header", {}, element("h3", {}, lane.wrong ? `${lane.name} - wrong on purpose` : lane.name, " ", cost), this.where),
      this.slider, this.row.node, element("div", { class: "wcm-line" }, this.said, this.ids), this.verdict, this.own, this.work,
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

  show(position, pace, cell, size, withOwn) {
    const { lane } = this;
    const at = lane.frameAt(position, pace);
    this.at = at;
    this.frame = lane.frames[at];
    const made = pace === "merge" ? lane.frames[lane.madeBy[at]] : this.frame;
    this.row.show(this.frame, made.merged, cell);
    const last = lane.positions(pace) - 1;
    this.where.textContent = `step ${count(Math.min(position, last))} of ${count(last)} · ${plural(lane.tokensOf(this.frame).length, "token")}`;
    this.slider.hidden = pace === "merge";
    if (Number(this.slider.value) !== at) this.slider.value = at;
    this.pace = pace;
    this.said.textContent = stepText(lane, this.frame, at, pace);
    this.own.hidden = !withOwn;
    if (withOwn) this.own.replaceChildren(...ownRows(lane, this.frame, size));
    this.work.textContent = workText(lane.work(this.frame));
    this.showOutcome(at === lane.frames.length - 1);
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
    const sum = ({ left, right: other, rank }) => `${name(left)} + ${name(other)} to ${name(rank)} (rank ${rank})`;
    const { wrong, instead, frame } = misstep;
    const mark = element("b", {}, this.at >= frame ? "✗ " : "Will go wrong: ");
    if (!wrong) return [mark, `no merge is wrong, but one is missing: BPE merges ${sum(instead)}; when that became possible, this place was no longer examined. BPE gives ${shown}.`];
    const step = this.pace === "merge" ? lane.frames[frame].merges : frame;
    const rule = instead ? `merges ${sum(instead)}, which uses up a part of it` : "merges nothing there";
    const reason = lane.encoder === "greedy_left" ? "the leftmost pair that merges" : "the best pair in sight";
    return [mark, `step ${step} merges ${sum(wrong)}, ${reason}. The global order ${rule}. BPE gives ${shown}.`];
  }
}
