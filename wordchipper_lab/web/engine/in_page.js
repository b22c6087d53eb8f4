// What a live page needs to compute for itself: the kernels as WebAssembly in a Worker (wasm_worker.js). The Python kernel
// hands them over when they are first wanted, and a vocabulary when it is first chosen. All screens of a page share them.

import { inflate } from "../shared/columns.js";
import { WasmClient } from "./wasm_client.js";

const bytesOf = (buffer) => new Uint8Array(buffer.buffer ?? buffer, buffer.byteOffset ?? 0, buffer.byteLength);

export class InPage {
  // ask: (fields) -> Promise of the kernel's answer to the verb "engine" (widgets/page_engine.py), with its buffers
  constructor(ask) {
    Object.assign(this, { ask, client: null, asked: new Set(), models: new Map(), heard: new Map() });
  }

  get isReady() {
    return this.client !== null && !this.client.failure;
  }

  // models: names of vocabularies, of which some may be no pretrained ones. Resolves once they are there.
  async bring(models) {
    const isFirst = !this.bringing;
    const wanted = models.filter((model) => !this.asked.has(model));
    if (!wanted.length && !isFirst) return this.bringing;
    for (const model of wanted) this.asked.add(model);
    this.bringing = this.take({ models: wanted, ...(isFirst && { first: true }) }, this.bringing);
    return this.bringing;
  }

  async take(fields, before) {
    const { problem, parts, buffers, models, toys } = await this.ask(fields);
    await before;
    if (problem || buffers?.length !== parts?.length) return; // such a kernel has none: it answers everything
    const { module, worker, ...files } = Object.fromEntries(parts.map((name, at) => [name, bytesOf(buffers[at])]));
    for (const model of models) this.asked.add(model);
    if (module) await this.start(worker, { module, files, models: [...models, ...toys] });
    else if (this.client) await this.client.send({ verb: "bring", files, models });
  }

  async start(worker, opening) {
    try {
      const address = URL.createObjectURL(new Blob([await inflate(worker)], { type: "text/javascript" }));
      const client = new WasmClient(() => new Worker(address), { ...opening, screens: {} }, this);
      const problem = client.failure ?? (await client.opened).problem;
      URL.revokeObjectURL(address);
      if (!problem) this.client = client;
    } catch (error) {
      console.warn(`The kernel answers everything: ${error.message}`);
    }
  }

  send(message) {
    return this.client?.send(message) ?? Promise.resolve({ problem: "the page was closed" });
  }

  close() {
    this.client?.close();
    this.client = null;
  }
}
