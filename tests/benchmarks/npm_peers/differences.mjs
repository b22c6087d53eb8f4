// Where ids differ from the expected ones.

/** Most ids of a difference that are told. */
const TOLD = 6;

/**
 * @typedef {object} Difference  The first of a group of texts.
 * @property {number} text  Number of the text in its group.
 * @property {number} at  Index of the first id that differs.
 * @property {number[] | string} found  The ids from there on, at most six; a string says why there are none.
 * @property {number[]} expected
 *
 * @typedef {object} Tally
 * @property {number} texts  How many texts were compared.
 * @property {number} different  How many of these have other ids.
 * @property {Difference | null} first
 */

/** @returns {Tally} */
export function emptyTally() {
  return { texts: 0, different: 0, first: null };
}

/**
 * Compare one text more.
 * @param {Tally} tally
 * @param {Uint32Array | string} found  A string says why there are no ids.
 * @param {Uint32Array} expected
 */
export function compareIds(tally, found, expected) {
  const text = tally.texts++;
  const at = typeof found === "string" ? 0 : firstDifference(found, expected);
  if (at < 0) return;
  tally.different += 1;
  tally.first ??= {
    text,
    at,
    found: typeof found === "string" ? found : [...found.subarray(at, at + TOLD)],
    expected: [...expected.subarray(at, at + TOLD)],
  };
}

/**
 * Index of the first id that differs; -1 if all are equal.
 * @param {Uint32Array} found
 * @param {Uint32Array} expected
 */
export function firstDifference(found, expected) {
  const shorter = Math.min(found.length, expected.length);
  for (let at = 0; at < shorter; at++) {
    if (found[at] !== expected[at]) return at;
  }
  return found.length === expected.length ? -1 : shorter;
}
