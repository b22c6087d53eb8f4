// Files dropped where nothing takes them: without this the browser would leave the page and show the file.

// Screens that take files listen further in, and come first. taker: returns the function that takes the others' files, or
// null where they are refused. Returns a function that ends it.
export function keepDrops(taker = () => null) {
  const watching = new AbortController();
  const isOurs = (event) => !event.defaultPrevented && (event.dataTransfer?.types ?? []).includes("Files") && event.target.type !== "file";
  const options = { signal: watching.signal };
  window.addEventListener("dragover", (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = taker() ? "copy" : "none";
  }, options);
  window.addEventListener("drop", (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    taker()?.([...event.dataTransfer.files]);
  }, options);
  return () => watching.abort();
}
