// Reads a JSON list of patterns; writes for each the SHA-256 of every array of its tables, or its error.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { compilePattern } from "./tokenizer/patterns/automaton_tables.js";
import { rereadsWithoutEnd } from "./tokenizer/patterns/look_ahead.js";

function answer(pattern) {
  try {
    const tables = compilePattern(pattern);
    const { transitions, pages, cells, pairSteps, pairClasses, nColumns } = tables;
    const arrays = [transitions, pages, cells, pairSteps, pairClasses].map((array) => [
      array.constructor.name.replace("Array", "").toLowerCase(),
      createHash("sha256").update(array).digest("hex"),
    ]);
    return { arrays, columns: nColumns, rereads: rereadsWithoutEnd(tables) };
  } catch (error) {
    const { name, position, message, problem } = error;
    return position === undefined ? { crash: String(error.stack) } : { name, position, message, problem };
  }
}

const patterns = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(patterns.map(answer)));
