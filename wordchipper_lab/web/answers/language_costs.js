// What the reader's texts cost in tokens, beside each other. Twin: lab/languages/cost.py; the sample's costs come with the
// page.

import { AnswerError } from "./answer_error.js";
import { reprOf } from "./python_code.js";
import { roundEven } from "./rounding.js";
import { scriptTable } from "./vocabulary/character_tables.js";

const WRITING_SYSTEMS = 3; // behind Unknown, Common and Inherited

// texts: name -> text, the first of which the others are compared with; scripts: names of Unicode's scripts
export async function priceTexts(tokenizers, models, texts, scripts) {
  const empty = Object.keys(texts).find((name) => !texts[name].trim());
  if (empty !== undefined) throw new AnswerError(`the text ${reprOf(empty)} is empty: write the same sentence in each language`);
  const counters = {};
  for (const model of models) counters[model] = await tokenizers.get(model, "vector", "bpe_backtrack");
  const table = scriptTable(scripts);
  const rows = Object.entries(texts).map(([name, text]) => rowOf(name, sound(text), counters, scriptOf(text, table, scripts)));
  const [base] = rows;
  for (const row of rows) row.times = mapValues(row.tokens, (n, model) => roundEven(n / base.tokens[model], 4));
  const [first] = models;
  rows.sort((one, other) => other.tokens[first] - one.tokens[first] || compareText(one.name, other.name));
  return { models, base: base.name, is_sample: false, rows };
}

const sound = (text) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));
const mapValues = (record, use) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, use(value, name)]));

// By code points, as Python compares.
function compareText(one, other) {
  const [mine, theirs] = [Array.from(one), Array.from(other)];
  const at = mine.findIndex((character, i) => character !== theirs[i]);
  if (at < 0) return mine.length - theirs.length;
  return (mine[at].codePointAt(0) ?? 0) - (theirs[at]?.codePointAt(0) ?? -1);
}

function rowOf(name, text, counters, script) {
  const characters = Array.from(text).length;
  const tokens = mapValues(counters, (tokenizer) => tokenizer.count(text));
  const per = mapValues(tokens, (n) => roundEven(n / characters, 4));
  const bytes = new TextEncoder().encode(text).length;
  return { name, script, tag: "", direction: "auto", text, characters, bytes, tokens, per_character: per };
}

// The writing system of most of its characters; "Common" where none belongs to one.
function scriptOf(text, table, scripts) {
  const found = new Uint32Array(scripts.length);
  for (const character of sound(text)) found[table[character.codePointAt(0)]] += 1;
  found.fill(0, 0, WRITING_SYSTEMS);
  const most = Math.max(...found);
  return most > 0 ? scripts[found.indexOf(most)] : "Common";
}
