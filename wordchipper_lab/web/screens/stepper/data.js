// A drawing of merge traces as lanes whose frames can be looked up. Nothing is merged here: it reads what the
// kernels did.

import { rowsOf } from "../../shared/columns.js";
import { bytesOfHex, hexOf, textOf } from "../../shared/utf8.js";

export const NO_MERGE = -1;

// Tokens of one vocabulary: their bytes and, if these are whole characters, their text.
class KnownTokens {
  // idOfRank: what each rank gives, where that is not the rank itself
  constructor(hexOfToken, idOfRank) {
    this.idOfRank = idOfRank;
    this.known = new Map(Object.entries(hexOfToken).map(([id, hex]) => {
      const bytes = bytesOfHex(hex);
      return [Number(id), { id: Number(id), bytes, text: textOf(bytes), hex: hexOf(bytes) }];
    }));
  }

  get(id) {
    return this.known.get(id) ?? { id, bytes: new Uint8Array(0), text: null, hex: "" };
  }
}

export class Lane {
  constructor(raw, drawing, known, span) {
    this.span = span;
    const { encoder, vocabulary, cost, wrong, tokens, note, misstep, total, frames, head, right } = raw;
    Object.assign(this, { encoder, vocabulary, cost, wrong, tokens, note, misstep, total, frames, head, right });
    this.entries = rowsOf(raw.entries, "rank", "position", "left", "right");
    this.lists = drawing.lists;
    this.counterNames = drawing.counters;
    this.known = known;
    this.offsets = new Map();
    this.byMerge = []; // number of merges -> the last frame with that number
    // frame -> the frame whose merge made its tokens; since then, stale entries were popped or bytes shifted
    this.madeBy = [];
    frames.forEach((frame, at) => {
      this.byMerge[frame.merges] = at;
      const isBetween = encoder === "priority_merge" || encoder === "shift_reduce";
      this.madeBy[at] = frame.merged || at === 0 || !isBetween ? at : this.madeBy[at - 1];
    });
  }

  token(id) {
    return this.known.get(id);
  }

  // The token that a rank gives.
  tokenOfRank(rank) {
    return this.known.get(this.known.idOfRank?.[rank] ?? rank);
  }

  // The boxes that a row shows for a frame: its tokens; for bpe_backtrack also the candidate token and the bytes ahead.
  boxesOf(frame) {
    const starts = this.startsOf(frame);
    const boxes = this.tokensOf(frame).map((id, at) => ({ token: this.token(id), start: starts[at], kind: "" }));
    if (this.encoder === "shift_reduce") return boxes.map((box, at) => (at < frame.own.depth ? box : { ...box, kind: "unread" }));
    if (this.encoder !== "bpe_backtrack") return boxes;
    let read = boxes.length ? boxes.at(-1).start + boxes.at(-1).token.bytes.length : 0;
    const { tried, outcome, position } = frame.own;
    if (outcome === "accepted") boxes.at(-1).kind = "merged";
    else if (tried !== null && position === read) {
      boxes.push({ token: this.token(tried), start: read, kind: "refused" });
      read += this.token(tried).bytes.length;
    }
    for (; read < this.span.length; read++) boxes.push({ token: this.byte(read), start: read, kind: "unread" });
    return boxes;
  }

  byte(at) {
    const bytes = this.span.slice(at, at + 1);
    return { id: "", bytes, text: textOf(bytes), hex: hexOf(bytes) };
  }

  // How many positions the lane has, and the frame at each of them; positions beyond the end give the last frame.
  positions(pace) {
    return pace === "merge" ? this.byMerge.length : this.frames.length;
  }

  frameAt(position, pace) {
    const at = Math.min(position, this.positions(pace) - 1);
    return pace === "merge" ? this.byMerge[at] : at;
  }

  list(number) {
    return this.lists[number];
  }

  tokensOf(frame) {
    return this.list(frame.tokens);
  }

  // Byte offsets of the tokens of a list, cached because most frames share theirs with those of other lanes.
  startsOf(frame) {
    if (!this.offsets.has(frame.tokens)) {
      let at = 0;
      this.offsets.set(frame.tokens, this.list(frame.tokens).map((id) => {
        const start = at;
        at += this.token(id).bytes.length;
        return start;
      }));
    }
    return this.offsets.get(frame.tokens);
  }

  // All work up to a frame, by counter; without a frame, the total of the lane.
  work(frame) {
    const done = this.list(frame ? frame.work : this.total);
    return Object.fromEntries(this.counterNames.map((name, at) => [name, done[at]]));
  }
}

export function readTraces(drawing) {
  const known = Object.fromEntries(Object.entries(drawing.tokens ?? {}).map(([name, tokens]) => [name, new KnownTokens(tokens, drawing.merged?.[name])]));
  const several = Object.keys(known).length > 1;
  const span = bytesOfHex(drawing.span ?? "");
  const lanes = (drawing.lanes ?? []).map((raw) => new Lane(raw, drawing, known[raw.vocabulary], span));
  for (const lane of lanes) lane.name = several ? `${lane.encoder}, ${lane.vocabulary}` : lane.encoder;
  return { span, lanes };
}

// The first position at which the boundaries of two lanes differ, -1 for none.
export function firstDifference(a, b, pace) {
  const most = Math.max(a.positions(pace), b.positions(pace));
  for (let position = 0; position < most; position++) {
    const [left, right] = [a, b].map((lane) => lane.startsOf(lane.frames[lane.frameAt(position, pace)]));
    if (left.length !== right.length || left.some((start, at) => start !== right[at])) return position;
  }
  return -1;
}
