// The engine answers a screen's requests: on a live page the Python kernel, on a saved page the saved state. Each
// screen has one engine and uses only these methods:
//
//   get(name), listen({"event event": use})   the shown state: public Python state, and answers (names with "_")
//   set(changes)   change public state; resolves once the effects have been drawn; the newest change wins
//   look(changes)  change state of the view only (a pinned token, a step); needs no answer, works on saved pages, too
//   ask(verb, fields, buffers)   any other request; resolves with the answer
//   job(show)      long work: run, stop, pause, resume, and its progress (job.js)
//
// Every answer is an object with `problem`: null, or a message that says what went wrong. Answers that are drawn arrive
// as state before the promise resolves, so saved notebooks, second views and saved pages keep what they show.

import { KernelEngine } from "./kernel_engine.js";
import { SavedEngine } from "./saved_engine.js";

export function openEngine(model) {
  return model.isSaved ? new SavedEngine(model) : new KernelEngine(model);
}

// Lets `model`, a part of what `engine` has, be opened as that was.
export function openedLike(engine, model) {
  model.isSaved = !engine.isLive;
  return model;
}
