/**
 * The added tokens of a `tokenizer.json`: texts found before anything else processes the input.
 *
 * Twin: wordchipper_lab/vocab/formats/added_tokens.py. Those that take white space with them, or must stand
 * alone, are refused here.
 */

import {
  checkLength,
  expectList,
  expectObject,
  isId,
  refusal,
  unsupported,
  written,
  wrongFile,
} from "./json_parts.js";
import { shareCharacters } from "./shared_characters.js";

const MOST = 100_000;
const LARGEST_ID = (1 << 24) - 1;
const OPTIONS = ["lstrip", "rstrip", "single_word"];
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * `isNormalized`: whether it is searched for in normalized text.
 * @typedef {{ id: number, isNormalized: boolean }} AddedToken
 */

/**
 * All of them by their texts, in the order of the file.
 * @param {unknown} addedTokens
 * @returns {Map<string, AddedToken>}
 */
export function readAddedTokens(addedTokens) {
  const entries = expectList("added_tokens", addedTokens ?? []);
  checkLength("added tokens", entries.length, MOST);
  /** @type {Map<string, AddedToken>} */
  const found = new Map();
  for (const entry of entries) {
    const token = expectObject("each of added_tokens", entry);
    const { content, id } = token;
    if (typeof content !== "string" || content === "" || !isId(id) || found.has(content)) {
      throw wrongFile(`expected an added token with an id and a content of its own, got ${written(entry)}`);
    }
    const shown = `the added token ${written(content)}`;
    if (LONE_SURROGATE.test(content)) throw wrongFile(`${shown} is no text`);
    if (id > LARGEST_ID) throw refusal(`${shown} has the id ${id}: expected 0 to ${LARGEST_ID}`);
    const option = OPTIONS.find((name) => token[name]);
    if (option) throw unsupported(`${option} of ${shown}`, "one that is found as it is");
    found.set(content, { id, isNormalized: Boolean(token.normalized) });
  }
  // Hugging Face looks for those that are not "normalized" first, and for the others in what is left.
  const texts = [...found.keys()];
  const isNormalized = (/** @type {string} */ text) => Boolean(found.get(text)?.isNormalized);
  if (shareCharacters(texts.filter((text) => !isNormalized(text)), texts.filter(isNormalized))) {
    throw unsupported(
      "added tokens of which some are normalized and overlap with others that are not",
      "tokens that one search finds",
    );
  }
  return found;
}

/**
 * Throw unless the stated ids are those that Hugging Face's `tokenizers` assigns, each to one token.
 *
 * That package ignores a stated id: a token in the model's vocabulary has its id from there, and all others
 * are numbered in order from the size of the vocabulary. Of several with one id it finds the last.
 * @param {ReadonlyMap<string, AddedToken>} addedTokens
 * @param {ReadonlyMap<string, number>} vocabulary
 */
export function checkAddedIds(addedTokens, vocabulary) {
  let next = vocabulary.size;
  /** @type {Map<number, string>} */
  const owners = new Map();
  for (const [text, { id: stated }] of addedTokens) {
    const listed = vocabulary.get(text);
    const given = listed ?? next;
    if (listed === undefined) next++;
    if (stated !== given) {
      throw refusal(
        `the added token ${written(text)} has the id ${stated}, but tokenizers would use ${given}; ` +
          "list it with its id in the model's vocab",
      );
    }
    const other = owners.get(stated);
    if (other !== undefined) {
      const both = `${written(other)} and ${written(text)}`;
      throw refusal(`the added tokens ${both} have the same id, ${stated}: give each its own`);
    }
    owners.set(stated, text);
  }
}
