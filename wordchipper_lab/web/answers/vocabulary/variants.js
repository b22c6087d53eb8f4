// A word after a space, in capitals and so on, and its cost in tokens. Twin: lab/vocabulary/variants.py.

import { encode } from "../../shared/utf8.js";
import { findWhole } from "../find_whole.js";
import { capitalize, firstCharacters, strip } from "../python_text.js";

const LONGEST = 200;
const PREFIXES = {
  alone: "",
  "after a space": " ",
  "after a newline": "\n",
  "after a tab": "\t",
  "after an underscore": "_",
};
const FORMS = {
  "as typed": (text) => text,
  lower: (text) => text.toLowerCase(),
  capitalised: capitalize,
  upper: (text) => text.toUpperCase(),
};

export function wordVariants(tokenizer, word) {
  const bare = firstCharacters(strip(word), LONGEST);
  if (!bare) return [];
  return variantsOf(tokenizer, PREFIXES, changed(FORMS, bare));
}

// The text in each of the forms, by name.
export function changed(forms, text) {
  return Object.fromEntries(Object.entries(forms).map(([name, change]) => [name, change(text)]));
}

// Texts after each prefix, each once, with the token that is exactly this text and the ids that it gets.
export function variantsOf(tokenizer, prefixes, texts) {
  const seen = new Set();
  const forms = Object.entries(texts).filter(([, text]) => !seen.has(text) && seen.add(text));
  return Object.entries(prefixes).flatMap(([prefix, before]) =>
    forms.map(([form, shown]) => {
      const text = before + shown;
      const ids = Array.from(tokenizer.encode(text, "text"));
      return { prefix, form, text, token: findWhole(tokenizer.vocabulary, encode(text)), ids };
    }),
  );
}
