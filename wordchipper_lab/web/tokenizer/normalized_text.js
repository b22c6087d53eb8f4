/** Texts as a normalizer leaves them: special tokens as they are, what lies between them in normal form C. */

import { NUMBERS } from "./layout.js";
import { normalFormC } from "./normal_form.js";
import { SPECIAL, findRegions } from "./span_blocks.js";
import { encodeInto } from "./workspace.js";

/**
 * The text whose ids, without a normalizer, are those of `text` with one; the same string if nothing changes.
 *
 * It has the same special tokens in it: the ones that a vocabulary with a normalizer may have are not made,
 * nor changed, by normalization (see tokenizer_json/normalizer.js).
 * @param {import("./engine.js").Engine} engine
 * @param {import("./special_set.js").SpecialSet | null} set the special tokens to look for
 * @param {string} text
 * @returns {string}
 */
export function normalizedText(engine, set, text) {
  const whole = normalFormC(text);
  if (whole === text || set === null) return whole; // in its normal form, each part of a text is in it, too
  const { memory } = engine;
  const room = memory.allocate("uint8", 3 * text.length + NUMBERS.PADDING);
  const bytes = room.part(0, encodeInto(text, room.view, 0));
  const { ends, kinds, n } = findRegions(engine, bytes, set);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts = [];
  for (let i = 0, start = 0; i < n; i++) {
    const end = Number(ends.view[i]);
    const part = decoder.decode(bytes.view.slice(start, end));
    parts.push(kinds.view[i] === SPECIAL ? part : normalFormC(part));
    start = end;
  }
  for (const array of [room, ends, kinds]) memory.release(array);
  return parts.join("");
}
