/**
 * Sets of codepoints as the places where membership changes: [in, out, in, out, ...], ascending.
 *
 * In Python (`predicates.set_edges`) such numbers are indices among the scalar values. Here they are
 * codepoints: a set may contain surrogates.
 */

/** @typedef {ArrayLike<number>} CodeSet */

export const N_CODEPOINTS = 0x110000;

/** @type {CodeSet} */
export const EVERYTHING = [0, N_CODEPOINTS];

/** @type {CodeSet} */
export const NOTHING = [];

/**
 * The set of all codepoints that are not in `set`.
 * @param {CodeSet} set
 * @returns {CodeSet}
 */
export function complementOf(set) {
  const edges = [];
  let start = 0;
  for (let at = 0; at < set.length; at += 2) {
    if (set[at] > start) edges.push(start, set[at]);
    start = set[at + 1];
  }
  if (start < N_CODEPOINTS) edges.push(start, N_CODEPOINTS);
  return edges;
}

/**
 * The union of sets.
 * @param {readonly CodeSet[]} sets
 * @returns {CodeSet}
 */
export function unionOf(sets) {
  if (sets.length === 1) return sets[0];
  const n = sets.reduce((sum, set) => sum + set.length / 2, 0);
  const starts = new Uint32Array(n);
  const ends = new Uint32Array(n);
  let filled = 0;
  for (const set of sets) {
    for (let at = 0; at < set.length; at += 2) {
      starts[filled] = set[at];
      ends[filled++] = set[at + 1];
    }
  }
  // A place is inside if more ranges have begun than have ended.
  starts.sort();
  ends.sort();
  const edges = [];
  for (let begun = 0, ended = 0; begun < n;) {
    edges.push(starts[begun++]);
    while (ended < begun) {
      if (begun < n && starts[begun] <= ends[ended]) begun += 1;
      else ended += 1;
    }
    edges.push(ends[ended - 1]);
  }
  return edges;
}

/**
 * The characters that are in both sets.
 * @param {CodeSet} one
 * @param {CodeSet} other
 * @returns {CodeSet}
 */
export function intersectionOf(one, other) {
  const edges = [];
  let [at, next] = [0, 0];
  while (at < one.length && next < other.length) {
    const start = Math.max(one[at], other[next]);
    const end = Math.min(one[at + 1], other[next + 1]);
    if (start < end) edges.push(start, end);
    if (one[at + 1] < other[next + 1]) at += 2;
    else next += 2;
  }
  return edges;
}

/**
 * Is the codepoint in the set?
 * @param {CodeSet} set
 * @param {number} codepoint
 * @returns {boolean}
 */
export function hasCodepoint(set, codepoint) {
  let low = 0;
  let high = set.length; // of edges, the number that are not above the codepoint
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (set[middle] <= codepoint) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}
