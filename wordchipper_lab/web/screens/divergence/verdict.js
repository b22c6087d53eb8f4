// What the rows show, in one sentence.

import { count } from "../../shared/dom.js";
import { shortened } from "./list.js";
import { spansOf } from "./spans.js";

export const ALIKE = "The two lexers cut this text alike.";

const LONGEST = 20; // most characters of a text that is quoted

// What is different at the first difference of a DivergenceRecord.
export function differenceOf(view) {
  const { first } = view;
  const ends = { a: view.a.end.includes(first), b: view.b.end.includes(first) };
  if (ends.a !== ends.b) return ends.a ? "A ends a span there, B does not" : "B ends a span there, A does not";
  const kind = (name) => spansOf(view[name]).find(({ start }) => start === first)?.kind ?? "nothing";
  return `the span that begins there is a ${kind("a")} in A and a ${kind("b")} in B`;
}

// found: the kernel's results; view: what is drawn of them, or null
export function verdictOf(found, view) {
  if (!view) return found.sentence ?? "";
  if (view.first === null) return ALIKE;
  const place = `byte ${count(view.start + view.from + view.first)}: ${differenceOf(view)}.`;
  const isString = found.source === "strings" || found.source === "proof";
  return isString ? `On “\u2068${shortened(view.text, LONGEST)}\u2069” they differ at ${place}` : `They differ at ${place}`;
}
