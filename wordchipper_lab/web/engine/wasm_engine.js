// The engine of a page without a kernel that has the kernels itself, as WebAssembly in a Worker (wasm_worker.js). What it
// cannot do is answered as a saved page answers it.

import { Newest } from "./newest.js";
import { withOpened } from "./opened_options.js";
import { SavedEngine } from "./saved_engine.js";
import { WasmClient } from "./wasm_client.js";

const OPENING = new Set(["lab", "explorer", "stepper", "vocabulary", "divergence"]);

export class WasmEngine extends SavedEngine {
  canAsk = true;
  answering = "page";

  // model.wasm: {screen, client}, of a screen inside another page; or {screen, names, start, ...}: names of the public
  // state, or for a Lab those of each screen
  constructor(model) {
    super(model);
    const { screen, client } = model.wasm;
    this.screen = screen;
    this.underWay = 0;
    this.changed = () => {};
    this.newest = new Newest((state) => this.compute(state));
    this.ownsClient = !client;
    this.client = client ?? this.start(model.wasm);
    this.client.heard.set(screen, (drawn) => this.keep(drawn));
    this.options = this.get("_options");
    this.offer = (offered) => this.keep({ _options: withOpened(this.options, offered) });
    if (this.client.offered.length) this.offer(this.client.offered);
    this.client.offers.add(this.offer);
  }

  start({ start, names, ...opening }) {
    const stateOf = (get, listed) => Object.fromEntries(listed.map((name) => [name, get(name)]));
    const screens = Array.isArray(names)
      ? { [opening.screen]: stateOf((name) => this.get(name), names) }
      : Object.fromEntries(Object.entries(names).map(([screen, listed]) => [screen, stateOf((name) => this.get("_screens")[screen][name], listed)]));
    return new WasmClient(start, { ...opening, screens, opened: this.get("screen") ?? opening.screen });
  }

  // The engine of a screen inside this page shares its Worker.
  hosted(screen, model) {
    this.client.models.set(screen, model);
    model.wasm = { screen, client: this.client };
  }

  // changed: called when `isAsking` may have changed
  watch(changed) {
    this.changed = changed;
  }

  flush() {
    this.newest.flush();
  }

  set(changes) {
    this.keep(changes);
    return this.newest.ask(changes);
  }

  look(changes) {
    this.keep(changes);
    this.newest.ask(changes);
  }

  ask(verb, fields = {}, buffers = undefined) {
    this.flush();
    return this.send({ ...fields, verb, ...(buffers && { buffers }) });
  }

  compute(state) {
    return this.send({ verb: "set", state });
  }

  async send(message) {
    this.count(1);
    const answer = await this.client.send({ ...message, to: this.screen }, () => this.count(-1));
    if (answer.drawn) this.keep(answer.drawn);
    return answer;
  }

  count(more) {
    this.underWay += more;
    this.isAsking = this.underWay > 0;
    this.changed();
  }

  // Whether tokenizers can be opened from files and used here.
  get opensTokenizers() {
    return OPENING.has(this.screen);
  }

  close() {
    this.client.offers.delete(this.offer);
    if (this.ownsClient) this.client.close();
    super.close();
  }
}
