// The engine in Python, reached through the widget's comm. Its Python side is widgets/messages.py.

import { Heartbeat } from "./heartbeat.js";
import { Job } from "./job.js";
import { Newest } from "./newest.js";
import { ShownState } from "./shown_state.js";

const LOOKED = 250; // milliseconds before a `look` is sent to the kernel

export class KernelEngine extends ShownState {
  isLive = true;
  canAsk = true;

  constructor(model) {
    super(model);
    // Two views of one widget both receive every answer; this name tells which view asked.
    this.view = Math.random().toString(36).slice(2, 8);
    this.asked = new Map(); // number -> {resolve, isCounted}
    this.last = 0;
    this.newest = new Newest((state) => this.send({ do: "set", state }, undefined, true));
    this.heartbeat = new Heartbeat(() => this.tell({ do: "alive" }), () => this.changed());
    this.listen({ "msg:custom": (message, buffers) => this.receive(message, buffers), "change:_progress": () => this.heartbeat.heard() });
    this.changed = () => {};
    this.passed = () => {}; // called for a message from one of the screens inside a widget
  }

  // changed: called when `isAsking` or `isSilent` may have changed
  watch(changed) {
    this.changed = changed;
    this.heartbeat.start();
  }

  // While a screen is not shown, its kernel need not be asked whether it is there.
  rest() {
    this.heartbeat.stop();
  }

  wake() {
    this.heartbeat.stop();
    this.heartbeat.start();
  }

  get isSilent() {
    return this.heartbeat.isSilent;
  }

  get isAsking() {
    return this.newest.next !== null || [...this.asked.values()].some(({ isCounted }) => isCounted);
  }

  set(changes) {
    const looked = this.takeLooked();
    this.keep(changes);
    return this.newest.ask({ ...looked, ...changes });
  }

  look(changes) {
    this.keep(changes);
    this.looked = { ...this.looked, ...changes };
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.flush(), LOOKED);
  }

  takeLooked() {
    const { looked } = this;
    this.looked = null;
    clearTimeout(this.looking);
    return looked;
  }

  // Send everything that is waiting.
  flush() {
    const looked = this.takeLooked();
    this.newest.flush();
    if (looked) this.send({ do: "set", state: looked }, undefined, false);
  }

  // Sends waiting changes first, so that they reach the kernel before `verb`.
  ask(verb, fields = {}, buffers = undefined) {
    this.flush();
    return this.send({ ...fields, do: verb }, buffers, true);
  }

  job(show) {
    return new Job(this, show);
  }

  send(message, buffers, isCounted) {
    this.last += 1;
    const ask = `${this.view}-${this.last}`;
    const answer = new Promise((resolve) => this.asked.set(ask, { resolve, isCounted }));
    if (this.tell({ ...message, ask }, buffers)) this.heartbeat.expect();
    this.changed();
    return answer;
  }

  // Returns whether the message was sent. A kernel that died and was restarted does not know this page: its channel is
  // closed, and sending fails at once.
  tell(message, buffers) {
    try {
      this.model.send(message, undefined, buffers);
      return true;
    } catch (error) {
      console.warn(`Not sent to the kernel: ${error.message}`);
      return false;
    }
  }

  // For the screens inside a widget: a message to one of them. Throws if it cannot be sent, as a comm does.
  pass(content, buffers) {
    if (!this.tell(content, buffers)) throw new Error("the kernel cannot be reached");
  }

  receive(message, buffers) {
    this.heartbeat.heard();
    if (message.screen) this.passed(message, buffers);
    const asked = this.asked.get(message.ask);
    if (!asked) return;
    this.asked.delete(message.ask);
    asked.resolve(message);
    Promise.resolve().then(() => this.changed()); // after the code that awaited the answer: it may ask again
  }

  close() {
    clearTimeout(this.looking);
    this.heartbeat.stop();
    super.close();
  }
}
