// Vocabularies of a few merges, for examples that real ones do not show as clearly. Twin: lab/merging/toys.py.

const MERGED = {
  "toy: bc, ab": ["bc", "ab"],
  "toy: ab, cd, abcd": ["ab", "cd", "abcd"],
};

export function isToy(name) {
  return Object.hasOwn(MERGED, name);
}

// Its tokens, the 256 bytes first, and what else a vocabulary is made of.
export function readToy(name) {
  const tokens = [...Array.from({ length: 256 }, (_, byte) => [byte]), ...MERGED[name].map((text) => [...new TextEncoder().encode(text)])];
  const tokenStarts = new Uint32Array(tokens.length + 1);
  tokens.forEach((token, i) => { tokenStarts[i + 1] = tokenStarts[i] + token.length; });
  const ranked = { tokenData: Uint8Array.from(tokens.flat()), tokenStarts };
  return { ranked, described: { name, pattern: String.raw`\S+|\s+`, specialTokens: new Map() } };
}
