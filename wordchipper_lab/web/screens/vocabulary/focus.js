// Keeps the focus when a part of the page is rebuilt; otherwise it would move to the start of the page.

function controlName(node) {
  return node.getAttribute("aria-label") ?? node.textContent;
}

// Rebuild the contents of `node` (tabindex -1). The focus stays on the control with the same name, or on `node` while
// there is no such control.
export function keepFocus(node, rebuild) {
  const held = document.activeElement;
  const name = held === node ? node.dataset.held : node.contains(held) ? controlName(held) : null;
  rebuild();
  if (!name || (held !== node && node.contains(held))) return;
  node.dataset.held = name;
  const same = [...node.querySelectorAll("button:enabled")].find((button) => controlName(button) === name);
  (same ?? node).focus({ preventScroll: true });
}
