// The Python code of a view of a vocabulary. Twin: `code_of` and `_script_of` of screens/vocabulary/answer.py.

import { loadCode } from "../load_code.js";
import { isOpenedName } from "../opened/opened_tokenizers.js";
import { reprOf } from "../python_code.js";
import { USUAL_QUERY, argumentsOf } from "./query.js";

const { text, ...FIELDS } = USUAL_QUERY;
const USUAL = { model: "o200k_base", compare: "", part: "", selected: -1, word: "", query: text, ...FIELDS };

// As keyword arguments of a `VocabularyBrowser`, without what is usual. question: see librarian.js
export function stateOf({ query, ...own }) {
  const named = { ...own, ...query, query: query.text };
  const given = Object.keys(USUAL).filter((name) => named[name] !== USUAL[name]);
  return Object.fromEntries(given.map((name) => [name, named[name]]));
}

// A Python program that creates this view, and finds the same without it. opened: OpenedTokenizers
export function scriptOf(question, opened) {
  const { model, query, compare, part, selected } = question;
  const load = (name) => loadCode(opened, name);
  const { model: other, ...state } = stateOf(question);
  const first = isOpenedName(model) ? ["tok"] : other ? [`model=${reprOf(other)}`] : [];
  const view = [...first, ...Object.entries(state).map(([name, value]) => `${name}=${reprOf(value)}`)];
  const among = compare && part ? `, among=overlap.part(${reprOf(part)})` : "";
  const lines = [
    "import wordchipper_lab as wl",
    "from wordchipper_lab.lab import compare_vocabularies, describe_token, search_vocabulary",
    "from wordchipper_lab.widgets import VocabularyBrowser",
    "",
    `tok = ${load(model)}`,
    `VocabularyBrowser(${view.join(", ")})  # this view`,
    "",
    ...(compare ? [`other = ${load(compare)}`, "overlap = compare_vocabularies(tok, other)"] : []),
    `search_vocabulary(tok, ${argumentsOf(query)}${among}).ids    # the listed tokens`,
    ...(selected >= 0 ? [`print(describe_token(tok, ${selected}).tree)    # the selected token`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
