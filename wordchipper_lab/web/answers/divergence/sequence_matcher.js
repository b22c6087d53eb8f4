// What two sequences have in common. Twin: SequenceMatcher of Python's difflib, without its notion of junk.

// The longest matching block of a[low:high] and b[otherLow:otherHigh]; of several the first in a, then in b.
function longestMatch(a, places, low, high, otherLow, otherHigh) {
  let best = { a: low, b: otherLow, size: 0 };
  let lengths = new Map(); // of the matches that end at a place of b
  for (let at = low; at < high; at++) {
    const longer = new Map();
    for (const other of places.get(a[at]) ?? []) {
      if (other < otherLow) continue;
      if (other >= otherHigh) break;
      const size = (lengths.get(other - 1) ?? 0) + 1;
      longer.set(other, size);
      if (size > best.size) best = { a: at - size + 1, b: other - size + 1, size };
    }
    lengths = longer;
  }
  return best;
}

// [{a, b, size}], ascending
function matchingBlocks(a, b) {
  const places = new Map();
  b.forEach((item, at) => {
    if (places.has(item)) places.get(item).push(at);
    else places.set(item, [at]);
  });
  const waiting = [[0, a.length, 0, b.length]];
  const found = [];
  while (waiting.length) {
    const [low, high, otherLow, otherHigh] = waiting.pop();
    const best = longestMatch(a, places, low, high, otherLow, otherHigh);
    if (!best.size) continue;
    found.push(best);
    if (low < best.a && otherLow < best.b) waiting.push([low, best.a, otherLow, best.b]);
    if (best.a + best.size < high && best.b + best.size < otherHigh) {
      waiting.push([best.a + best.size, high, best.b + best.size, otherHigh]);
    }
  }
  return found.sort((one, other) => one.a - other.a || one.b - other.b);
}

// [what, from, to, from, to]: how `a` becomes `b`
export function opcodes(a, b) {
  const joined = [];
  for (const block of matchingBlocks(a, b)) {
    const last = joined.at(-1);
    if (last && last.a + last.size === block.a && last.b + last.size === block.b) last.size += block.size;
    else joined.push({ ...block });
  }
  const codes = [];
  let [i, j] = [0, 0];
  for (const block of [...joined, { a: a.length, b: b.length, size: 0 }]) {
    const what = i < block.a ? (j < block.b ? "replace" : "delete") : j < block.b ? "insert" : null;
    if (what) codes.push([what, i, block.a, j, block.b]);
    i = block.a + block.size;
    j = block.b + block.size;
    if (block.size) codes.push(["equal", block.a, i, block.b, j]);
  }
  return codes;
}

// From 0 to 1.
export function similarity(a, b) {
  const matches = matchingBlocks(a, b).reduce((sum, { size }) => sum + size, 0);
  return a.length + b.length ? (2 * matches) / (a.length + b.length) : 1;
}
