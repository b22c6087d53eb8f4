// Reads what the Python front has laid out: batches of documents, one a line, and the ids expected for them.

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * @typedef {object} Batch
 * @property {string} text  Name of the text that the documents come from: "Python code".
 * @property {"warm-up" | "timed" | "hostile"} use
 * @property {string[]} documents
 * @property {number} bytes  Of UTF-8, in all documents.
 * @property {number[]} counts  How many ids each document has.
 */

/**
 * Batches in their order, each with the expected ids of its documents.
 * @param {string} folder  Has batches.ndjson, and ids.bin: uint32, little-endian, of document after document.
 * @returns {AsyncGenerator<{ batch: Batch, expected: Uint32Array[] }>}
 */
export async function* readBatches(folder) {
  const ids = await open(join(folder, "ids.bin"));
  try {
    const lines = createInterface({ input: createReadStream(join(folder, "batches.ndjson"), "utf8") });
    for await (const line of lines) {
      /** @type {Batch} */
      const batch = JSON.parse(line);
      const total = batch.counts.reduce((sum, count) => sum + count, 0);
      const all = new Uint32Array(total);
      if (total) await ids.read(all, 0, all.byteLength, null);
      let end = 0;
      const expected = batch.counts.map((count) => all.subarray(end, (end += count)));
      yield { batch, expected };
    }
  } finally {
    await ids.close();
  }
}
