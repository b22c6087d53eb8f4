// Compares tokenizers of npm with ours on text that none of them has seen. The person's way in is
// tests/benchmarks/compare_with_npm.py, which lays out the texts and prints the table.
//
//     node compare.mjs FOLDER
//
// FOLDER has plan.json (a `Plan`), batches.ndjson and ids.bin. Prints a `Report` as JSON.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Comparison } from "./comparison.mjs";

const [folder] = process.argv.slice(2);
const comparison = new Comparison(JSON.parse(await readFile(join(folder, "plan.json"), "utf8")));
try {
  await comparison.open();
  await comparison.run(folder);
  console.log(JSON.stringify(comparison.report()));
} finally {
  comparison.stop();
}
