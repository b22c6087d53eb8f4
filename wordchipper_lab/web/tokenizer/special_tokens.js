/** Special tokens for the kernels; twin of Python's vocab/special.py and spanners/special_automaton.py. */

import { VocabularyError } from "./errors.js";
import { buildTrie } from "./vocab_tables.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./memory.js").FlatArray} FlatArray */

const NODE_FIELDS = 4;

/** @param {number} n */
const slotsFor = (n) => Math.max(16, n === 0 ? 0 : 2 ** (32 - Math.clz32(2 * n - 1)));

/** @param {readonly Uint8Array[]} tokens */
function packed(tokens) {
  const starts = new Uint32Array(tokens.length + 1);
  tokens.forEach((token, i) => (starts[i + 1] = starts[i] + token.length));
  const data = new Uint8Array(starts[tokens.length]);
  tokens.forEach((token, i) => data.set(token, starts[i]));
  return { data, starts };
}

/**
 * The table of special tokens: bytes -> number, and the id of each.
 * @param {Engine} engine
 * @param {ReadonlyMap<string, number>} specials text -> id
 */
export function buildSpecialTables(engine, specials) {
  const { memory } = engine;
  const { data, starts } = packed([...specials.keys()].map((text) => new TextEncoder().encode(text)));
  const tables = {
    data: memory.copyOf("uint8", data),
    starts: memory.copyOf("uint32", starts),
    spans: memory.allocate("uint64", (slotsFor(specials.size) / 16) * 33, true),
    ids: memory.copyOf("uint32", [...specials.values()]),
  };
  engine.call("insert_spans", tables.spans, tables.data, tables.starts, specials.size);
  return tables;
}

/**
 * The automaton that finds them, reading each byte of a text once.
 * @param {Engine} engine
 * @param {Iterable<string>} texts
 * @returns {Record<string, FlatArray>} `first` is an array of one number here, as in the engine's table
 */
export function buildSpecialAutomaton(engine, texts) {
  const { memory } = engine;
  const encoded = [...new Set(texts)].map((text) => new TextEncoder().encode(text));
  if (encoded.some((token) => token.length === 0)) {
    throw new VocabularyError("a special token is the empty string: give it at least one character or leave it out");
  }
  const { data, starts } = packed([new Uint8Array(0), ...encoded]); // number 0 is no token
  const dataArray = memory.copyOf("uint8", data);
  const startArray = memory.copyOf("uint32", starts);
  const order = encoded.map((_, i) => i + 1);
  const trie = buildTrie(engine, dataArray, startArray, order, encoded.length + 1);
  const nNodes = trie.edgeBytes.length;
  const top = trie.children.length > 2 ? Number(trie.children.view[1] >> 36n) : 1;
  const roots = memory.allocate("int32", 256, true);
  for (let node = 1; node < top; node++) roots.view[trie.edgeBytes.view[node]] = node;
  const most = data.length + order.length;
  const nodes = memory.allocate("int32", NODE_FIELDS * nNodes, true);
  const records = memory.allocate("int32", 2 * most);
  const sizes = memory.copyOf("uint32", starts.slice(1).map((end, i) => end - starts[i]));
  const ofNodes = memory.allocate("int32", 2 * nNodes, true);
  const ofRecords = memory.allocate("int32", 4 * most);
  const placed = memory.allocate("uint8", nNodes, true);
  const nListed = engine.call(
    "link_special_tokens",
    ...[trie.children, trie.edgeBytes, roots, trie.longestTokens, sizes, nodes, records, ofNodes, ofRecords, placed],
  );
  const listed = memory.allocate("int32", 2 * nListed);
  listed.view.set(records.view.subarray(0, 2 * nListed));
  const first = top === 2 ? trie.edgeBytes.view[1] : -1;
  const spare = [dataArray, startArray, trie.longestTokens, trie.twoBytes, trie.nextPrefix];
  for (const array of [...spare, sizes, records, ofNodes, ofRecords, placed]) memory.release(array);
  return {
    children: trie.children,
    edge_bytes: trie.edgeBytes,
    roots,
    nodes,
    listed,
    first: memory.copyOf("int64", [first]),
  };
}
