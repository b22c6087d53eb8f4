// Tokenizers opened from files, kept in this browser: a page that is loaded again opens them again. Their packed files
// are stored under the name that the kernel gave them, which ends in a hash of what they hold. Where a browser keeps
// nothing (a private window, no space left), the page says that the file has to be opened again.

import { unpackState } from "./page_link.js";

const DATABASE = "wordchipper_lab";
const STORE = "tokenizers";
const PATIENCE = 2000; // milliseconds; some browsers never answer, and a page must not wait for them
export const MOST_KEPT = 6; // as many as a kernel keeps; of at most MOST_SENT bytes each, so 54 MiB

// files: {names, packing, buffers}, as packed for the kernel, and the `pattern` that was chosen. The one unused for the
// longest time is let go first.
export function keepTokenizer(name, files) {
  return inStore("readwrite", async (store) => {
    store.put({ name, files, used: Date.now() });
    const names = await resultOf(store.index("used").getAllKeys());
    for (const old of names.slice(0, -MOST_KEPT)) store.delete(old);
  });
}

// Before a kernel shows a state, have it open the tokenizers that the state names and the kernel does not have.
// opening: {state} or {link} (a packed state), and what goes `along` to other screens; node: where to say so meanwhile
export async function reopenTokenizers(engine, { state, link, along }, node) {
  if (!state && !link && !along) return;
  const kept = await inStore("readonly", (store) => resultOf(store.getAllKeys()));
  if (!kept?.length) return;
  const said = [state ?? (await unpackState(link ?? "")), along].flatMap((part) => Object.values(part ?? {})).flat();
  const names = kept.filter((name) => said.includes(name));
  if (!names.length) return;
  const { closed = [] } = await engine.ask("find_closed", { names });
  for (const name of closed) {
    const found = await inStore("readonly", (store) => resultOf(store.get(name)));
    if (!found) continue;
    const { buffers, ...fields } = found.files;
    node.dataset.opening = `Opening ${fields.names[0]} …`;
    const { problem } = await engine.ask("open_tokenizer", fields, buffers);
    delete node.dataset.opening;
    if (!problem) await keepTokenizer(name, found.files);
  }
}

// Resolves with what `use` makes of the store, or with undefined where the browser keeps nothing.
async function inStore(mode, use) {
  let database;
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "name" }).createIndex("used", "used");
    database = await Promise.race([resultOf(opening), tooLate()]);
    const transaction = database.transaction(STORE, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [found] = await Promise.all([use(transaction.objectStore(STORE)), done]);
    return found;
  } catch (error) {
    console.warn(`The browser keeps no tokenizers: ${error?.message}`);
    return undefined;
  } finally {
    database?.close();
  }
}

function tooLate() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`no answer in ${PATIENCE} ms`)), PATIENCE));
}

function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
