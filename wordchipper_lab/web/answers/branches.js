// Which branch of a split pattern made a span: the first of them that matches where the span begins. Twin:
// lab/divergence/branches.py, which asks the `regex` package; here each branch is an automaton of its own.

const WINDOWS = [64, 4096, 1 << 20];
const CONTINUES = (byte) => (byte & 0xc0) === 0x80;

// Escapes, character sets, brackets and bars of a pattern; anything else one by one.
const PART = /\\[^]|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\(|\)|\||[^\\[()|]+|[^]/gu;

// The top-level alternatives of a pattern, in order: {index, source}
export function splitBranches(pattern) {
  const sources = [""];
  let depth = 0;
  for (const [part] of pattern.matchAll(PART)) {
    depth += part === "(" ? 1 : part === ")" ? -1 : 0;
    if (part === "|" && depth === 0) sources.push("");
    else sources[sources.length - 1] += part;
  }
  return sources.map((source, index) => ({ index, source }));
}

// The branch that made the word span of bytes `start` to `end`; null if that is unclear. patterns: of match_at.js
export function findBranch(patterns, pattern, data, start, end) {
  const branches = splitBranches(pattern);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const window of WINDOWS) { // a span usually depends on little text after its end
    let stop = Math.min(data.length, end + window);
    while (stop < data.length && CONTINUES(data[stop])) stop -= 1;
    const ahead = decoder.decode(data.subarray(start, stop));
    for (const branch of branches) {
      const size = patterns.matchAtStart(branch.source, ahead);
      if (size < 0) continue;
      if (size === end - start) return branch;
      break;
    }
  }
  return null;
}
