// The process of one contender: opens it at once, then answers questions. Alone in a process, a contender has
// its own heap, and its first ids come from a JavaScript engine that has run nothing else.
//
//     node --expose-gc --experimental-import-meta-resolve contender_process.mjs NAME SETTING_AS_JSON

import { performance } from "node:perf_hooks";

import { CONTENDERS, versionOf } from "./contenders.mjs";

/** @typedef {import("./messages.mjs").Answer} Answer */
/** @typedef {import("./messages.mjs").Question} Question */

const FIRST_TEXT = "hello world";

const collect = /** @type {() => void} */ (/** @type {any} */ (globalThis).gc);

/** @type {import("./contenders.mjs").Encode} */
let encode;
/** @type {NodeJS.MemoryUsage} */
let before;

/** @param {string} name @param {import("./contenders.mjs").Setting} setting @returns {Promise<Answer>} */
async function open(name, setting) {
  const contender = CONTENDERS[name];
  const version = await versionOf(contender, setting);
  before = collectedMemory();
  const start = performance.now();
  encode = await contender.open(setting);
  const ids = encode(FIRST_TEXT);
  const milliseconds = performance.now() - start;
  return { opened: { milliseconds, version, ids: Uint32Array.from(ids) } };
}

/** @param {Question} question @returns {Answer} */
function answer(question) {
  if ("encode" in question) return timed(question.encode);
  if ("encodeEach" in question) return { each: question.encodeEach.map(idsOrReason) };
  return { memory: grownMemory() };
}

/** @param {string[]} texts @returns {Answer} */
function timed(texts) {
  /** @type {ArrayLike<number>[]} */
  const found = new Array(texts.length);
  collect(); // what messages and copied answers have left behind is no contender's work
  const start = performance.now();
  for (let number = 0; number < texts.length; number++) found[number] = encode(texts[number]);
  const milliseconds = performance.now() - start;
  return { milliseconds, ids: found.map((ids) => Uint32Array.from(ids)) };
}

/** @param {string} text */
function idsOrReason(text) {
  try {
    return Uint32Array.from(encode(text));
  } catch (error) {
    return reason(error);
  }
}

/** @returns {import("./messages.mjs").Memory} */
function grownMemory() {
  const now = collectedMemory();
  return {
    heap: now.heapUsed - before.heapUsed,
    external: now.external - before.external,
    resident: now.rss - before.rss,
  };
}

function collectedMemory() {
  collect();
  return process.memoryUsage();
}

/** @param {unknown} error */
function reason(error) {
  return error instanceof Error ? error.message.split("\n")[0] : String(error);
}

/** @param {() => Answer | Promise<Answer>} work */
async function send(work) {
  /** @type {Answer} */
  let message;
  try {
    message = await work();
  } catch (error) {
    message = { failed: reason(error) };
  }
  process.send?.(message);
}

process.on("disconnect", () => process.exit());
process.on("message", (question) => send(() => answer(/** @type {Question} */ (question))));
const [name, setting] = process.argv.slice(2);
send(() => open(name, JSON.parse(setting)));
