// A small DOM builder. Text enters the page only as a text node, never as markup.

const FOCUSABLE = new Set(["button", "input", "select", "summary", "textarea"]);

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  // JupyterLab looks for this on the focused element itself first; otherwise "d d" in a view would delete the
  // cell.
  if (FOCUSABLE.has(tag) || node.hasAttribute("tabindex")) node.dataset.lmSuppressShortcuts = "true";
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

let serial = 0;
const own = Math.random().toString(36).slice(2, 6); // one document may hold this module more than once

export function uniqueId(prefix) {
  serial += 1;
  return `wcl-${prefix}-${own}-${serial}`;
}

export function count(number) {
  return Number(number).toLocaleString("en-US");
}

export function plural(number, noun) {
  return `${count(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;
}
