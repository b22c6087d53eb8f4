// The state that a page shows, held by its widget's model.

export class ShownState {
  constructor(model) {
    this.model = model;
    this.listening = [];
  }

  get(name) {
    return this.model.get(name);
  }

  // listeners: "event event ..." -> function
  listen(listeners) {
    for (const [names, use] of Object.entries(listeners)) {
      for (const name of names.split(" ")) {
        this.model.on(name, use);
        this.listening.push([name, use]);
      }
    }
  }

  // Changes the state in the browser only; kernel_engine.js sends the kernel what it needs to know.
  keep(changes) {
    for (const [name, value] of Object.entries(changes)) this.model.set(name, value);
  }

  close() {
    for (const [name, use] of this.listening) this.model.off(name, use);
  }
}
