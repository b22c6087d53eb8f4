// A widget's model as anywidget gives it to a view: state that changes, events, and messages to its Python side.

import { isSame, putBuffers } from "./buffers.js";

export class WidgetModel {
  // tell: (data, buffers) sends one message on the widget's comm
  constructor(state, tell) {
    Object.assign(this, { state, tell, listeners: [], unsaved: new Set() });
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.unsaved.add(name);
    this.change({ [name]: value });
  }

  save_changes() {
    const changed = Object.fromEntries([...this.unsaved].map((name) => [name, this.state[name]]));
    this.unsaved.clear();
    this.tell({ method: "update", state: changed, buffer_paths: [] });
  }

  on(names, listener) {
    for (const name of names.split(" ")) this.listeners.push([name, listener]);
  }

  // Without a listener, all of that event; without an event, all.
  off(names = null, listener = null) {
    const ended = names?.split(" ");
    this.listeners = this.listeners.filter(([name, use]) => (ended && !ended.includes(name)) || (listener && use !== listener));
  }

  send(content, _callbacks, buffers) {
    this.tell({ method: "custom", content }, buffers);
  }

  // A message from the Python side.
  receive({ method, state, buffer_paths: paths, content }, buffers) {
    if (method === "update") this.change(putBuffers(state, paths ?? [], buffers));
    else if (method === "custom") this.emit("msg:custom", content, buffers);
  }

  // All values change before the first listener is called.
  change(state) {
    const changed = Object.entries(state).filter(([name, value]) => !isSame(this.state[name], value));
    Object.assign(this.state, Object.fromEntries(changed));
    for (const [name, value] of changed) this.emit(`change:${name}`, this, value);
    if (changed.length) this.emit("change", this);
  }

  emit(event, ...given) {
    for (const [name, listener] of [...this.listeners]) if (name === event) listener(...given);
  }
}
