// A page's kernel ends with the page.

export function endWithPage(baseUrl, kernelId) {
  window.addEventListener("pagehide", () => {
    const proof = new FormData();
    proof.append("_xsrf", document.cookie.match(/(?:^|; )_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${baseUrl}voila/api/shutdown/${kernelId}`, proof);
  });
  // A browser may keep a page that one left, and show it again: without its kernel.
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
}
