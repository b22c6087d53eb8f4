// Rows that change places: the new state is drawn right at once, and the rows glide from where they were. What is drawn
// never depends on it.

const LONGEST = 420; // milliseconds of gliding
const SHORTEST = 100; // between two drawings; faster ones would only flicker

const drawnAt = new WeakMap(); // container -> when it was last drawn

// keyOf(child): a name that a row keeps while it moves, null for a child that is not a row; draw(): replaces the children
export function reorder(container, keyOf, draw) {
  const now = performance.now();
  const time = Math.min(LONGEST, 0.8 * (now - (drawnAt.get(container) ?? -Infinity)));
  drawnAt.set(container, now);
  const isStill = time < 0.8 * SHORTEST || !globalThis.matchMedia || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const before = isStill ? null : tops(container, keyOf);
  draw();
  if (!before?.size) return;
  const glide = { duration: time, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
  for (const [key, { row, top }] of tops(container, keyOf)) {
    const from = before.get(key);
    if (!from) row.animate([{ opacity: 0 }, { opacity: 1 }], glide);
    else if (Math.abs(from.top - top) > 1) row.animate([{ transform: `translateY(${from.top - top}px)` }, { transform: "none" }], glide);
  }
}

function tops(container, keyOf) {
  const origin = container.getBoundingClientRect().top - container.scrollTop;
  const rows = [...container.children].map((row) => [keyOf(row), row]).filter(([key]) => key !== null && key !== undefined);
  return new Map(rows.map(([key, row]) => [key, { row, top: row.getBoundingClientRect().top - origin }]));
}
