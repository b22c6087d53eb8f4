// What Python found for the same texts: expected.json, written by test_npm_package.py.

import { readFileSync } from "node:fs";

export const expected = JSON.parse(readFileSync(new URL("expected.json", import.meta.url), "utf8"));

/** Typed arrays, generators and the like as plain arrays. */
export function plain(value) {
  if (ArrayBuffer.isView(value)) return Array.from(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === "object" && Symbol.iterator in value) return plain([...value]);
  return value;
}
