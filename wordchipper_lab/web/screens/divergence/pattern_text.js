// A pattern as it is written in its box: over several lines, and coloured by what its parts do. A line break and the
// blanks after it are layout, not part of the pattern; the kernel only ever sees the pattern.

const ONE_LINE = 40; // characters that are not worth several lines

const PARTS = [
  ["layout", /\n[ \t]*/],
  ["set", /\\[pP](?:\{[^}]*\}|.)|\\[sSdDwWhR]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]?|\./],
  ["escape", /\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^]|$)/],
  ["group", /\((?:\?(?:[:=!>|]|<[=!]|P?<\w+>|[a-zA-Z-]+[:)]))?|\)|[$^]/],
  ["many", /(?:[?*+]|\{\d+(?:,\d*)?\})[+?]?/],
  ["or", /\|/],
  ["plain", /[^\\[(){|?*+.$^\n]+|[^]/],
];
const SCANNER = new RegExp(PARTS.map(([kind, { source }]) => `(?<${kind}>${source})`).join("|"), "gu");

// The parts of a written pattern, in order: [{kind, text}]
export function partsOf(written) {
  return [...written.matchAll(SCANNER)].map(({ 0: text, groups }) => ({ kind: PARTS.find(([name]) => groups[name] !== undefined)[0], text }));
}

// The pattern without its layout. A line break behind a backslash is part of it.
export function patternOf(written) {
  return written.replace(/(\\[^])|\n[ \t]*/g, (all, escaped) => escaped ?? "");
}

// A pattern as it is first shown: a line for each alternative, if there is enough of it.
export function laidOut(pattern) {
  const written = pattern.replace(/\\?\n/g, "\\n").replace(/\\?\r/g, "\\r");
  if (written.length <= ONE_LINE) return written;
  let depth = 0;
  return partsOf(written).map(({ kind, text }) => {
    if (kind === "group") depth += text === ")" ? -1 : text.startsWith("(") && !text.endsWith(")") ? 1 : 0;
    return kind === "or" && depth === 0 ? "\n|" : text;
  }).join("");
}

// Where a branch differs from the one beside it: ranges [from, to), counted from `at`. pieces: a PatternPieces
export function differencesIn(pieces, at = 0) {
  const ranges = [];
  pieces.text.forEach((text, number) => {
    if (pieces.differs[number]) ranges.push([at, at + text.length]);
    at += text.length;
  });
  return ranges;
}

// The same for one side ("a" or "b") of a PatternsRecord, counted in its whole pattern.
export function differencesOf(patterns, side) {
  const ranges = [];
  let at = 0;
  for (const { [side]: pieces } of patterns?.branches ?? []) {
    if (!pieces) continue;
    ranges.push(...differencesIn(pieces, at));
    at += pieces.text.join("").length + 1; // the bar between two branches
  }
  return ranges;
}
