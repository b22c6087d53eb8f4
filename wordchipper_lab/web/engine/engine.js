// The engine answers a screen's requests: on a live page the Python kernel, on a saved page the saved state or, where the
// page has them, the kernels as WebAssembly. Each screen has one engine and uses only these methods:
//
//   get(name), listen({"event event": use})   the shown state: public Python state, and answers (names with "_")
//   set(changes)   change public state; resolves once the effects have been drawn; the newest change wins
//   look(changes)  change state of the view only (a pinned token, a step); needs no answer, works on saved pages, too
//   ask(verb, fields, buffers)   any other request; resolves with the answer
//   nearby(screen, names, isEager)   lets a live page answer what it can by itself
//   canAsk         whether anybody answers; isLive: whether that is a kernel
//   job(show)      long work: run, stop, pause, resume, and its progress (job.js)
//
// Every answer is an object with `problem`: null, or a message that says what went wrong. Answers that are drawn arrive
// as state before the promise resolves, so saved notebooks, second views and saved pages keep what they show.

import { KernelEngine } from "./kernel_engine.js";
import { SavedEngine } from "./saved_engine.js";
import { WasmEngine } from "./wasm_engine.js";

export function openEngine(model) {
  if (!model.isSaved) return new KernelEngine(model);
  return model.wasm ? new WasmEngine(model) : new SavedEngine(model);
}

// Lets `model`, of a screen that is a part of what `engine` has, be opened as that was.
export function openedLike(engine, model, screen) {
  model.isSaved = !engine.isLive;
  engine.hosted?.(screen, model);
  return model;
}
