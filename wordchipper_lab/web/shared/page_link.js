// Links from one served page to another. A page's state travels in the query string, as lab/permalink.py packs it.

export const MOST_LINK = 6000; // characters of a packed state: lab/permalink.py has the same

export async function packState(state) {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate")); // zlib, RFC 1950
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The address of `page` ("stepper") in a state; null where there are no pages: in JupyterLab, in a saved page.
export async function pageAddress(page, state) {
  const link = document.querySelector(`.wordchipper-pages a[data-page="${page}"]`);
  if (!link || typeof CompressionStream === "undefined") return null;
  return `${link.href}?state=${await packState(state)}`;
}
