// Small inline SVG charts: building one, saving one as a file, redrawing it when its width changes.

import { followPrint, PAPER } from "./paper.js";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

const FONT = 'system-ui, "Segoe UI", "Noto Sans", sans-serif';

// The only stylesheet of the charts. It is included in each of them, so that a saved chart looks like the one
// on the page.
const SVG_RULES = `
.wcs-text { fill: var(--wcl-ink); font: 14px ${FONT}; }
.wcs-strong { font-weight: 700; }
.wcs-small { fill: var(--wcl-quiet); font-size: 12px; }
.wcs-grid { stroke: var(--wcl-line); stroke-width: 1; }
.wcs-bar { stroke: var(--wcl-edge); stroke-width: 1; }
.wcs-hue0 { fill: var(--wcl-tint0); }
.wcs-hue1 { fill: var(--wcl-tint1); }
.wcs-hue2 { fill: var(--wcl-tint2); }
.wcs-hue3 { fill: var(--wcl-tint3); }
.wcs-plain { fill: var(--wcl-sunken); }
.wcs-best { stroke: var(--wcl-ink); stroke-width: 2; }
.wcs-whisker { stroke: var(--wcl-ink); stroke-width: 1.5; fill: none; }
.wcs-curve { stroke: var(--wcl-ink); stroke-width: 2; fill: none; }
.wcs-mark { stroke: var(--wcl-ink); stroke-width: 1.5; }
.wcs-ground { fill: var(--wcl-ground); }
`;

export function svgElement(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function svgChart(width, height, label, ...children) {
  return svgElement("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    svgElement("style", {}, SVG_RULES), ...children);
}

export function svgText(x, y, text, classes = "", attributes = {}) {
  return svgElement("text", { x, y, class: `wcs-text ${classes}`, ...attributes }, text);
}

let ruler = null;

// Pixels that a text of a chart takes.
export function textWidth(text, size = 14, weight = 400) {
  ruler ??= document.createElement("canvas").getContext?.("2d") ?? null;
  if (!ruler) return text.length * size * 0.6; // outside a browser
  ruler.font = `${weight} ${size}px ${FONT}`;
  return ruler.measureText(text).width;
}

function resolvedColor(root, name) {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  root.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  const parts = color.match(/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/); // what color-mix() computes to
  return parts ? `rgb(${parts.slice(1).map((part) => Math.round(part * 255)).join(", ")})` : color;
}

// The chart as the text of a self-contained SVG file.
export function svgFile(chart, root) {
  const copy = chart.cloneNode(true);
  copy.setAttribute("xmlns", SVG_NAMESPACE);
  const style = copy.querySelector("style");
  style.textContent = style.textContent.replace(/var\((--[\w-]+)\)/g, (_, name) => resolvedColor(root, name));
  style.after(svgElement("rect", { width: "100%", height: "100%", class: "wcs-ground" }));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

// Calls `draw(width)` now, whenever the width of `node` changes, and when it is seen again: what changed while it was
// hidden could not be laid out. Returns a function that stops it.
export function keepWidth(node, draw) {
  let drawn = 0;
  const fit = () => {
    const width = Math.floor(node.clientWidth); // 0 while it is hidden
    if (width === drawn) return;
    drawn = width;
    if (width) draw(width);
  };
  const limit = (most) => () => {
    node.style.maxWidth = most;
    fit();
  };
  const observer = new ResizeObserver(fit);
  observer.observe(node);
  const stopPrint = followPrint(limit(`${PAPER}px`), limit(""));
  return () => {
    observer.disconnect();
    stopPrint();
  };
}
