/** What the tokenizer answers to questions of tests, the same in Node and in a browser. */

const tokenizers = new Map();

/** @param {any} wordchipper the module @param {any} question */
export async function answer(wordchipper, question) {
  try {
    return await ASKED[question.ask](await tokenizerOf(wordchipper, question), question, wordchipper);
  } catch (problem) {
    return { error: problem.name, message: problem.message };
  }
}

async function tokenizerOf({ Tokenizer }, { model, options = {} }) {
  if (!model) return null;
  const key = JSON.stringify([model, options]);
  if (!tokenizers.has(key)) tokenizers.set(key, await Tokenizer.fromPretrained(model, options));
  return tokenizers.get(key);
}

const ASKED = {
  encode: (tokenizer, { texts, special }) => texts.map((text) => Array.from(tokenizer.encode(text, special))),
  batch: (tokenizer, { texts, special }) => tokenizer.encodeBatch(texts, special).map((ids) => Array.from(ids)),
  pieces: (tokenizer, { texts, special }) =>
    texts.map((text) => [...tokenizer.encodeGenerator(text, special)].flatMap((ids) => Array.from(ids))),
  count: (tokenizer, { texts, special }) => texts.map((text) => tokenizer.count(text, special)),
  within: (tokenizer, { texts, limits }) => texts.map((text, i) => tokenizer.isWithinTokenLimit(text, limits[i])),
  decode: (tokenizer, { ids }) => ids.map((one) => tokenizer.decode(one)),
  spans: (tokenizer, { texts, special }) =>
    texts.map((text) => [...tokenizer.spans(text, special)].map(({ start, end, kind }) => [start, end, kind])),
  trace: (tokenizer, { spans, encoder, head, capacity }) =>
    spans.map((span) => tokenizer.trace(Uint8Array.from(span), encoder, { head, capacity })),
  strings: async (tokenizer, { characters, length, special }) => {
    // All strings of so many of these characters, in order; their ids and where each ends, hashed.
    const texts = allStrings(characters, length);
    const found = tokenizer.encodeBatch(texts, special);
    const ends = new Uint32Array(found.length);
    found.forEach((ids, i) => (ends[i] = (i > 0 ? ends[i - 1] : 0) + ids.length));
    const flat = new Uint32Array(ends.length ? ends[ends.length - 1] : 0);
    found.forEach((ids, i) => flat.set(ids, i > 0 ? ends[i - 1] : 0));
    return [texts.length, await sha256(flat), await sha256(ends)];
  },
  timed: (tokenizer, { letter, size }) => {
    const text = letter.repeat(size);
    const begun = performance.now();
    const n = tokenizer.encode(text).length;
    return [n, performance.now() - begun];
  },
  described: (tokenizer) => ({
    name: tokenizer.name,
    pattern: tokenizer.pattern,
    size: tokenizer.vocabSize,
    largest: tokenizer.maxToken,
    specials: tokenizer.getSpecialTokens(),
  }),
  lookUp: (tokenizer, { tokens, ids }) => [
    tokens.map((token) => tokenizer.tokenToId(token)),
    ids.map((id) => tokenizer.idToToken(id)),
  ],
  tables: async (tokenizer) => {
    const hashed = {};
    for (const [name, array] of Object.entries(tokenizer.vocabulary.tables)) hashed[name] = await sha256(array.view);
    return hashed;
  },
  vocabData: async (_, { name, data, texts }, { Tokenizer }) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const tokenizer = await Tokenizer.fromVocabData(name, bytes);
    return texts.map((text) => Array.from(tokenizer.encode(text)));
  },
  models: (_, __, { Tokenizer }) => Tokenizer.availableModels(),
  open: async (_, { json, as }, { Tokenizer }) => {
    // A tokenizer.json, as a model of this name.
    const key = JSON.stringify([as, {}]);
    tokenizers.get(key)?.free();
    tokenizers.delete(key);
    tokenizers.set(key, await Tokenizer.fromTokenizerJson(json));
    return ASKED.described(tokenizers.get(key));
  },
  tokens: (tokenizer) => {
    // The bytes of every id.
    const ids = Array.from({ length: tokenizer.maxToken + 1 }, (_, id) => id).filter((id) => tokenizer.idToToken(id) !== null);
    return ids.map((id) => [id, Array.from(tokenizer.idToBytes(id), (byte) => byte.toString(16).padStart(2, "0")).join("")]);
  },
};

function allStrings(characters, length) {
  let texts = [""];
  for (let i = 0; i < length; i++) texts = texts.flatMap((text) => characters.map((one) => text + one));
  return texts;
}

async function sha256(array) {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
