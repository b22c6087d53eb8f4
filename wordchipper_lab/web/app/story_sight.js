// On a phone a story lies over the lower part of the window: what it talks about is brought into the part above it.

const EDGE = 8; // pixels that stay free around what is shown

// Where a node stands in the page when nothing moves any more: animations do not count.
function topOf(node) {
  let top = 0;
  for (let at = node; at; at = at.offsetParent) top += at.offsetTop;
  return top;
}

// Scrolls from the top of the page only as far as `node`, if it is shown, needs to be seen above `sheet`; of a node that is
// too tall, its beginning is seen. Nothing is done while the story stands beside the screen.
export function bringAbove(sheet, node) {
  const { position, bottom } = getComputedStyle(sheet);
  if (position !== "sticky" || bottom === "auto") return;
  const room = window.innerHeight - sheet.offsetHeight;
  const top = topOf(node);
  const wanted = node.getClientRects().length ? Math.min(top - EDGE, top + node.offsetHeight + EDGE - room) : 0;
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: Math.max(0, wanted), behavior: isStill ? "instant" : "smooth" });
}
