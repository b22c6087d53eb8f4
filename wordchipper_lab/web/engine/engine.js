// What a screen asks, and who answers. A screen holds one engine and speaks no protocol of its own:
//
//   get(name), listen({"event event": use})   the state that is shown: public Python state, and answers (names with "_")
//   set(changes)   other public state: what it changes has been drawn when the promise resolves; the newest wins
//   look(changes)  state of the view alone (a pinned token, a step): it needs no answer, and works on a saved page, too
//   ask(verb, fields, buffers)   anything else; resolves with the answer
//   job(show)      long work: run, stop, pause, resume, and what there is to show of it (job.js)
//
// Every answer is an object with `problem`: null, or what went wrong in words. Answers that are drawn arrive as state
// before the promise resolves: a notebook that is saved, a second view and a page that is written keep what they show.

import { KernelEngine } from "./kernel_engine.js";
import { SavedEngine } from "./saved_engine.js";

export function openEngine(model) {
  return model.isSaved ? new SavedEngine(model) : new KernelEngine(model);
}
