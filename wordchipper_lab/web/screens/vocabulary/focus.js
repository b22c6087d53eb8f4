// Rebuilding a part would move the focus to the start of the page.

function controlName(node) {
  return node.getAttribute("aria-label") ?? node.textContent;
}

// Rebuild the contents of `node` (tabindex -1): the focus stays on the control of the same name; while there
// is none, on `node`.
export function keepFocus(node, rebuild) {
  const held = document.activeElement;
  const name = held === node ? node.dataset.held : node.contains(held) ? controlName(held) : null;
  rebuild();
  if (!name || (held !== node && node.contains(held))) return;
  node.dataset.held = name;
  const same = [...node.querySelectorAll("button:enabled")].find((button) => controlName(button) === name);
  (same ?? node).focus({ preventScroll: true });
}
