/**
 * The vocabulary and the merges of a `tokenizer.json`. Tokens are in GPT-2's spelling, a character for each
 * byte.
 */

import { NUMBERS } from "../layout.js";
import { areSpelt, spelt } from "./byte_unicode.js";
import { expectList, isId, refusal, shownBytes, written, wrongFile } from "./json_parts.js";

const SPARE_IDS = 65536;
const NONE = -1;

/** The entries of a vocabulary that are spelt in bytes, by id; and the others. */
export class Entries {
  /**
   * Throws `TokenizerJsonError` for an invalid id, and `UnsupportedTokenizerError` for an id of two tokens.
   * @param {import("./json_parts.js").Part} vocab
   */
  constructor(vocab) {
    /** Text -> id of all. @type {Map<string, number>} */
    this.idOf = new Map(Object.entries(vocab));
    for (const [text, id] of this.idOf) {
      if (!isId(id)) throw wrongFile(`expected an id for token ${written(text)}, got ${written(id)}`);
    }
    const ids = Float64Array.from(this.idOf.values()).sort();
    const n = ids.length;
    const twice = ids.reduce((found, id, i) => found + Number(i > 0 && id === ids[i - 1]), 0);
    if (twice > 0) throw refusal(`${twice} tokens have the id of another one: expected each id once`);
    const largest = n > 0 ? ids[n - 1] : 0;
    if (largest > 2 * n + SPARE_IDS) {
      const tokens = `${n.toLocaleString("en")} tokens`;
      throw wrongFile(`expected ids without large gaps, got ${largest} among ${tokens}`);
    }
    /** @type {string[]} */
    const texts = new Array(largest + 1).fill("");
    /** Entries that no text can give, as id -> UTF-8. @type {Map<number, Uint8Array>} */
    this.others = new Map();
    for (const [text, id] of this.idOf) {
      if (text !== "" && areSpelt(text)) texts[id] = text;
      else this.others.set(id, new TextEncoder().encode(text));
    }
    this.entryOf = new Int32Array(largest + 1).fill(NONE);
    this.ids = Uint32Array.from(ids.filter((id) => texts[id] !== ""));
    this.texts = Array.from(this.ids, (id) => texts[id]);
    this.ids.forEach((id, entry) => (this.entryOf[id] = entry));
  }

  /** Number of the entry with this text, -1 if there is none. @param {string} text */
  find(text) {
    const id = this.idOf.get(text);
    return id === undefined ? NONE : this.entryOf[id];
  }
}

/**
 * Numbers of the entries of left, right and result of each merge: (3 * merges,). They are written "a b" or,
 * in newer files, ["a", "b"].
 * @param {unknown} merges
 * @param {Entries} entries
 * @returns {Int32Array}
 */
export function readMerges(merges, entries) {
  const listed = expectList("merges", merges);
  if (listed.length > NUMBERS.MAX_TOKEN) {
    const [given, limit] = [listed.length, NUMBERS.MAX_TOKEN].map((n) => n.toLocaleString("en"));
    throw refusal(`${given} merges are listed; this engine supports up to ${limit}`);
  }
  const sides = new Int32Array(3 * listed.length);
  for (let rank = 0; rank < listed.length; rank++) {
    const merge = listed[rank];
    let left = "";
    let right = "";
    if (typeof merge === "string") {
      const space = merge.indexOf(" ");
      if (space < 0) throw problemOf(listed, rank);
      left = merge.slice(0, space);
      right = merge.slice(space + 1);
    } else if (Array.isArray(merge) && merge.length === 2) {
      [left, right] = merge;
    }
    const at = 3 * rank;
    sides[at] = entries.find(left);
    sides[at + 1] = entries.find(right);
    if (sides[at] < 0 || sides[at + 1] < 0) throw problemOf(listed, rank, entries);
    sides[at + 2] = entries.find(left + right);
    if (sides[at + 2] < 0) throw problemOf(listed, rank, entries);
  }
  return sides;
}

/**
 * The error for the first merge that is none, or else for that of this rank, which needs something without an
 * id.
 * @param {readonly unknown[]} merges
 * @param {number} rank
 * @param {Entries} [entries]
 */
function problemOf(merges, rank, entries) {
  for (const [i, merge] of merges.entries()) {
    const pair = typeof merge === "string" ? merge.split(" ") : merge;
    const isPair = Array.isArray(pair) && pair.length === 2;
    if (!isPair || !pair.every((side) => typeof side === "string" && areSpelt(side))) {
      return wrongFile(`merge ${i}: expected two tokens, got ${written(merge)}`);
    }
  }
  const merge = /** @type {string | [string, string]} */ (merges[rank]);
  const [left, right] = typeof merge === "string" ? merge.split(" ") : merge;
  const part = [left, right, left + right].find((text) => (entries?.find(text) ?? NONE) < 0) ?? "";
  const [a, b, missing] = [left, right, part].map((text) => shownBytes(spelt(text) ?? new Uint8Array()));
  return refusal(`the merge of ${a} and ${b} needs ${missing}, which has no id`);
}
