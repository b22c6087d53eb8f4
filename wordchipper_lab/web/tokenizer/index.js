/** Everything that the package offers. */

/** @typedef {import("./tokenizer.js").TokenizerOptions} TokenizerOptions */
/** @typedef {import("./tokenizer.js").Special} Special */
/** @typedef {import("./spans.js").Span} Span */
/** @typedef {import("./located.js").Located} Located */
/** @typedef {import("./trace.js").Traced} Traced */

export { Tokenizer } from "./tokenizer.js";
export { Spans } from "./spans.js";
export { ENCODERS, WRONG_ENCODERS } from "./trace.js";
export * from "./errors.js";
