// Redraws only the part of a block where a new segmentation differs from the drawn one. The parts before and after the
// change keep their nodes, because laying out a block costs more than everything else (typing_latency.py).

import { drawBlock, tintOf } from "./draw_block.js";

// What two segmentations have in common. The first `start` segments of both are drawn alike; each is also followed by
// the same code point, because that decides where a visible character ends. The segments of `a` from number `first` on
// are drawn alike in `b`, too, except that their numbers differ by `shift`, and so do labels and tints. Their text has
// moved by `moved` UTF-16 units.
export function compareSegmentations(a, b) {
  if (!a || a.what !== b.what) return { start: 0, first: Infinity, shift: 0, moved: 0 };
  const [before, after] = [a.text.length, b.text.length];
  const shortest = Math.min(before, after);
  let head = 0;
  while (head < shortest && a.text.charCodeAt(head) === b.text.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < shortest - head && a.text.charCodeAt(before - 1 - tail) === b.text.charCodeAt(after - 1 - tail)) tail += 1;

  const length = Math.min(a.length, b.length);
  const [endsA, endsB, spansA, spansB] = [a.ends, b.ends, a.spans, b.spans];
  const looksAlike = isPlain(a) && isPlain(b) ? hasSameKind : looksAlikeEver;
  let start = 0;
  while (start < length && endsA[start] === endsB[start] && b.index[start] + 2 <= head
    && spansA[start] === spansB[start] && looksAlike(a, start, b, start)) start += 1;
  const shift = b.length - a.length;
  const bytes = (endsB.at(-1) ?? 0) - (endsA.at(-1) ?? 0);
  const unchanged = after - tail;
  let end = 0;
  for (let at = b.length - 1; end < length - start; at--, end++) {
    const old = at - shift;
    if (endsA[old] + bytes !== endsB[at] || a.byteStart(old) + bytes !== b.byteStart(at) || b.indexStart(at) < unchanged
      || a.opensSpan(old) !== b.opensSpan(at) || !looksAlike(a, old, b, at)) break;
  }
  return { start, first: a.length - end, shift, moved: after - before };
}

// Whether nothing but the text and the kind of span decides how a segment is drawn.
function isPlain(segmentation) {
  return !segmentation.data.made?.size && !segmentation.isOwn;
}

function hasSameKind({ data: one, spans: spansA }, i, { data: other, spans: spansB }, j) {
  return one.spanKinds[spansA[i]] === other.spanKinds[spansB[j]];
}

function looksAlikeEver(a, i, b, j) {
  return a.kind(i) === b.kind(j) && a.isOwn?.(i) === b.isOwn?.(j) && a.isEmpty(i) === b.isEmpty(j) && a.isMade(i) === b.isMade(j)
    && (!a.isMade(i) || String(a.tokenBytes(i)) === String(b.tokenBytes(j)));
}

// Update the node of `block` to show it. before: the block that the node shows now; common: compareSegmentations of the
// drawn segmentation and `segmentation`
export function patchBlock(segmentation, block, before, common) {
  const { node } = block;
  const { nexts } = before;
  const { shift } = common;
  const starts = before.from === block.from;
  if (starts && before.to === block.to && segmentation.indexStart(common.start) > block.to) return; // no node is touched
  const ends = before.to + common.moved === block.to;
  const kept = starts ? nexts.findLastIndex((next) => next >= 0 && next <= common.start) : -1; // nodes before the change
  const goesOn = new Map(); // segment from which old nodes can be kept -> number of nodes before it
  if (ends) nexts.forEach((next, nodes) => next >= common.first && goesOn.set(next + shift, nodes));

  const drawn = drawBlock(segmentation, block, kept < 0 ? null : nexts[kept], goesOn);
  const old = [...node.childNodes];
  const first = Math.max(kept, 0);
  const last = goesOn.get(drawn.stopped) ?? old.length;
  old.slice(first, last).forEach((child) => child.remove());
  if (first) old[first - 1].after(...drawn.nodes);
  else node.prepend(...drawn.nodes);
  renumber(segmentation, old.slice(last), shift);
  block.nexts = [...nexts.slice(0, first), ...drawn.nexts, ...nexts.slice(last + 1).map((next) => (next < 0 ? next : next + shift))];
}

function renumber(segmentation, nodes, shift) {
  if (!shift) return;
  for (const node of nodes) {
    const parts = node.hasAttribute("data-segment") ? [node] : node.querySelectorAll("[data-segment]");
    for (const part of parts) {
      const segment = Number(part.getAttribute("data-segment")) + shift;
      part.setAttribute("data-segment", segment);
      const tint = tintOf(segmentation, segment);
      if (!part.classList.contains(tint)) part.className = part.className.replace(/wcl-tint\d/, tint);
    }
  }
}
