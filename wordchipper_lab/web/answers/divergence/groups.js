// Divergences counted by signature: one cause, one group, one shortest example. Twin: lab/divergence/groups.py.

const MOST = 1000;
const lengthOf = (text) => Array.from(text).length;

export class DivergenceGroups {
  constructor(most = MOST) {
    this.most = most;
    this.groups = new Map();
  }

  get size() {
    return this.groups.size;
  }

  add(divergence) {
    const { signature } = divergence;
    const known = this.groups.get(signature);
    if (!known && this.groups.size === this.most) return;
    const isShortest = !known || lengthOf(divergence.text) < lengthOf(known.example.text);
    this.groups.set(signature, { signature, count: (known?.count ?? 0) + 1, example: isShortest ? divergence : known.example });
  }

  // Most frequent first, then by signature.
  list() {
    return [...this.groups.values()].sort((one, other) => other.count - one.count || compareTexts(one.signature, other.signature));
  }
}

// By codepoint, as Python compares strings.
export function compareTexts(one, other) {
  const [a, b] = [one, other].map((text) => Array.from(text, (character) => character.codePointAt(0)));
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}
