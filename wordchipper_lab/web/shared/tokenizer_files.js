// Files of a tokenizer: recognised by name or by their first bytes, and packed for the way to the kernel. What they
// hold is read there; here it is only decided whether to send them.

import { count } from "./dom.js";
import { headOfGguf } from "./gguf_head.js";

const MOST_READ = 128 << 20; // bytes of a file that the browser reads
export const MOST_SENT = 9 << 20; // bytes of a message; a Jupyter server accepts 10 MiB, and loses more without a word
const HEAD = 65536; // bytes that are looked at
const NAMED = /(?:\.tiktoken|\.bpe|\.gguf|(?:^|[-_.])tokenizer[^/]*\.(?:json|model)|^(?:encoder|vocab|tekken)\.json|^tiktoken\.model$|^(?:merges|vocab)\.txt)$/i;
const TIKTOKEN = /^\s*[A-Za-z0-9+/]+=*[ \t]\d+\r?\n[A-Za-z0-9+/]+=*[ \t]\d+\r?\n/;

export class FileProblem extends Error {}

export async function isTokenizerFile(file) {
  if (NAMED.test(file.name)) return true;
  const head = await file.slice(0, HEAD).text();
  if (head.startsWith("GGUF")) return true;
  return TIKTOKEN.test(head) || (/^\s*\{/.test(head) && /"(?:added_tokens|pre_tokenizer|token_bytes)"\s*:/.test(head));
}

// Those of `files` that make one tokenizer: of a whole folder, tokenizer.json alone, or tekken.json.
export async function tokenizerFiles(files) {
  const found = [];
  for (const file of files) if (await isTokenizerFile(file)) found.push(file);
  for (const name of ["tokenizer.json", "tekken.json"]) {
    const whole = found.filter((file) => file.name === name);
    if (whole.length === 1) return whole;
  }
  return found;
}

// Resolves with {names, packing, buffers}; throws a FileProblem, in words, for files that cannot be sent.
export async function packFiles(given) {
  const files = await Promise.all(given.map(withoutWeights));
  const large = files.find((file) => file.size > MOST_READ);
  if (large) throw new FileProblem(`${large.name} has ${count(large.size)} bytes; this page reads files of up to ${count(MOST_READ)}. A tokenizer has a few million: open tokenizer.json, the .tiktoken file or a .gguf file, not the model's weights.`);
  const packing = typeof CompressionStream === "undefined" ? "" : "gzip";
  const pack = (file) => new Response(packing ? file.stream().pipeThrough(new CompressionStream("gzip")) : file).arrayBuffer();
  let buffers;
  try {
    buffers = await Promise.all(files.map(pack));
  } catch (error) {
    throw new FileProblem(`${files.map(({ name }) => name).join(" and ")} could not be read: ${error.message}. Open it again; a folder cannot be opened, only files.`);
  }
  const size = buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  if (size > MOST_SENT) {
    throw new FileProblem(`${files.map(({ name }) => name).join(" and ")} would be a message of ${count(size)} bytes${packing ? " when compressed" : ""}; up to ${count(MOST_SENT)} are accepted from a page. In Python there is no such limit: wl.Tokenizer.from_file(...)`);
  }
  return { names: files.map(({ name }) => name), packing, buffers };
}

// A GGUF file without its tensors; any other file as it is.
async function withoutWeights(file) {
  const isGguf = /\.gguf$/i.test(file.name) || (await file.slice?.(0, 4).text()) === "GGUF";
  return isGguf ? headOfGguf(file) : file;
}
