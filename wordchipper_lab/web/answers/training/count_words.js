// Counted words as symbols, which are their characters, with the alphabet that they use. Twin: training/character/
// count_words.py.

import { TrainingError } from "../../tokenizer/errors.js";
import { repr } from "../../tokenizer/patterns/python_words.js";
import { SymbolCounts } from "../../tokenizer/training/symbol_counts.js";

const END_OF_WORD = "</w>";
const MOST_SHOWN = 60; // characters

// marker: "separate" for a symbol of its own at the end of each word, "attached" to the last character
export function symbolsOfWords(words, marker) {
  const ids = new Map(); // in order of first appearance
  const symbols = [];
  const ends = words.spans().map((word) => {
    const text = new TextDecoder().decode(word);
    refuseMarker(text);
    for (const symbol of symbolsOf(text, marker)) {
      if (!ids.has(symbol)) ids.set(symbol, ids.size);
      symbols.push(ids.get(symbol));
    }
    return symbols.length;
  });
  const alphabet = [...ids.keys()].map((symbol) => new TextEncoder().encode(symbol));
  return new SymbolCounts(Int32Array.from(symbols), Float64Array.from(ends), words.counts, alphabet);
}

function symbolsOf(word, marker) {
  const characters = Array.from(word);
  if (marker === "separate") return [...characters, END_OF_WORD];
  return [...characters.slice(0, -1), characters.at(-1) + END_OF_WORD];
}

function refuseMarker(word) {
  if (!word.includes(END_OF_WORD)) return;
  const shown = repr(Array.from(word).slice(0, MOST_SHOWN).join(""));
  throw new TrainingError(`the word ${shown} contains the end-of-word marker ${repr(END_OF_WORD)}: choose another one (end_of_word=)`);
}
