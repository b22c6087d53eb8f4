/** The `normalizer` of a `tokenizer.json`: only NFC is carried out. Twin: vocab/formats/normalizer.py. */

import { expectList, expectObject, typeOf, unsupported, written, wrongFile } from "./json_parts.js";

const WITHOUT_OPTIONS = ["NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt"];
const KINDS = [...WITHOUT_OPTIONS, "Strip", "Replace", "Prepend", "BertNormalizer"];
const MOST_DEPTH = 256;

/**
 * Whether texts become NFC; throws, naming the part, for anything else.
 * @param {unknown} normalizer
 * @param {number} [depth]
 * @returns {boolean}
 */
export function isNfc(normalizer, depth = 0) {
  if (normalizer === null || normalizer === undefined) return false;
  const part = expectObject("normalizer", normalizer);
  if (part.type === "NFC") return true;
  if (part.type !== "Sequence") {
    const expected = KINDS.includes(part.type) ? "NFC or none" : `one of ${KINDS.join(", ")}`;
    throw unsupported(`normalizer ${typeOf(part)}`, expected);
  }
  if (depth === MOST_DEPTH) throw wrongFile("expected a vocabulary, got sequences nested too deeply");
  let found = false;
  for (const each of expectList("normalizers", part.normalizers)) found = isNfc(each, depth + 1) || found;
  return found;
}

/**
 * Throw for an added token that NFC may make of other characters, or whose end it may compose with what
 * follows.
 *
 * Of ASCII it makes nothing but the three below, each of one other character. The end of a token that is
 * searched for in normalized text must stay, too: a letter, or one of "<=>", may get an accent.
 * @param {ReadonlyMap<string, { isNormalized: boolean }>} addedTokens
 */
export function checkStable(addedTokens) {
  for (const [text, { isNormalized }] of addedTokens) {
    const given = `normalizer NFC with the added token ${written(text)}`;
    if (!/^[^\u0080-\u{10ffff}K;`]+$/u.test(text)) throw unsupported(given, "one of ASCII without K, ; and `");
    if (isNormalized && /[A-Za-z<=>]$/.test(text)) throw unsupported(given, "one that is not normalized");
  }
}
