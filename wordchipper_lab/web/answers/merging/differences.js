// Where a wrong encoder goes wrong. Twin: lab/merging/differences.py.

// The first misstep of the trace `wrong`, null if its merges are BPE's; right: the trace of a correct merging encoder.
// `frame`: to which the merge led; `wrong`: it, null if merges of BPE are missing instead; `instead`: what BPE merges there
export function findMisstep(wrong, right) {
  const demanded = right.frames.map(({ merged }) => merged).filter(Boolean);
  const rangeOf = ({ start, end }) => `${start} ${end}`;
  const ranges = new Set(demanded.map(rangeOf));
  const made = new Set();
  for (const { step, merged } of wrong.frames) {
    if (!merged) continue;
    if (!ranges.has(rangeOf(merged))) {
      return { frame: step, wrong: merged, instead: demanded.find((pair) => cross(pair, merged)) ?? null };
    }
    made.add(rangeOf(merged));
  }
  const missing = demanded.find((pair) => !made.has(rangeOf(pair)));
  return missing ? { frame: wrong.frames.at(-1).step, wrong: null, instead: missing } : null;
}

// Whether two ranges overlap and neither is inside the other.
function cross(one, other) {
  return (one.start < other.start && other.start < one.end && one.end < other.end) ||
    (other.start < one.start && one.start < other.end && other.end < one.end);
}
