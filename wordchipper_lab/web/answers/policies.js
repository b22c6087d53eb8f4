// The effect of each special-token policy on a text. Twin: lab/policies.py.

const SPECIAL = 1;

// `parsed`: the text as encodeWithSpans gives it under "parse"; what that is takes as long as all the rest.
export function countPolicies(tokenizer, text, parsed) {
  const n = parsed.tokens.length;
  if (!parsed.spanKinds.includes(SPECIAL)) return { parse: n, text: n, error: n, specials: {} };
  const data = new TextEncoder().encode(text);
  const specials = {};
  parsed.spanKinds.forEach((kind, span) => {
    if (kind !== SPECIAL) return;
    const token = new TextDecoder().decode(data.subarray(span > 0 ? parsed.spanEnds[span - 1] : 0, parsed.spanEnds[span]));
    specials[token] = (specials[token] ?? 0) + 1;
  });
  return { parse: n, text: tokenizer.count(text, "text"), error: null, specials };
}
