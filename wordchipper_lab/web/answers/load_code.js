// The Python code that loads the tokenizer of a screen, whether pretrained or opened. Twin: screens/load_code.py.

import { isOpenedName } from "./opened/opened_tokenizers.js";
import { reprOf } from "./python_code.js";

// opened: OpenedTokenizers; options: name -> value
export function loadCode(opened, model, options = {}) {
  const found = isOpenedName(model) ? opened.find(model) : null;
  if (found) return found.fromFile(options);
  const [make, named] = isOpenedName(model) ? ["from_file", model.slice(0, -9)] : ["from_pretrained", model];
  const given = Object.entries(options).map(([name, value]) => `${name}=${reprOf(value)}`);
  return `wl.Tokenizer.${make}(${[reprOf(named), ...given].join(", ")})`;
}
