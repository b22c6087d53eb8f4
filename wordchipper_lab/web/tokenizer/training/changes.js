/** The events of a traced merge as changes, summed for each span; twin of Python's training/fast/changes.py. */

const WITHDRAW = 1;
const REWRITE = 2;

/** Per occurrence. */
export const MOST_EVENTS = 6;

/**
 * @typedef {Object} Change what a merge did to a trainer's data
 * @property {"withdraw" | "rewrite" | "register"} kind
 * @property {number} span
 * @property {number} left
 * @property {number} right the pair whose count changes; the merged pair for "rewrite"
 * @property {number} weight by how much; for "rewrite" the number of occurrences merged
 */

/** A pair as one number; pairs in their order are these in theirs. @param {number} left @param {number} right */
export const pairKey = (left, right) => left * 2 ** 32 + right;

/** @param {number} key @returns {[number, number]} */
export const pairOf = (key) => [Math.floor(key / 2 ** 32), key % 2 ** 32];

/**
 * The changes of one merge, span by span: withdrawals, the rewriting, registrations; only the net ones.
 * @param {readonly number[][]} events code, span, left, right, weight of each
 * @returns {Change[]}
 */
export function changesOf(events) {
  /** @type {Change[]} */
  const changes = [];
  for (let begin = 0; begin < events.length; ) {
    const span = events[begin][1];
    let end = begin;
    while (end < events.length && events[end][1] === span) end++;
    changes.push(...changesOfSpan(span, events.slice(begin, end)));
    begin = end;
  }
  return changes;
}

/** @param {number} span @param {readonly number[][]} events @returns {Change[]} */
function changesOfSpan(span, events) {
  /** @type {Map<number, number>} */
  const weights = new Map();
  let [left, right, rewritten] = [0, 0, 0];
  for (const [code, , first, second, weight] of events) {
    if (code === REWRITE) {
      [left, right, rewritten] = [first, second, rewritten + weight];
    } else {
      const key = pairKey(first, second);
      weights.set(key, (weights.get(key) ?? 0) + (code === WITHDRAW ? -weight : weight));
    }
  }
  /** @param {"withdraw" | "register"} kind @param {number} sign @returns {Change[]} */
  const ofKind = (kind, sign) =>
    [...weights].filter(([, weight]) => weight * sign > 0).map(([key, weight]) => changed(kind, span, key, weight));
  return [...ofKind("withdraw", -1), { kind: "rewrite", span, left, right, weight: rewritten }, ...ofKind("register", 1)];
}

/** @param {"withdraw" | "register"} kind @param {number} span @param {number} key @param {number} weight @returns {Change} */
function changed(kind, span, key, weight) {
  const [left, right] = pairOf(key);
  return { kind, span, left, right, weight };
}
