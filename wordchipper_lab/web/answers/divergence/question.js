// The question to a DivergenceLab: two lexers, and what to compare them on. Twin: screens/divergence/question.py.

import { AnswerError } from "../answer_error.js";
import { reprOf } from "../python_code.js";
import { unknownName } from "../unknown_name.js";
import { SPECIMENS } from "./known_lexers.js";

export const ASKED = ["a", "b", "text", "source", "k", "alphabet", "compared", "tok_a", "tok_b", "around"];

const USUAL = {
  a: "automaton:cl100k_base",
  b: "specimen:no_whitespace_give_back",
  text: "Two  spaces,\n    and four.",
  source: "text",
  k: 3,
  alphabet: "",
  compared: "lexers",
  tok_a: "cl100k_base",
  tok_b: "o200k_base",
  around: false,
};
const SOURCES = ["text", "file", "strings", "proof"];
const COMPARED = ["lexers", "tokenizers"];
const FIRST_TOLD = ["no_whitespace_give_back", "no_contraction_split", "marks_are_letters"];
const MAX_K = 6;
const MAX_ALPHABET = 100;
const OWN = "own:";

const wellFormed = (text) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));

const CHECKS = {
  a: wellFormed,
  b: wellFormed,
  text: wellFormed,
  tok_a: wellFormed,
  tok_b: wellFormed,
  alphabet: (letters) => [...new Set(wellFormed(letters))].slice(0, MAX_ALPHABET).join(""),
  source: (source) => known("source", source, SOURCES),
  compared: (compared) => known("kind of comparison", compared, COMPARED),
  k: (k) => Math.max(1, Math.min(Math.trunc(k), MAX_K)),
  selected: (selected) => Math.max(0, Math.trunc(selected)),
};

function known(what, given, names) {
  if (!names.includes(given)) throw unknownName(what, given, names);
  return given;
}

// Changes of the public state as they are kept; throws where one is refused. Twin: widgets/divergence_state.py.
export function checkedState(changes) {
  const found = Object.entries(changes).filter(([name]) => name === "selected" || ASKED.includes(name));
  return Object.fromEntries(found.map(([name, value]) => [name, CHECKS[name] ? CHECKS[name](value) : value]));
}

export const isSameChoice = (one, other) => ASKED.every((name) => one[name] === other[name]);

export const ofTokenizers = ({ compared }) => compared === "tokenizers";

// Whether both have the same lexers, or tokenizers, and the same source.
export function hasLexersOf(one, other) {
  const names = ofTokenizers(one) ? ["tok_a", "tok_b", "around"] : ["a", "b"];
  return ["compared", "source", ...names].every((name) => one[name] === other[name]);
}

// Whether a search would find the same; texts are not searched.
export function isAlike(one, other) {
  return hasLexersOf(one, other) && one.k === other.k && one.alphabet === other.alphabet;
}

// The state of the preset with this number, on a text.
export function numberedPreset(number) {
  const names = [...new Set([...FIRST_TOLD, ...Object.keys(SPECIMENS)])];
  if (!(number >= 0 && number < names.length)) {
    throw new AnswerError(`there is no preset ${number}: expected 0 to ${names.length - 1}`);
  }
  const { model, example } = SPECIMENS[names[number]];
  const state = { a: `automaton:${model}`, b: `specimen:${names[number]}`, text: example };
  return { ...state, source: "text", selected: 0, compared: "lexers" };
}

const argumentOf = (name, value) => (["a", "b"].includes(name) && value.startsWith(OWN) ? `my_${name}` : reprOf(value));

// The Python line that creates this view, without usual values.
function codeOf(choice, selected) {
  const [always, without] = ofTokenizers(choice) ? [["tok_a", "tok_b"], ["a", "b"]] : [["a", "b"], []];
  const named = ASKED.filter((name) => !without.includes(name) && (always.includes(name) || choice[name] !== USUAL[name]));
  const written = named.map((name) => `${name}=${argumentOf(name, choice[name])}`);
  return `DivergenceLab(${[...written, ...(selected ? [`selected=${selected}`] : [])].join(", ")})`;
}

// A Python program that creates this view, and one that finds the same without it.
export function scriptOf(choice, selected, file) {
  const path = choice.source === "file" ? ["from pathlib import Path", ""] : [];
  const view = `${codeOf(choice, selected)}  # this view`;
  const widget = "from wordchipper_lab.widgets import DivergenceLab";
  if (ofTokenizers(choice)) {
    const [name, use] = useOfTokenizers(choice, file);
    const load = (model) => `wl.Tokenizer.from_pretrained(${reprOf(model)})`;
    const made = [`a = ${load(choice.tok_a)}`, `b = ${load(choice.tok_b)}`];
    const imports = ["import wordchipper_lab as wl", `from wordchipper_lab.lab import ${name}`, widget];
    return `${[...path, ...imports, "", ...made, view, `print(${use})  # the same without a screen`].join("\n")}\n`;
  }
  const [name, use] = useOfLexers(choice, file);
  const lines = [`from wordchipper_lab.lab import ${name}`, widget, "", view, `${use}  # the same without a screen`];
  return `${[...path, ...lines].join("\n")}\n`;
}

function useOfLexers(choice, file) {
  const lexers = `${argumentOf("a", choice.a)}, ${argumentOf("b", choice.b)}`;
  const alphabet = choice.alphabet ? `, alphabet=${reprOf(choice.alphabet)}` : "";
  const uses = {
    text: ["find_divergences", `list(find_divergences(${lexers}, ${reprOf(choice.text)}))`],
    file: ["find_divergences", `list(find_divergences(${lexers}, Path(${reprOf(file)})))`],
    strings: ["sweep_equivalence", `print(sweep_equivalence(${lexers}, ${choice.k}${alphabet}))`],
    proof: ["prove_equivalence", `print(prove_equivalence(${lexers}))`],
  };
  return uses[choice.source];
}

function useOfTokenizers({ source, text, around }, file) {
  if (source === "proof") return ["prove_equivalence", "prove_equivalence(a, b)"];
  const options = around ? ", add_special_tokens=True" : "";
  const on = source === "file" ? `Path(${reprOf(file)})` : reprOf(text);
  return ["compare_tokenizers", `compare_tokenizers(a, b, ${on}${options})`];
}
