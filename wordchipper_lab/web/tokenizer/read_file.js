/** Reading files that lie beside the module, wherever it runs. */

import { FileUnavailableError } from "./errors.js";

/** By a name, so that bundlers for browsers do not look for it. @type {string} */
const NODE_FILES = "node:fs/promises";

/** What addresses are relative to; by a name, so that bundlers do not look for files that only a caller knows. */
export const HERE = import.meta.url;

/**
 * All bytes of a file.
 * @param {URL | string} address
 * @returns {Promise<Uint8Array>}
 */
export async function readAll(address) {
  const url = typeof address === "string" ? new URL(address, HERE) : address;
  if (url.protocol === "file:") {
    // Node has no `fetch` for files; Deno and Bun have this module as well.
    const files = await import(/* webpackIgnore: true */ /* @vite-ignore */ NODE_FILES);
    try {
      return new Uint8Array(await files.readFile(url));
    } catch (problem) {
      throw new FileUnavailableError(url, String(problem));
    }
  }
  let answer;
  try {
    answer = await fetch(url);
  } catch (problem) {
    throw new FileUnavailableError(url, String(problem));
  }
  if (!answer.ok) throw new FileUnavailableError(url, `the server answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
