// How each contender is opened in a page, without a bundler, and the one call that is timed: the fastest of the package's
// documented calls that give ids for text in which nothing is a special token.
//
// Left out are js-tiktoken, which imports "base64-js" by its bare name, as only bundlers and Node understand it, and
// @microsoft/tiktokenizer, which reads its files with Node's `fs`.

import { readAll } from "../tokenizer/read_file.js";
import { Tokenizer } from "../tokenizer/tokenizer.js";

// JavaScript has no possessive quantifiers, which OpenAI's spelling of this pattern has; this is the older one, without them.
const CL100K = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

const moduleOf = (address) => import(address);
const textOf = async (address) => new TextDecoder().decode(await readAll(address));

// name -> (files, model) -> Promise of a function from a text to its ids, in the form that the package gives
// files: addresses, by the names that the exported site gives them (widgets/npm_peers.py)
export const OPENERS = {
  async ours({ engine, vocabularies }, model) {
    const tokenizer = await Tokenizer.fromPretrained(model, { engine, vocabularies });
    return (text) => tokenizer.encode(text, "text");
  },

  // tiktoken/lite/init.js imports "./tiktoken_bg" without an ending, which a file host does not know. This does what it does.
  async tiktoken({ module, wasm, ranks }) {
    const [kernels, bytes, { default: vocabulary }] = await Promise.all([moduleOf(module), readAll(wasm), moduleOf(ranks)]);
    const { instance } = await WebAssembly.instantiate(bytes, { "./tiktoken_bg.js": kernels });
    kernels.__wbg_set_wasm(instance.exports);
    const encoding = new kernels.Tiktoken(vocabulary.bpe_ranks, vocabulary.special_tokens, vocabulary.pat_str);
    return (text) => encoding.encode_ordinary(text);
  },

  async "gpt-tokenizer"({ module }) {
    const { encode } = await moduleOf(module);
    const asText = { disallowedSpecial: new Set() };
    return (text) => encode(text, asText);
  },

  async "ai-tokenizer"({ module, encoding }) {
    const [{ Tokenizer: Peer }, vocabulary] = await Promise.all([moduleOf(module), moduleOf(encoding)]);
    const tokenizer = new Peer(vocabulary);
    // Whatever its name suggests, "all" is the way without a search for special tokens.
    return (text) => tokenizer.encode(text, "all");
  },

  async "@huggingface/tokenizers"({ module, vocabulary }, model) {
    const [{ Tokenizer: Peer }, file] = await Promise.all([moduleOf(module), textOf(vocabulary)]);
    const json = { ...JSON.parse(file), added_tokens: [] }; // special tokens are ordinary text
    if (model === "cl100k_base") json.pre_tokenizer.pretokenizers[0].pattern.Regex = CL100K;
    const tokenizer = new Peer(json, {});
    const bare = { add_special_tokens: false };
    return (text) => tokenizer.encode(text, bare).ids;
  },

  async kitoken({ module, wasm, vocabulary }) {
    const [{ default: start, Kitoken }, kernels, data] = await Promise.all([moduleOf(module), readAll(wasm), readAll(vocabulary)]);
    await start({ module_or_path: kernels });
    const tokenizer = Kitoken.from_tiktoken(data);
    return (text) => tokenizer.encode(text, false);
  },
};
