// The Worker of a page (wasm_worker.js), and the questions under way. All screens of a page share it.

import { SAVED } from "./saved_engine.js";

export class WasmClient {
  // start: () -> Worker; opening: what it needs to know (see `open` in wasm_worker.js)
  // models: screen -> the model that a message about another screen may change; heard: screen -> what hears of its long work
  constructor(start, opening, { models = new Map(), heard = new Map() } = {}) {
    Object.assign(this, { models, heard });
    this.asked = new Map(); // its number -> {resolve, tell}
    this.last = 0;
    this.offered = []; // tokenizers that were opened in this page
    this.offers = new Set(); // what hears of them
    this.failure = null;
    try {
      this.worker = start();
    } catch (error) {
      this.fail(error.message);
      return;
    }
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.fail(event.message || "it did not start");
    this.opened = this.send({ verb: "open", ...opening });
  }

  // tell: called when the answer has been heard
  send(message, tell = () => {}) {
    if (this.failure) return Promise.resolve({ problem: this.failure });
    this.last += 1;
    const ask = this.last;
    const answer = new Promise((resolve) => this.asked.set(ask, { resolve, tell }));
    this.worker.postMessage({ ...message, ask });
    return answer;
  }

  receive(answer) {
    if (answer.offered) {
      this.offered = answer.offered;
      for (const hear of this.offers) hear(answer.offered);
    }
    if (answer.ask === undefined) {
      this.heard.get(answer.to)?.(answer.drawn);
      return;
    }
    const { resolve, tell } = this.asked.get(answer.ask);
    this.asked.delete(answer.ask);
    for (const [screen, changes] of Object.entries(answer.screens ?? {})) this.models.get(screen)?.update(changes);
    resolve(answer);
    Promise.resolve().then(tell); // after the code that awaited the answer: it may ask again
  }

  // The Worker cannot run: what was saved can still be looked at.
  fail(reason) {
    console.warn(`Without the engine: ${reason}`);
    this.failure = SAVED;
    for (const { resolve, tell } of this.asked.values()) {
      resolve({ problem: SAVED });
      tell();
    }
    this.asked.clear();
  }

  close() {
    this.worker?.terminate();
  }
}
