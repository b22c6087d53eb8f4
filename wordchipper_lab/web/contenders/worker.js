// One contender, in a Worker of its own. Each message gets one answer:
//
//   {open: {name, files, model}}  ->  {}                       it is ready
//   {encode: documents}           ->  {milliseconds, ids}      ids: a Uint32Array for each document
//
// or {problem}, a message that says what went wrong.

import { OPENERS } from "./openers.js";

export class ContenderWorker {
  // now: milliseconds of a clock
  constructor(openers = OPENERS, now = () => performance.now()) {
    Object.assign(this, { openers, now });
  }

  async answer(message) {
    try {
      return message.open ? await this.open(message.open) : this.encode(message.encode);
    } catch (error) {
      return { problem: String(error?.message ?? error) };
    }
  }

  async open({ name, files, model }) {
    this.call = await this.openers[name](files, model);
    this.call("ready"); // what is made at the first call belongs to the opening
    return {};
  }

  // Only the calls are timed; ids are made comparable afterwards.
  encode(documents) {
    const { call } = this;
    const found = new Array(documents.length);
    const begin = this.now();
    for (let at = 0; at < documents.length; at++) found[at] = call(documents[at]);
    const milliseconds = this.now() - begin;
    return { milliseconds, ids: found.map((ids) => Uint32Array.from(ids)) };
  }
}

const isWorker = typeof WorkerGlobalScope !== "undefined" && globalThis instanceof WorkerGlobalScope;
if (isWorker) {
  const worker = new ContenderWorker();
  globalThis.onmessage = async ({ data }) => globalThis.postMessage(await worker.answer(data));
}

export default ContenderWorker;
