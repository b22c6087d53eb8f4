// A pattern as it is drawn: every part in the colour of what it does, with the differing places underlined.

import { element } from "../../shared/dom.js";
import { signedText } from "./ink.js";
import { partsOf, patternOf } from "./pattern_text.js";

const MOST_INK = 20000; // characters; a longer pattern is drawn without colours

// ranges: [[from, to), ...] into the pattern, which has no layout
export function drawPattern(written, ranges) {
  if (written.length > MOST_INK) return [written];
  let at = 0; // in the pattern
  return partsOf(written).map(({ kind, text }) => {
    const size = patternOf(text).length;
    const nodes = size === text.length ? markedText(text, at, ranges) : [text]; // layout, or a set with a line break in it
    at += size;
    return element("span", { class: `wld-p-${kind}` }, ...nodes);
  });
}

// A part of the pattern that begins at `at`.
function markedText(text, at, ranges) {
  const nodes = [];
  let done = 0;
  for (const [from, to] of ranges) {
    const [begin, end] = [Math.max(from - at, done), Math.min(to - at, text.length)];
    if (begin >= end) continue;
    nodes.push(...signedText(text.slice(done, begin)), element("mark", {}, ...signedText(text.slice(begin, end))));
    done = end;
  }
  nodes.push(...signedText(text.slice(done)));
  return nodes;
}
