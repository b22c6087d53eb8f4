// The model of one screen in a Lab: what anywidget gives a view, over the comm of the Lab.

export class ScreenModel {
  // state: as the kernel sent it; send: (content, buffers) to the screen in the kernel; place: engine/place.js
  // kept: the same state in the model of the Lab, which a notebook saves; all views of the Lab write to it
  constructor(state, send, place, kept = {}) {
    Object.assign(this, { state, place, kept });
    this.deliver = send;
    this.listeners = [];
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.update({ [name]: value });
  }

  on(event, listener) {
    this.listeners.push([event, listener]);
  }

  off(event, listener) {
    this.listeners = this.listeners.filter(([known, used]) => known !== event || used !== listener);
  }

  send(content, callbacks, buffers) {
    this.deliver(content, buffers);
  }

  // All of `state` is there before the first listener is called.
  update(state) {
    const changed = Object.keys(state).filter((name) => !isSame(this.state[name], state[name]));
    Object.assign(this.state, state);
    Object.assign(this.kept, state);
    for (const name of changed) this.emit(`change:${name}`);
    if (changed.length) this.emit("change");
  }

  // message: {method: "update", state} or {method: "custom", content}
  receive(message, buffers) {
    if (message.method === "update") this.update(withBuffers(message.state, message.buffer_paths, buffers));
    else this.emit("msg:custom", message.content, buffers);
  }

  emit(event, ...values) {
    for (const [known, listener] of [...this.listeners]) if (known === event) listener(...values);
  }
}

function isSame(one, other) {
  return one === other || (typeof one !== "object" && typeof other !== "object" && Object.is(one, other));
}

// Puts binary buffers where they were taken out, as ipywidgets describes it: paths of names and numbers.
export function withBuffers(state, paths = [], buffers = []) {
  paths.forEach((path, at) => {
    let holder = state;
    for (const name of path.slice(0, -1)) holder = holder[name];
    holder[path.at(-1)] = buffers[at];
  });
  return state;
}
