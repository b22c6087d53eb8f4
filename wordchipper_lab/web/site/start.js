// Starts the page of a site of files: the state is in index.html, the engine in a Worker.

import view from "./lab.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const here = (name) => new URL(name, document.baseURI).href;

// Binary parts of the state: {base64}
function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value === null || typeof value !== "object") return value;
  if ("base64" in value) return new DataView(Uint8Array.from(atob(value.base64), (character) => character.charCodeAt(0)).buffer);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revive(inner)]));
}

// The model of a page without a kernel: it keeps state and tells the page of changes.
class SiteModel {
  isSaved = true;

  constructor(state, wasm) {
    Object.assign(this, { state, wasm, listeners: [] });
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = value;
    for (const [event, listener] of [...this.listeners]) if (event === `change:${name}`) listener();
  }

  on(event, listener) {
    this.listeners.push([event, listener]);
  }

  off(event, listener) {
    this.listeners = this.listeners.filter(([known, used]) => known !== event || used !== listener);
  }
}

// Files by their full addresses, because a Worker has one of its own.
function located(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  if ("href" in value) return { href: here(value.href) };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, located(inner)]));
}

const wasm = { ...located(read("engine")), start: () => new Worker(here("worker.js")) };
view.render({ model: new SiteModel(revive(read("state")), wasm), el: document.getElementById("view") });

if ("serviceWorker" in navigator && window.isSecureContext) {
  addEventListener("load", () => navigator.serviceWorker.register(here("service_worker.js")).catch((error) => console.warn(`Not kept for offline use: ${error.message}`)));
}
