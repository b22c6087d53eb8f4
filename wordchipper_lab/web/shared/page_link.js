// Links from one served page to another. A page's state is in the query string, as packed by
// lab/permalink.py.

import { inflate } from "./columns.js";

export const MOST_LINK = 6000; // most characters of a packed state, as in lab/permalink.py
export const MOST_STEPPED = 256; // most bytes of a span that the merge stepper accepts, as in screens/stepper/answer.py

export async function packState(state) {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate")); // zlib, RFC 1950
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(charactersOf(bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// Some at a time, because a call takes a limited number of arguments.
function charactersOf(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

// The state in such a word; null if it is damaged.
export async function unpackState(word) {
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await inflate(bytes)));
  } catch {
    return null;
  }
}

// The address of `page` ("stepper") in a given state; null in JupyterLab and in saved pages, which have no other pages
// to link to.
export async function pageAddress(page, state) {
  const link = document.querySelector(`.wordchipper-pages a[data-page="${page}"]`);
  if (!link || typeof CompressionStream === "undefined") return null;
  const joint = link.href.includes("?") ? "&" : "?"; // on a site of files it has a query already
  return `${link.href}${joint}state=${await packState(state)}`;
}
