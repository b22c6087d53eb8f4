// Records as they travel from the kernel, written by the test in Python: bytes as {"bytes": hexadecimal digits}.

import { readFileSync } from "node:fs";

function revive(_, value) {
  if (!value || typeof value.bytes !== "string") return value;
  const bytes = Uint8Array.from(Buffer.from(value.bytes, "hex")); // in a buffer of its own, from its begin on
  return new DataView(bytes.buffer);
}

export function readRecord(name) {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), "utf8"), revive);
}
