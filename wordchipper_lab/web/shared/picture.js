// A part of the page as a picture: an SVG file that holds the styled HTML, or a PNG file drawn from it.

import { svgFile } from "./svg_chart.js";

const PIXELS = 2; // of the PNG for each of the page
const MOST_ELEMENTS = 4000; // styles are copied element by element, 0.2 ms each
const LEFT_OUT = new Set(["-webkit-locale", "block-size", "inline-size", "perspective-origin", "transform-origin"]);
const KEPT = new Set(["direction", "unicode-bidi"]); // `all` leaves them as they are

export class PictureError extends Error {}

// node: an element; an <svg> becomes a plain SVG file, anything else a foreignObject
export function svgPicture(node) {
  if (node instanceof SVGSVGElement) return svgFile(node, node.parentElement);
  if (node.querySelectorAll("*").length > MOST_ELEMENTS) throw new PictureError("This picture has too many parts for one file: shorten the text.");
  const { width, height } = sizeOf(node);
  const copy = node.cloneNode(true);
  styleLike(copy, node);
  for (const part of copy.querySelectorAll(".wcl-controls")) part.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/1999/xhtml");
  Object.assign(copy.style, { margin: "0", maxHeight: "none", overflow: "visible", width: `${width}px` });
  const markup = new XMLSerializer().serializeToString(copy);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<foreignObject width="100%" height="100%">${markup}</foreignObject></svg>\n`;
}

export async function pngPicture(node) {
  const { width, height } = sizeOf(node);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgPicture(node))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * PIXELS, height * PIXELS];
  const context = canvas.getContext("2d");
  context.scale(PIXELS, PIXELS);
  context.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new PictureError("The browser could not make a PNG of this size: save the SVG instead."))), "image/png");
  });
}

function sizeOf(node) {
  if (node instanceof SVGSVGElement) return { width: node.clientWidth, height: node.clientHeight };
  return { width: Math.ceil(node.offsetWidth), height: Math.ceil(Math.max(node.offsetHeight, node.scrollHeight)) };
}

// Writes the computed styles of `node` and of all that is in it into `copy`, with what its pseudo-elements draw.
function styleLike(copy, node) {
  const style = getComputedStyle(node);
  copy.setAttribute("style", cssOf(style));
  for (const name of [...copy.attributes].map((attribute) => attribute.name)) if (name.startsWith("on")) copy.removeAttribute(name);
  const inner = [...node.children];
  [...copy.children].forEach((child, at) => styleLike(child, inner[at]));
  if (node.scrollLeft || node.scrollTop) keepScroll(copy, node);
  const before = getComputedStyle(node, "::before");
  if (before.content !== "none" && before.content !== "normal") {
    const drawn = document.createElement("span");
    drawn.setAttribute("style", cssOf(before));
    drawn.textContent = before.content.replace(/^"|"$/g, "");
    copy.prepend(drawn);
  }
}

// A picture cannot be scrolled: what is in sight is moved to where it is seen.
function keepScroll(copy, { scrollLeft, scrollTop }) {
  copy.style.overflow = "hidden";
  for (const child of copy.children) child.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
}

// Only what differs from the initial values, to which all else is set: a tenth of the length.
function cssOf(style) {
  const { initial, colours } = initialStyle();
  const isSaid = (name) => {
    const value = style.getPropertyValue(name);
    return KEPT.has(name) || value !== (colours.has(name) ? style.color : initial.get(name));
  };
  const names = [...style].filter((name) => !LEFT_OUT.has(name) && !name.startsWith("--") && isSaid(name));
  return ["all:initial", ...names.map((name) => `${name}:${style.getPropertyValue(name)}`)].join(";");
}

// The initial values, and the names of those that are the colour of the text.
let measured = null;

function initialStyle() {
  if (measured) return measured;
  const node = document.createElement("i");
  node.setAttribute("style", "all:initial");
  document.body.append(node);
  const style = getComputedStyle(node);
  const read = () => new Map([...style].map((name) => [name, style.getPropertyValue(name)]));
  const initial = read();
  node.style.color = "rgb(1, 2, 3)";
  const colours = new Set([...read()].filter(([name, value]) => name !== "color" && value !== initial.get(name)).map(([name]) => name));
  node.remove();
  measured = { initial, colours };
  return measured;
}
