/**
 * The `post_processor` of a `tokenizer.json`: ids around those of a text, which `encode` never adds.
 *
 * Twin: wordchipper_lab/vocab/formats/post_processor.py, for callers that do add them.
 */

import { expectList, expectObject, typeOf, unsupported, wrongFile } from "./json_parts.js";

const TEMPLATES = ["TemplateProcessing", "BertProcessing", "RobertaProcessing"];
const EXPECTED = "ByteLevel, and one of TemplateProcessing, RobertaProcessing, BertProcessing";
const MOST_DEPTH = 256;

/** Throw, naming the part, for one that may do something else. @param {unknown} postProcessor */
export function checkPostProcessor(postProcessor) {
  if (postProcessor === null || postProcessor === undefined) return;
  /** @type {import("./json_parts.js").Part[]} */
  const parts = [];
  flatten(expectObject("post_processor", postProcessor), parts, 0);
  let hasTemplate = false;
  for (const part of parts) {
    if (part.type === "ByteLevel") continue;
    if (hasTemplate || !TEMPLATES.includes(part.type)) {
      throw unsupported(`post_processor ${typeOf(part)}${hasTemplate ? " after another one" : ""}`, EXPECTED);
    }
    hasTemplate = true;
  }
}

/**
 * @param {import("./json_parts.js").Part} part
 * @param {import("./json_parts.js").Part[]} found
 * @param {number} depth
 */
function flatten(part, found, depth) {
  if (part.type !== "Sequence") {
    found.push(part);
    return;
  }
  if (depth === MOST_DEPTH) throw wrongFile("expected a vocabulary, got sequences nested too deeply");
  for (const each of expectList("processors", part.processors)) {
    flatten(expectObject("each of processors", each), found, depth + 1);
  }
}
