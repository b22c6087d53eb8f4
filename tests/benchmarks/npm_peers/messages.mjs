// What compare.mjs asks the process of a contender, and what that process answers.

/**
 * @typedef {{ encode: string[] } | { encodeEach: string[] } | { memory: true }} Question
 *
 * @typedef {object} Memory  What a contender has added to the process since before it was loaded, in bytes.
 * @property {number} heap  Live objects of the JavaScript heap, after a collection.
 * @property {number} external  Memory outside that heap: array buffers and WebAssembly memory.
 * @property {number} resident  Growth of the process.
 *
 * @typedef {{ opened: { milliseconds: number, version: string | null, ids: Uint32Array } }} Opened
 * @typedef {{ milliseconds: number, ids: Uint32Array[] }} Encoded
 * @typedef {{ each: (Uint32Array | string)[] }} EncodedEach  A string says why a text was refused.
 * @typedef {Opened | Encoded | EncodedEach | { memory: Memory } | { failed: string }} Answer
 */

export {};
