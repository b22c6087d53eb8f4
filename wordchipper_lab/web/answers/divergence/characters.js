// Kinds of characters as of Unicode 16, whatever the browser knows: general categories and whitespace.

import { buildCells } from "../../tokenizer/patterns/cells.js";
import { once } from "../../tokenizer/patterns/once.js";
import { WorkBudget } from "../../tokenizer/patterns/work_budget.js";

const CATEGORIES =
  "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn".split(" ");

const PLAIN = { " ": "space", "\n": "\\n", "\r": "\\r", "\t": "tab", "'": "'", "\u00a0": "nbsp" };

export const setOf = (source) => ({ kind: "CharSet", source, ignoreCase: false });

const kinds = once(() => {
  const sets = [setOf("\\s"), ...CATEGORIES.map((category) => setOf(`\\p{${category}}`))];
  const cells = buildCells("", sets, new WorkBudget(""));
  const [spaces, ...masks] = sets.map((set) => cells.maskOf(set));
  const categoryOf = Array.from(spaces, (_, cell) => CATEGORIES.find((_, at) => masks[at][cell]));
  return { cells, spaces, categoryOf };
});

export function categoryOf(codepoint) {
  const { cells, categoryOf: names } = kinds();
  return names[cells.cellOf(codepoint)];
}

export function isSpace(codepoint) {
  const { cells, spaces } = kinds();
  return spaces[cells.cellOf(codepoint)] === 1;
}

// The character itself, or its name if it is invisible. Twin: `name_character` of lab/divergence/cell_names.py.
export function nameCharacter(character) {
  if (Object.hasOwn(PLAIN, character)) return PLAIN[character];
  const code = character.codePointAt(0);
  return "LNPS".includes(categoryOf(code)[0]) ? character : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

// Python's str.isalpha, str.isspace, str.isnumeric, and the plainest character of each. Twin: lab/shrinking.py.
const PYTHON_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029";

export const PLAINEST = [
  [(character) => categoryOf(character.codePointAt(0))[0] === "L", "a"],
  [(character) => PYTHON_SPACES.includes(character) || categoryOf(character.codePointAt(0)) === "Zs", " "],
  [(character) => categoryOf(character.codePointAt(0))[0] === "N", "1"],
];
