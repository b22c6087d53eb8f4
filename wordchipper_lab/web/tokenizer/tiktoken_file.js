/** The `.tiktoken` format: a line for each token, its bytes in base64 and its rank. */

import { TiktokenFileError } from "./errors.js";

const LARGEST_RANK = (1 << 24) - 1;

/** Values of the base64 letters, -1 for any other byte. */
const VALUES = new Int8Array(256).fill(-1);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((letter, i) => {
  VALUES[letter.charCodeAt(0)] = i;
});

const SPACE = 32;
const NEWLINE = 10;
const RETURN = 13;
const EQUALS = 61;

/**
 * @param {Uint8Array} data
 * @returns {import("./vocabulary.js").RankedTokens}
 */
export function readTiktoken(data) {
  if (!(data instanceof Uint8Array)) {
    throw new TiktokenFileError(`is ${data === null ? "null" : typeof data}, not a Uint8Array`);
  }
  const bytes = new Uint8Array(Math.ceil((data.length * 3) / 4));
  /** @type {number[]} */
  const ranks = [];
  /** @type {number[]} */
  const bounds = [0];
  let written = 0;
  let line = 1;
  for (let at = 0; at < data.length; line++) {
    let stop = data.indexOf(NEWLINE, at);
    if (stop < 0) stop = data.length;
    const end = data[stop - 1] === RETURN ? stop - 1 : stop;
    if (end > at) {
      const space = data.indexOf(SPACE, at);
      if (space <= at || space >= end) throw new TiktokenFileError("has no token and rank", line);
      written = decodeBase64(data, at, space, bytes, written, line);
      ranks.push(readRank(data, space + 1, end, line));
      bounds.push(written);
    }
    at = stop + 1;
  }
  if (ranks.length === 0) throw new TiktokenFileError("has no tokens");
  return byRank(bytes, bounds, ranks);
}

/** @param {Uint8Array} data @param {number} at @param {number} end @param {Uint8Array} out @param {number} to @param {number} line */
function decodeBase64(data, at, end, out, to, line) {
  while (end > at && data[end - 1] === EQUALS) end--;
  if ((end - at) % 4 === 1) throw new TiktokenFileError("has base64 that is cut off", line);
  let bits = 0;
  let n = 0;
  for (; at < end; at++) {
    const value = VALUES[data[at]];
    if (value < 0) throw new TiktokenFileError(`has ${JSON.stringify(String.fromCharCode(data[at]))}, which is not base64`, line);
    bits = ((bits << 6) | value) & 0xffffff;
    n += 6;
    if (n >= 8) {
      n -= 8;
      out[to++] = (bits >> n) & 0xff;
    }
  }
  return to;
}

/** @param {Uint8Array} data @param {number} at @param {number} end @param {number} line */
function readRank(data, at, end, line) {
  let rank = 0;
  for (let i = at; i < end; i++) {
    const digit = data[i] - 48;
    if (!(digit >= 0 && digit <= 9)) throw new TiktokenFileError("has a rank that is no number", line);
    rank = 10 * rank + digit;
    if (rank > LARGEST_RANK) throw new TiktokenFileError(`has a rank over ${LARGEST_RANK.toLocaleString("en")}`, line);
  }
  if (at === end) throw new TiktokenFileError("has no rank", line);
  return rank;
}

/** @param {Uint8Array} bytes @param {readonly number[]} bounds @param {readonly number[]} ranks */
function byRank(bytes, bounds, ranks) {
  const n = ranks.reduce((most, rank) => Math.max(most, rank), -1) + 1;
  const lineOf = new Int32Array(n).fill(-1);
  ranks.forEach((rank, i) => {
    if (lineOf[rank] >= 0) throw new TiktokenFileError(`gives rank ${rank} to two tokens`);
    lineOf[rank] = i;
  });
  const tokenStarts = new Uint32Array(n + 1);
  const tokenData = new Uint8Array(bounds[bounds.length - 1]);
  for (let rank = 0; rank < n; rank++) {
    const i = lineOf[rank];
    const token = i < 0 ? bytes.subarray(0, 0) : bytes.subarray(bounds[i], bounds[i + 1]);
    tokenData.set(token, tokenStarts[rank]);
    tokenStarts[rank + 1] = tokenStarts[rank] + token.length;
  }
  return { tokenData, tokenStarts };
}
