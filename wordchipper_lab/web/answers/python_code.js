// Python values as code. Twin: Python's own `repr`.

import { repr } from "../tokenizer/patterns/python_words.js";

export function reprOf(value) {
  if (typeof value === "string") return repr(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(reprOf).join(", ")}]`;
  return String(value);
}
