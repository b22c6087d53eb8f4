// What changed between two rows of boxes over the same bytes.

// Where several boxes became one, or one several (isBackwards): {start, parts: the first byte of each part}. Boxes:
// {start, token}, in order.
export function regrouped(before, after) {
  if (!before.length || !after.length) return [];
  return [...joined(before, after, false), ...joined(after, before, true)];
}

function joined(parts, wholes, isBackwards) {
  const found = [];
  let at = 0;
  for (const { start, token } of wholes) {
    const size = token.bytes.length;
    while (at < parts.length && parts[at].start < start) at += 1;
    const inside = [];
    for (let next = at; next < parts.length && parts[next].start < start + size; next++) inside.push(parts[next]);
    const last = inside.at(-1);
    const isExact = last && inside[0].start === start && last.start + last.token.bytes.length === start + size;
    if (inside.length > 1 && isExact) found.push({ start, parts: inside.map((part) => part.start), isBackwards });
  }
  return found;
}
