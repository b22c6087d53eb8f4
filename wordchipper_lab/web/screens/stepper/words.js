// The step that led to a frame, in words: in the encoder's own terms, and in plain ones.

import { plural } from "../../shared/dom.js";
import { quotedToken } from "../../shared/token_label.js";

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
    const { left, right, rank, token } = merge;
    const more = lane.encoder === "shift_reduce" ? ` Then shifted ${plural(since, "byte")}.` : ` Then dropped ${since === 1 ? "a stale entry" : `${since} stale entries`}.`;
    return `Merged ${quotedToken(lane.token(left))} + ${quotedToken(lane.token(right))} to ${quotedToken(lane.token(token))}, rank ${rank}.${since ? more : ""}${done}`;
  }
  if (own && own.popped !== undefined && own.popped !== null) return `A stale entry was popped and dropped.${done}`;
  if (own && own.action === "shift") return `${since > 1 && pace === "merge" ? `${since} bytes were` : "A byte was"} shifted.${done}`;
  return `Starts from ${plural(lane.tokensOf(frame).length, "byte")}.${done}`;
}

// Lanes that merge the pair with the lowest rank of all, in every step.
export function mergesLowest(lane) {
  return !lane.wrong && lane.encoder !== "bpe_backtrack";
}

// The lane that the plain sentence is about: all that merge the lowest pair do the same.
export function toldLane(lanes) {
  return lanes.find(mergesLowest) ?? lanes[0];
}

export function plainText(lane, frame, at, pace) {
  if (!mergesLowest(lane)) return stepText(lane, frame, at, pace);
  const name = (id) => quotedToken(lane.token(id));
  const tokens = lane.tokensOf(frame);
  const isLast = at === lane.frames.length - 1;
  const merge = lane.frames[pace === "merge" ? lane.madeBy[at] : at].merged;
  const end = isLast ? ` No pair is left that merges: ${plural(tokens.length, "token")}.` : "";
  if (merge) return `The pair with the lowest rank is merged: ${name(merge.left)} + ${name(merge.right)} becomes ${name(merge.token)} (rank ${merge.rank}).${end}`;
  if (at) return stepText(lane, frame, at, pace);
  if (isLast) return `${plural(tokens.length, "byte")}.${end}`;
  const { winner } = frame;
  const next = winner >= 0 ? `: ${name(tokens[winner])} + ${name(tokens[winner + 1])} (rank ${lane.list(frame.ranks)[winner]})` : "";
  return `${plural(tokens.length, "byte")}. The pair with the lowest rank is merged first${next}.`;
}
