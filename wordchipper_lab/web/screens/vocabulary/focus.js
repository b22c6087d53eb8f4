// What is rebuilt would drop the focus to the beginning of the page.

function controlName(node) {
  return node.getAttribute("aria-label") ?? node.textContent;
}

// Rebuild what is in `node` (tabindex -1): the focus stays on the control of the same name; as long as there is none, on `node`.
export function keepFocus(node, rebuild) {
  const held = document.activeElement;
  const name = held === node ? node.dataset.held : node.contains(held) ? controlName(held) : null;
  rebuild();
  if (!name || (held !== node && node.contains(held))) return;
  node.dataset.held = name;
  const same = [...node.querySelectorAll("button:enabled")].find((button) => controlName(button) === name);
  (same ?? node).focus({ preventScroll: true });
}
