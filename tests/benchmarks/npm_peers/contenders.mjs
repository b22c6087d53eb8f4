// The contenders: how each is opened without the network, and the one call that is timed. That is the fastest
// of the package's documented calls that give ids for text in which nothing is a special token.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @typedef {(text: string) => ArrayLike<number>} Encode  Ids of a text, in the form that the package gives.
 * @typedef {object} Setting
 * @property {string} model  Name of a vocabulary: "o200k_base".
 * @property {string} nodeModules  The folder named node_modules in which npm installed the packages.
 * @property {string} ours  The folder of our index.js.
 * @property {string} tokenizerJson  The vocabulary as Hugging Face's tokenizer.json.
 * @property {string} tiktokenFile  The vocabulary as a .tiktoken file.
 *
 * @typedef {object} Contender
 * @property {string | null} package  Its name on npm; null for ours.
 * @property {string} call  The call that is timed, as a reader would write it.
 * @property {(setting: Setting) => Promise<Encode>} open
 */

/** Name -> contender. @type {Record<string, Contender>} */
export const CONTENDERS = {
  ours: {
    package: null,
    call: 'tokenizer.encode(text, "text") -> Uint32Array',
    async open({ ours, model }) {
      const index = join(ours, "index.js");
      if (!existsSync(index)) throw new Error("--ours: the folder has no index.js");
      const { Tokenizer } = await import(pathToFileURL(index).href);
      const tokenizer = await Tokenizer.fromPretrained(model);
      return (text) => tokenizer.encode(text, "text"); // without a search for special tokens
    },
  },

  tiktoken: {
    package: "tiktoken",
    call: "encoding.encode_ordinary(text) -> Uint32Array (tiktoken/lite, WebAssembly)",
    async open(setting) {
      const { Tiktoken } = await load(setting, "tiktoken/lite");
      const { default: ranks } = await load(setting, `tiktoken/encoders/${setting.model}`);
      const encoding = new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str);
      return (text) => encoding.encode_ordinary(text);
    },
  },

  "gpt-tokenizer": {
    package: "gpt-tokenizer",
    call: "encode(text, { disallowedSpecial: new Set() }) -> number[]",
    async open(setting) {
      const { encode } = await load(setting, `gpt-tokenizer/encoding/${setting.model}`);
      const asText = { disallowedSpecial: new Set() };
      return (text) => encode(text, asText);
    },
  },

  "ai-tokenizer": {
    package: "ai-tokenizer",
    call: 'tokenizer.encode(text, "all") -> number[]',
    async open(setting) {
      const { Tokenizer } = await load(setting, "ai-tokenizer");
      const tokenizer = new Tokenizer(await load(setting, `ai-tokenizer/encoding/${setting.model}`));
      // Whatever its name suggests, "all" is the way without a search for special tokens.
      return (text) => tokenizer.encode(text, "all");
    },
  },

  "@huggingface/tokenizers": {
    package: "@huggingface/tokenizers",
    call: "tokenizer.encode(text, { add_special_tokens: false }).ids -> number[]",
    async open(setting) {
      const { Tokenizer } = await load(setting, "@huggingface/tokenizers");
      const file = JSON.parse(await readFile(setting.tokenizerJson, "utf8"));
      const tokenizer = new Tokenizer(file, {});
      const bare = { add_special_tokens: false };
      return (text) => tokenizer.encode(text, bare).ids;
    },
  },

  kitoken: {
    package: "kitoken",
    call: "tokenizer.encode(text, false) -> Uint32Array (kitoken/node, from_tiktoken, WebAssembly)",
    async open(setting) {
      const { Kitoken } = await load(setting, "kitoken/node");
      const tokenizer = Kitoken.from_tiktoken(await readFile(setting.tiktokenFile));
      return (text) => tokenizer.encode(text, false);
    },
  },

  "js-tiktoken": {
    package: "js-tiktoken",
    call: "encoding.encode(text, [], []) -> number[] (js-tiktoken/lite)",
    async open(setting) {
      const { Tiktoken } = await load(setting, "js-tiktoken/lite");
      const { default: ranks } = await load(setting, `js-tiktoken/ranks/${setting.model}`);
      const encoding = new Tiktoken(ranks);
      return (text) => encoding.encode(text, [], []);
    },
  },

  "@microsoft/tiktokenizer": {
    package: "@microsoft/tiktokenizer",
    call: "tokenizer.encode(text) -> number[]",
    async open(setting) {
      const { createTokenizer, getRegexByEncoder } = await load(setting, "@microsoft/tiktokenizer");
      const tokenizer = createTokenizer(setting.tiktokenFile, new Map(), getRegexByEncoder(setting.model));
      return (text) => tokenizer.encode(text);
    },
  },
};

/**
 * The version of a contender's package; null for ours.
 * @param {Contender} contender
 * @param {Setting} setting
 * @returns {Promise<string | null>}
 */
export async function versionOf(contender, setting) {
  if (contender.package === null) return null;
  const file = join(setting.nodeModules, contender.package, "package.json");
  if (!existsSync(file)) throw new Error(`not installed: npm install ${contender.package}`);
  return JSON.parse(await readFile(file, "utf8")).version;
}

/**
 * A module of a package in `nodeModules`, resolved as by a file beside that folder.
 * @param {Setting} setting
 * @param {string} specifier
 * @returns {Promise<any>}
 */
async function load({ nodeModules }, specifier) {
  const beside = pathToFileURL(join(nodeModules, "..", "resolver.mjs")).href;
  // A second argument needs Node's --experimental-import-meta-resolve, with which this process is started.
  return import(await import.meta.resolve(specifier, beside));
}
