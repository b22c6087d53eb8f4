/**
 * Characters that are tokens, and beside which others they may be taken whole: the table `VocabTables.characters`.
 *
 * Why that is exact, and what the words mean, is said in Python's vocab/characters.py, whose `character_table` is the
 * twin of this. The bits of 64 neighbours are two halves of 32.
 */

export const CHARACTERS = 1 << 16;
export const WORDS = 4;
const HALVES = 2 * WORDS;
const NONE = 0xffffffff;

/** @param {number} byte */
const continues = (byte) => (byte & 0xc0) === 0x80;

/** The code point of the character of 2 or 3 bytes at `at`, or -1. @param {Uint8Array} data @param {number} at @param {number} size */
function characterAt(data, at, size) {
  const lead = data[at];
  if (!continues(data[at + 1])) return -1;
  if (size === 2) return lead >= 0xc2 && lead < 0xe0 ? ((lead & 31) << 6) | (data[at + 1] & 63) : -1;
  if ((lead & 0xf0) !== 0xe0 || !continues(data[at + 2])) return -1;
  if (lead === 0xe0 && data[at + 1] < 0xa0) return -1; // a point that has two bytes
  return ((lead & 15) << 12) | ((data[at + 1] & 63) << 6) | (data[at + 2] & 63);
}

/**
 * @param {Uint32Array} table zeros, the halves of 4 words for each code point that has two or three bytes
 * @param {Uint8Array} data
 * @param {Uint32Array} starts
 * @param {Uint32Array} splits
 */
export function fillCharacterTable(table, data, starts, splits) {
  const n = starts.length - 1;
  const lastMerge = new Uint32Array(CHARACTERS);
  const made = [];
  /** @param {number} token */
  const size = (token) => starts[token + 1] - starts[token];
  for (let token = 0; token < n; token++) {
    if (size(token) !== 2 && size(token) !== 3) continue;
    const point = characterAt(data, starts[token], size(token));
    const left = splits[2 * token];
    if (point < 0 || left === token) continue;
    const right = splits[2 * token + 1];
    lastMerge[point] = Math.max(token, size(left) > 1 ? left : 0, size(right) > 1 ? right : 0);
    table[HALVES * point] = token + 1;
    made.push(point);
  }
  const before = new Uint32Array(64 * 64).fill(NONE);
  const behind = new Uint32Array(64 * 64).fill(NONE);
  const beforeTwo = new Uint32Array(1024 * 64).fill(NONE);
  const behindTwo = new Uint32Array(4096 * 64).fill(NONE);
  /** @param {Uint32Array} least @param {number} place @param {number} byte @param {number} token */
  const lower = (least, place, byte, token) => {
    const at = (place << 6) | (byte & 63);
    if (token < least[at]) least[at] = token;
  };
  /** Not beside this neighbour if the two are a token before the character is. @param {number} word @param {number} point @param {number} neighbour @param {number} token */
  const forbid = (word, point, neighbour, token) => {
    if (token < lastMerge[point]) {
      const bit = neighbour & 63;
      table[HALVES * point + 2 * word + (bit >> 5)] |= 1 << (bit & 31);
    }
  };
  for (let token = 0; token < n; token++) {
    const length = size(token);
    if (length < 2) continue;
    const start = starts[token];
    const end = starts[token + 1];
    const first = data[start];
    const last = data[end - 1];
    if (last < 0x80 && first < 0x80) continue;
    // Something, then a lead byte; or something that ends with a continuation byte, then a character's first bytes.
    if (last >= 0xc2 && continues(data[end - 2])) lower(before, last & 63, data[end - 2], token);
    if (length > 2 && continues(last) && continues(data[end - 3]) && data[end - 2] >= 0xc2) {
      const lead = data[end - 2];
      if (lead >= 0xe0) lower(beforeTwo, ((lead & 15) << 6) | (last & 63), data[end - 3], token);
      else forbid(1, ((lead & 31) << 6) | (last & 63), data[end - 3], token);
    }
    if (length > 3 && continues(data[end - 4])) {
      const point = characterAt(data, end - 3, 3);
      if (point >= 0) forbid(1, point, data[end - 4], token);
    }
    // The same for what comes behind.
    if (continues(first) && data[start + 1] >= 0xc0) lower(behind, first & 63, data[start + 1], token);
    if (length > 2 && continues(data[start + 1]) && data[start + 2] >= 0xc0) {
      if (continues(first)) {
        lower(behindTwo, ((first & 63) << 6) | (data[start + 1] & 63), data[start + 2], token);
      }
      const point = characterAt(data, start, 2);
      if (point >= 0) forbid(2, point, data[start + 2], token);
    }
    if (length > 3 && data[start + 3] >= 0xc0) {
      const point = characterAt(data, start, 3);
      if (point >= 0) forbid(2, point, data[start + 3], token);
    }
  }
  for (const point of made) {
    const until = lastMerge[point];
    const isThree = point >= 0x800;
    const lead = isThree ? 0xe0 | (point >> 12) : 0xc0 | (point >> 6);
    addBits(table, HALVES * point + 2, before, lead & 63, until);
    addBits(table, HALVES * point + 4, behind, point & 63, until);
    if (isThree) {
      addBits(table, HALVES * point + 2, beforeTwo, (point >> 6) & 1023, until);
      addBits(table, HALVES * point + 4, behindTwo, point & 4095, until);
    }
  }
}

/** A bit for each neighbour with a lower token. @param {Uint32Array} table @param {number} at @param {Uint32Array} least @param {number} place @param {number} until */
function addBits(table, at, least, place, until) {
  for (let bit = 0; bit < 64; bit++) {
    if (least[(place << 6) | bit] < until) table[at + (bit >> 5)] |= 1 << (bit & 31);
  }
}
