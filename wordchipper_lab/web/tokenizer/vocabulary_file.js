/** Reads vocabulary files; browser/vocabulary_file.py, in Python, writes them and describes the format. */

import { VocabularyFileError } from "./errors.js";
import { CLASSES, UsedFirst, classOf } from "./split_model.js";

const MAGIC = [0x57, 0x4c, 0x56]; // "WLV"; then the version
const MERGED = 2; // the version in which pairs are those that merging joins
const HEAD_BYTES = 16;
const CHECKED_FROM = 8; // bytes of the head that the CRC-32 leaves out
const [LEFT, LENGTH, FRESH, RIGHT] = [0, 1, 2, 3]; // sections; those from RIGHT on are of classes
const SECTIONS = RIGHT + CLASSES;
const COUNTS_BYTES = 4 * (SECTIONS + 2);
const MOST_BYTES = 2 ** 28; // of all tokens
const MOST_WIDTH = 24; // bits that a level leaves out
const MOST_INFLATED = 1032; // bytes that deflate can make of one

/**
 * The tokens of a file. Throws `VocabularyFileError` for anything else, also if it is damaged or truncated.
 * @param {Uint8Array} bytes
 * @returns {Promise<{ tokenData: Uint8Array, tokenStarts: Uint32Array, splits?: Uint32Array }>} token i, which is its
 *   rank, is `tokenData[tokenStarts[i]:tokenStarts[i + 1]]`; empty for an unused id. Of a file that says so, also the
 *   two tokens that merging joins to it; itself, twice, if it is not merged
 */
export async function readVocabulary(bytes) {
  const { tokenData, tokenStarts, splits } = readTokens(new Body(await inflate(bytes)));
  return bytes[MAGIC.length] === MERGED ? { tokenData, tokenStarts, splits } : { tokenData, tokenStarts };
}

/** @param {Body} body */
function readTokens(body) {
  const n = body.sizes[LEFT];
  const tokenStarts = new Uint32Array(n + 1);
  const tokenData = new Uint8Array(body.nBytes);
  const splits = new Uint32Array(2 * n);
  const lefts = new UsedFirst(n);
  const fresh = new UsedFirst(n);
  /** @type {(UsedFirst | undefined)[]} */
  const followers = new Array(CLASSES).fill(undefined);
  let at = 0;
  for (let id = 0; id < n; id++) {
    const number = body.number(LEFT);
    splits[2 * id] = splits[2 * id + 1] = id;
    if (number === 0) {
      const literal = body.literal();
      checkRoom(tokenData.length - at, literal.length);
      tokenData.set(literal, at);
      at += literal.length;
    } else {
      const left = lefts.use(number - 1);
      const leftClass = classOf(tokenData, tokenStarts[left], tokenStarts[left + 1]);
      const after = (followers[leftClass] ??= new UsedFirst(body.sizes[RIGHT + leftClass]));
      let place = body.number(RIGHT + leftClass) - 1;
      if (place < 0) {
        place = after.length;
        after.add(fresh.use(body.number(FRESH)));
      }
      const right = after.use(place);
      at = copy(tokenData, at, tokenStarts[left], tokenStarts[left + 1]);
      at = copy(tokenData, at, tokenStarts[right], tokenStarts[right + 1]);
      splits[2 * id] = left;
      splits[2 * id + 1] = right;
    }
    tokenStarts[id + 1] = at;
    if (at > tokenStarts[id]) {
      lefts.add(id);
      fresh.add(id);
    }
  }
  if (at !== tokenData.length) throw new VocabularyFileError("has tokens of fewer bytes than it says");
  return { tokenData, tokenStarts, splits };
}

/**
 * Copy `data[start:end]` to `at`; returns where the copy ends.
 * @param {Uint8Array} data
 * @param {number} at
 * @param {number} start
 * @param {number} end
 */
function copy(data, at, start, end) {
  checkRoom(data.length - at, end - start);
  for (let from = start; from < end; from++) data[at++] = data[from];
  return at;
}

/** @param {number} room @param {number} length */
function checkRoom(room, length) {
  if (length > room) throw new VocabularyFileError("has tokens of more bytes than it says");
}

/** What was inflated, with a place of reading in each section. */
class Body {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, COUNTS_BYTES);
    const counts = Array.from({ length: SECTIONS + 2 }, (_, i) => view.getUint32(4 * i, true));
    const [nLiterals, nBytes] = counts.slice(SECTIONS);
    this.bytes = bytes;
    this.sizes = counts.slice(0, SECTIONS);
    this.nBytes = nBytes;
    /** @type {number[]} */
    this.next = [];
    let end = COUNTS_BYTES;
    this.ends = this.sizes.map((size) => {
      this.next.push(end);
      return (end += size);
    });
    this.nextLiteral = end;
    this.literalsEnd = end + nLiterals;
    this.bit = 8 * this.literalsEnd;
    if (this.literalsEnd > bytes.length || nBytes >= MOST_BYTES) {
      throw new VocabularyFileError("says that it is longer than it is");
    }
  }

  /** The next number of a section. @param {number} section */
  number(section) {
    const { bytes } = this;
    const at = this.next[section]++;
    if (at >= this.ends[section]) throw new VocabularyFileError("has a section that ends too early");
    const level = bytes[at];
    if (level < 16) return level;
    const width = (level >> 3) - 1;
    if (width > MOST_WIDTH) throw new VocabularyFileError(`has a number of level ${level}`);
    const begin = Math.floor(this.bit / 8);
    const word = bytes[begin] | (bytes[begin + 1] << 8) | (bytes[begin + 2] << 16) | (bytes[begin + 3] << 24);
    const low = (word >>> this.bit % 8) & ((1 << width) - 1);
    this.bit += width;
    return ((level - (width << 3)) << width) + low;
  }

  literal() {
    const start = this.nextLiteral;
    const end = start + this.number(LENGTH);
    if (end > this.literalsEnd) throw new VocabularyFileError("has literals that end too early");
    this.nextLiteral = end;
    return this.bytes.subarray(start, end);
  }
}

/**
 * What a file holds, inflated by the browser.
 * @param {Uint8Array} bytes
 */
async function inflate(bytes) {
  if (!(bytes instanceof Uint8Array)) throw new VocabularyFileError("is no Uint8Array");
  if (bytes.length < HEAD_BYTES) {
    throw new VocabularyFileError(`has ${bytes.length} bytes, which is less than its head`);
  }
  if (MAGIC.some((byte, i) => bytes[i] !== byte) || ![1, MERGED].includes(bytes[MAGIC.length])) {
    throw new VocabularyFileError('does not begin with "WLV" and version 1 or 2');
  }
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const [checkSum, deflated, inflated] = [4, 8, 12].map((at) => head.getUint32(at, true));
  if (bytes.length !== HEAD_BYTES + deflated) {
    throw new VocabularyFileError(`has ${bytes.length} bytes, not ${HEAD_BYTES + deflated}`);
  }
  if (crc32(bytes.subarray(CHECKED_FROM)) !== checkSum) {
    throw new VocabularyFileError("is damaged: its checksum is another than it says");
  }
  if (inflated < COUNTS_BYTES || inflated > deflated * MOST_INFLATED) {
    throw new VocabularyFileError("says that it inflates to what it cannot");
  }
  const result = new Uint8Array(inflated);
  const blob = new Blob([/** @type {BlobPart} */ (bytes.subarray(HEAD_BYTES))]);
  const reader = blob.stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((problem) => {
      throw new VocabularyFileError(`cannot be inflated (${problem})`);
    });
    if (done) break;
    if (length + value.length > inflated) {
      reader.cancel().catch(() => {});
      throw new VocabularyFileError(`inflates to more than ${inflated} bytes`);
    }
    result.set(value, length);
    length += value.length;
  }
  if (length < inflated) throw new VocabularyFileError(`inflates to less than ${inflated} bytes`);
  return result;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = -1;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[at]) & 0xff];
  return ~crc >>> 0;
}
