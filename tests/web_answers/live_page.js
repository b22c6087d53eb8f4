/** A live page in Node: the engine of a screen, with the Worker's code in the same process, and a clock that is turned by
 * hand. node live_page.mjs WEB_FOLDER; a request a line: {verb, ...}, answered by {sent, state, ...}. */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const real = { setImmediate };
const clock = { now: 0, timers: new Map() };
globalThis.setTimeout = (use, milliseconds) => {
  const key = Symbol("timer");
  clock.timers.set(key, [clock.now + milliseconds, use]);
  return key;
};
globalThis.clearTimeout = (key) => clock.timers.delete(key);

const web = pathToFileURL(`${process.argv[2]}/`).href;
const { openEngine } = await import(`${web}engine/engine.js`);
const { serve } = await import(`${web}engine/wasm_worker.js`);

let waiting = 0; // messages to the Worker that are not answered

globalThis.Worker = class {
  constructor() {
    this.scope = { postMessage: (data) => this.answered(data) };
    serve(this.scope);
  }

  postMessage(data) {
    waiting += 1;
    this.scope.onmessage({ data: structuredClone(data) });
  }

  answered(data) {
    const copy = structuredClone(data);
    setImmediate(() => {
      if (data.ask !== undefined) waiting -= 1;
      this.onmessage?.({ data: copy });
    });
  }

  terminate() {}
};

class Model {
  listeners = [];

  constructor(state) {
    this.state = state;
  }

  get = (name) => this.state[name];
  on = (event, use) => this.listeners.push([event, use]);
  off = (event, use) => { this.listeners = this.listeners.filter(([known, other]) => known !== event || other !== use); };

  set(name, value) {
    this.update({ [name]: value });
  }

  update(state) {
    Object.assign(this.state, state);
    for (const name of Object.keys(state)) this.tell(`change:${name}`);
    this.tell("change");
  }

  tell(event, ...given) {
    for (const [known, use] of [...this.listeners]) if (known === event) use(...given);
  }

  send(content, _callbacks, buffers = []) {
    sent.push({ content: structuredClone(content), buffers: buffers.map(base64Of) });
  }
}

const base64Of = (view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("base64");
const viewOf = (base64) => new DataView(Uint8Array.from(Buffer.from(base64, "base64")).buffer);

function plain(value) {
  if (value instanceof DataView) return { base64: base64Of(value) };
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value === null || typeof value !== "object") return value;
  if ("base64" in value) return viewOf(value.base64);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner)]));
}

let sent = [];
let model;
let engine;
let warned = [];
console.warn = (text) => warned.push(text);

const verbs = {
  open({ screen, state, names }) {
    engine?.close();
    clock.timers.clear();
    model = new Model(revive(state));
    engine = openEngine(model);
    engine.watch(() => {});
    engine.nearby(screen, names, true);
  },
  set: ({ changes }) => { engine.set(changes); },
  look: ({ changes }) => { engine.look(changes); },
  ask: ({ asked, fields }) => { engine.ask(asked, fields).then((answer) => { answers.push(answer); }); },
  deliver({ messages }) {
    for (const { method, state, content, buffers } of messages) {
      if (method === "update") model.update(revive(state));
      else model.tell("msg:custom", content, buffers.map(viewOf));
    }
  },
  advance({ milliseconds }) {
    const end = clock.now + milliseconds;
    for (;;) {
      const [next] = [...clock.timers].filter(([, [when]]) => when <= end).sort(([, [a]], [, [b]]) => a - b);
      if (!next) break;
      const [key, [when, use]] = next;
      clock.timers.delete(key);
      clock.now = when;
      use();
    }
    clock.now = end;
  },
};
let answers = [];

// Until nothing happens any more by itself.
async function settle() {
  for (let quiet = 0; quiet < 12;) {
    await new Promise((resolve) => real.setImmediate(resolve));
    quiet = waiting ? 0 : quiet + 1;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { verb, ...fields } = JSON.parse(line);
  verbs[verb](fields);
  await settle();
  const said = { sent, state: plain(model.state), isNear: engine.isNear, isReady: Boolean(engine.near?.isReady), goesOn: engine.goesOn, answers: plain(answers), warned };
  process.stdout.write(`${JSON.stringify(said)}\n`);
  [sent, answers, warned] = [[], [], []];
}
