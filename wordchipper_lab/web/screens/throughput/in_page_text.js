// The text that is measured in the page, in documents: the code of the page itself, or the reader's own.

export const DOCUMENT = 5000; // bytes of UTF-8 after which a document ends with the next line
const LONGEST = 6000; // bytes after which it ends between any two characters
const WARM_UP = 0.25; // of the text: it is encoded, and not timed
const ROUNDS = 10;
const ROUND = 40000; // bytes: a shorter round is too short for a browser's clock
export const LEAST = 20000; // bytes of a text that can be measured

const JOINED = /^(?=\/\/ \S+\.js\nconst \$\d+ = )/m; // where a module begins in a script of this page
const LINE = 10;
const SPECIAL = /<\|\w+\|>/;

// The text of scripts, in which each module is once, although several screens bring it along.
export function codeOf(scripts) {
  const modules = new Map();
  for (const script of scripts) {
    for (const part of script.split(JOINED)) {
      const [name] = part.split("\n", 1);
      if (!modules.has(name)) modules.set(name, part);
    }
  }
  return [...modules.values()].join("");
}

export async function fetchCode(addresses, get = fetch) {
  const texts = await Promise.all(addresses.map(async (address) => {
    const answer = await get(address);
    if (!answer.ok) throw new Error(`${address} could not be read: the server answered ${answer.status}`);
    return answer.text();
  }));
  return codeOf(texts);
}

// Documents of a text, {text, bytes} each. Lone surrogates become U+FFFD.
export function documentsOf(text) {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const documents = [];
  for (let from = 0; from < bytes.length;) {
    const to = endOfDocument(bytes, from);
    documents.push({ text: decoder.decode(bytes.subarray(from, to)), bytes: to - from });
    from = to;
  }
  return documents;
}

// Those without special tokens, which some tokenizers cut out even where they are ordinary text.
export function withoutSpecial(documents) {
  return documents.filter(({ text }) => !SPECIAL.test(text));
}

function endOfDocument(bytes, from) {
  if (bytes.length - from <= LONGEST) return bytes.length;
  for (let at = from + DOCUMENT; at < from + LONGEST; at++) if (bytes[at - 1] === LINE) return at;
  let at = from + LONGEST;
  while ((bytes[at] & 0xc0) === 0x80) at--; // inside a character
  return at;
}

// Documents in batches {documents: texts, bytes, isTimed}: the first one warms up, each other one is a round.
export function batchesOf(documents) {
  const total = sum(documents);
  const warmUp = total * WARM_UP;
  const rounds = Math.max(1, Math.min(ROUNDS, Math.floor((total - warmUp) / ROUND)));
  const batches = [];
  let [taken, done] = [[], 0];
  const endOf = (number) => warmUp + ((total - warmUp) * number) / rounds;
  for (const document of documents) {
    taken.push(document);
    done += document.bytes;
    if (done < endOf(batches.length) && document !== documents.at(-1)) continue;
    batches.push({ documents: taken.map(({ text }) => text), bytes: sum(taken), isTimed: batches.length > 0 });
    taken = [];
  }
  return batches;
}

const sum = (documents) => documents.reduce((total, { bytes }) => total + bytes, 0);
