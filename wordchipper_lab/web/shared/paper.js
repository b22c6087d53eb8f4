// What a view does for paper: a page that is being printed is laid out anew, but no observer reports that.

export const PAPER = 660; // pixels that are free on a page of A4 or Letter with the usual margins

// Calls `before` when the page is about to be printed, and `after` when that is over. Returns a function that stops it.
export function followPrint(before, after) {
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
  };
}
