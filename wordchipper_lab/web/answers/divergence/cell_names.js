// Names for cells: the characters of small ones, the category of others. Twin: lab/divergence/cell_names.py.

import { categoryOf, isSpace, nameCharacter } from "./characters.js";

const LETTERS = ["Lu", "Ll", "Lt", "Lm", "Lo"];
const MARKS = ["Mn", "Mc", "Me"];
const GROUPS = [
  ["Lu", ["Lu"]],
  ["Ll", ["Ll"]],
  ["Lt", ["Lt"]],
  ["Lu Lt", ["Lu", "Lt"]],
  ["Lm Lo", ["Lm", "Lo"]],
  ["letter", LETTERS],
  ["mark", MARKS],
  ["number", ["Nd", "Nl", "No"]],
  ["letter or mark", [...LETTERS, ...MARKS]],
  ["punctuation", ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"]],
  ["symbol", ["Sm", "Sc", "Sk", "So"]],
];
const SMALL = 10;
const LOOKED_AT = 64;

// members: the codepoints of each symbol, ascending; characters: the readable one of each
export function nameCells(members, characters) {
  const names = [];
  characters.forEach((character, symbol) => {
    const name = nameCell(members[symbol]);
    names.push(names.includes(name) ? `${name} (${nameCharacter(character)})` : name);
  });
  return names;
}

function nameCell(members) {
  if (members.length <= SMALL) {
    const names = Array.from(members, (code) => nameCharacter(String.fromCodePoint(code)));
    return names.join(names.every((name) => Array.from(name).length === 1) ? "" : " ");
  }
  const sample = sampleOf(members);
  if (sample.every(isSpace)) return "whitespace";
  const categories = new Set(sample.map(categoryOf));
  const found = GROUPS.find(([, group]) => [...categories].every((category) => group.includes(category)));
  return found?.[0] ?? "other";
}

// As many as are looked at, at equal distances.
function sampleOf(members) {
  const last = members.length - 1;
  const step = last / (LOOKED_AT - 1);
  const places = new Set(Array.from({ length: LOOKED_AT }, (_, at) => (at === LOOKED_AT - 1 ? last : Math.trunc(at * step))));
  return [...places].map((place) => members[place]);
}
