/** Reads a JSON list of {word, characters, length}; writes for each the SHA-256 of the spans of all such strings, joined. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(-1);
const web = (path) => import(pathToFileURL(`${folder}/${path}`).href);
const { Engine } = await web("tokenizer/engine.js");
const { PageLexers } = await web("answers/divergence/lexers.js");
const { copyText } = await web("answers/divergence/page_lexer.js");

const engine = new Engine(await WebAssembly.compile(readFileSync(`${folder}/tokenizer/engine.wasm`)));
const lexers = new PageLexers(engine);
const hash = (array) => createHash("sha256").update(array).digest("hex");

function allStrings(characters, length) {
  let found = [""];
  for (let at = 0; at < length; at++) found = found.flatMap((text) => characters.map((character) => text + character));
  return found;
}

function answer({ word, characters, length }) {
  const lexer = lexers.get(word);
  const texts = allStrings(Array.from(characters), length).map((text) => new TextEncoder().encode(text));
  let size = 0;
  const textEnds = texts.map((text) => (size += text.length));
  const data = new Uint8Array(size);
  texts.forEach((text, at) => data.set(text, at > 0 ? textEnds[at - 1] : 0));
  const bytes = copyText(engine, data);
  const { ends, kinds } = lexer.spansOf(bytes.part(0, size), textEnds);
  engine.memory.release(bytes);
  const { definitions, tables } = lexer;
  return { ends: hash(Uint32Array.from(ends)), kinds: hash(kinds), tables: definitions && tables.roles.tables.map((table) => hash(table.view)) };
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
