// What a chart of languages says: groups of scripts, measures, order, and its sentence. Counts come from the engine.

import { count, plural } from "../shared/dom.js";
import { figure } from "../shared/numbers.js";

export const MODEL_TITLES = { r50k_base: "GPT-2", p50k_base: "GPT-3", cl100k_base: "GPT-4", o200k_base: "GPT-4o", o200k_harmony: "gpt-oss" };

// Too many scripts for a tint each: neighbours share one, and every bar carries the name of its script.
export const GROUPS = [
  { title: "Latin", scripts: ["Latin"] },
  { title: "Europe and the north of Asia", scripts: ["Cyrillic", "Greek", "Armenian", "Georgian"] },
  { title: "South and south-east Asia", scripts: ["Devanagari", "Bengali", "Gujarati", "Gurmukhi", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan"] },
  { title: "East Asia", scripts: ["Han", "Hiragana", "Katakana", "Japanese", "Hangul"] },
  { title: "others: Arabic, Hebrew, Amharic …", scripts: [] },
];

export function groupOf(script) {
  const found = GROUPS.findIndex(({ scripts }) => scripts.includes(script));
  return found < 0 ? GROUPS.length - 1 : found;
}

export const MEASURES = {
  times: { title: "beside English", write: (value) => `${times(value, 1)} ×` },
  tokens: { title: "tokens", write: count },
  per_character: { title: "tokens a character", write: figure },
};

export function titleOf(model) {
  return MODEL_TITLES[model] ?? model;
}

function times(value, digits = 0) {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: 1 });
}

// Dearest first; equal ones by name.
export function sorted(rows, measure, model) {
  return [...rows].sort((one, other) => other[measure][model] - one[measure][model] || (one.name < other.name ? -1 : 1));
}

// One scale for all vocabularies, so that bars can be compared when another is chosen.
export function largest(rows, measure, models) {
  return Math.max(...rows.flatMap((row) => models.map((model) => row[measure][model])), 0) || 1;
}

export function sentenceOf({ rows, base, is_sample: isSample }, measure, model) {
  const order = sorted(rows, measure, model);
  const [dearest, middle, cheapest] = [order[0], order[Math.floor(order.length / 2)], order.at(-1)];
  const start = `In the vocabulary of ${titleOf(model)}`;
  if (order.length < 2) return `${start}: ${plural(dearest.tokens[model], "token")}.`;
  if (measure === "per_character") return `${start}, ${dearest.name} needs ${figure(dearest[measure][model])} tokens for each character, ${cheapest.name} ${figure(cheapest[measure][model])}.`;
  const half = isSample ? ` Half of the languages need at least ${times(middle.times[model])} times as many.` : "";
  return `${start}, the same sentence costs ${times(dearest.times[model])} times as many tokens in ${dearest.name} as in ${base}.${half}`;
}

// The counts as a table, with the texts.
export function csvOf({ models, rows }) {
  const cell = (value) => (/[",\n\r]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  const head = ["language", "script", "characters", "bytes", ...models.flatMap((model) => [`${model} tokens`, `${model} times`]), "text"];
  const lines = rows.map((row) => [row.name, row.script, row.characters, row.bytes, ...models.flatMap((model) => [row.tokens[model], row.times[model]]), row.text]);
  return [head, ...lines].map((line) => line.map(cell).join(",")).join("\r\n");
}

// A text with a sentence in each line, as {name: text}; the first words are the name.
export function textsOf(lines) {
  const texts = {};
  for (const line of lines.split("\n").map((each) => each.trim()).filter(Boolean)) {
    const name = [...line].slice(0, 18).join("");
    let key = name.length < line.length ? `${name}…` : name;
    while (key in texts) key += " ";
    texts[key] = line;
  }
  return texts;
}
