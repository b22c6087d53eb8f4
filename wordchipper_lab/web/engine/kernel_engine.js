// The engine in Python, reached through the widget's comm. Its Python side is widgets/messages.py. What is typed is answered
// in the page where the page can (near_screen.js), and the kernel follows a moment later; everything else, it is asked for.

import { Heartbeat } from "./heartbeat.js";
import { InPage } from "./in_page.js";
import { Job } from "./job.js";
import { NearScreen } from "./near_screen.js";
import { Newest } from "./newest.js";
import { ShownState } from "./shown_state.js";

const LATER = 250; // milliseconds before the kernel gets a change that needs no answer
const IDLE = 3000; // milliseconds: the longest wait for a moment without work
const TYPED = new Set(["decode"]); // requests at each key

const IN_PAGE = new Set(["divergence", "explorer", "stepper", "training", "vocabulary"]); // of these, the page can answer much

export class KernelEngine extends ShownState {
  isLive = true;
  canAsk = true;
  opensTokenizers = true;

  constructor(model) {
    super(model);
    // Two views of one widget both receive every answer; this name tells which view asked.
    this.view = Math.random().toString(36).slice(2, 8);
    this.asked = new Map(); // number -> {resolve, isCounted}
    this.last = 0;
    this.inPage = model.inPage ?? new InPage((fields) => this.send({ do: "engine", ...fields }, undefined, false));
    this.ownsInPage = !model.inPage;
    this.near = null;
    this.underWay = 0; // questions that the page itself is asked
    this.isNear = false; // whether the page answered the last change
    this.later = new Set(); // names of state that the kernel does not have yet
    this.newest = this.makeNewest();
    this.follower = new Newest((state) => this.send({ do: "set", state, drawn: true }, undefined, false));
    this.heartbeat = new Heartbeat(() => this.tell({ do: "alive" }), () => this.heardOf());
    this.listen({ "msg:custom": (message, buffers) => this.receive(message, buffers), "change:_progress": () => this.heartbeat.heard() });
    this.changed = () => {};
    this.passed = () => {}; // called for a message from one of the screens inside a widget
  }

  // Let the page itself answer what it can of `screen`. names: of its public state; isEager: get the kernels as soon as the
  // page has nothing else to do, and not only when something is changed
  nearby(screen, names, isEager) {
    if (!IN_PAGE.has(screen)) return;
    this.near = new NearScreen(this.inPage, screen, names, this);
    if (isEager) this.whenIdle = idle(() => this.bring());
  }

  // Who answers what is typed: "page" or "kernel".
  get answering() {
    return this.near?.isReady ? "page" : "kernel";
  }

  // The engine of a screen inside this page shares the kernels.
  hosted(screen, model) {
    this.inPage.models.set(screen, model);
    model.inPage = this.inPage;
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

  // A silent kernel is not waited for.
  get isAsking() {
    if (this.underWay > 0 || this.newest.next !== null) return true;
    return !this.isSilent && [...this.asked.values()].some(({ isCounted }) => isCounted);
  }

  keep(changes) {
    this.isKeeping = true;
    super.keep(changes);
    this.isKeeping = false;
  }

  set(changes) {
    this.change(changes);
    return this.newest.ask(changes);
  }

  look(changes) {
    this.change(changes);
    if (this.near?.isReady) this.newest.ask(changes);
  }

  // Shows a change. The kernel gets it with the next message, or a moment later.
  change(changes) {
    this.near?.prepare();
    this.keep(changes);
    for (const name of Object.keys(changes)) this.later.add(name);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.follow(), LATER);
  }

  // Values as they are now: the kernel may have changed them since. Null if the kernel knows all.
  takeLater() {
    clearTimeout(this.waiting);
    const state = Object.fromEntries([...this.later].map((name) => [name, this.get(name)]));
    const isSomething = this.later.size > 0;
    this.later.clear();
    return isSomething ? state : null;
  }

  // Send the kernel what the page has drawn already; nothing while a question is under way, whose answer may need the kernel.
  follow() {
    if (this.underWay || this.newest.underWay) {
      this.waiting = setTimeout(() => this.follow(), LATER);
      return;
    }
    const later = this.takeLater();
    if (!later) return;
    if (this.isNear) this.follower.ask(later);
    else this.send({ do: "set", state: later }, undefined, false);
  }

  // Answers a change of the state: in the page, or else in the kernel.
  answer(changes) {
    if (this.near?.isReady) return this.answerNear(changes);
    this.bring();
    return this.answerFar(changes);
  }

  // Get what the page needs to answer the next change by itself.
  bring() {
    this.near?.bring().then(() => this.changed());
  }

  async answerNear(changes) {
    const answer = await this.nearly(() => this.near.set(changes));
    if (answer) {
      this.isNear = true;
      return answer;
    }
    const far = this.answerFar(changes);
    return this.isSilent ? { problem: null } : far; // the next change may be one for the page
  }

  answerFar(changes) {
    const redraw = this.isNear && { redraw: true }; // the kernel does not know what is shown
    this.isNear = false;
    for (const name of Object.keys(changes)) this.later.add(name);
    return this.send({ do: "set", state: this.takeLater() ?? {}, ...redraw }, undefined, true);
  }

  async nearly(ask) {
    this.count(1);
    const answer = await ask();
    this.count(-1);
    return answer;
  }

  // Whether the page shows what the kernel does not have yet.
  get isAhead() {
    return this.isNear && (this.later.size > 0 || this.follower.underWay > 0);
  }

  // Draw the present state once more, over what the kernel drew of an older one.
  repair() {
    if (this.near.isReady) this.newest.ask({});
  }

  // Whether the page goes on although the kernel does not answer.
  get goesOn() {
    return this.isSilent && this.isNear && this.near.isReady;
  }

  // The kernel has fallen silent, or answers again.
  heardOf() {
    if (this.isSilent && this.near?.isReady) {
      const isWaiting = this.newest.underWay > 0;
      this.newest = this.makeNewest(); // what waits for the kernel would wait for ever
      if (isWaiting) this.near.changed();
      else this.near.prepare(); // what is shown is right, and stays where it is
      this.newest.ask({}).then(() => this.changed());
    }
    this.changed();
  }

  makeNewest() {
    return new Newest((state) => this.answer(state));
  }

  count(more) {
    this.underWay += more;
    if (more > 0) this.changed();
    else Promise.resolve().then(() => this.changed()); // after the code that awaited the answer: it may ask again
  }

  // Send everything that is waiting.
  flush() {
    this.newest.flush();
    const later = this.takeLater();
    if (later) this.send({ do: "set", state: later, ...(this.isNear && { drawn: true }) }, undefined, false);
  }

  // Sends waiting changes first, so that they reach the kernel before `verb`.
  async ask(verb, fields = {}, buffers = undefined) {
    if (TYPED.has(verb) || this.isSilent) {
      this.newest.flush();
      const answer = this.near?.isReady ? await this.nearly(() => this.near.ask(verb, fields, buffers)) : null;
      if (answer) return answer;
    }
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
    asked.resolve(buffers?.length ? { ...message, buffers } : message);
    Promise.resolve().then(() => this.changed()); // after the code that awaited the answer: it may ask again
  }

  close() {
    clearTimeout(this.waiting);
    this.whenIdle?.cancel();
    if (this.ownsInPage) this.inPage.close();
    this.heartbeat.stop();
    super.close();
  }
}

// Calls `use` when the page has nothing else to do.
function idle(use) {
  if (!globalThis.requestIdleCallback) {
    const waiting = setTimeout(use, IDLE);
    return { cancel: () => clearTimeout(waiting) };
  }
  const waiting = requestIdleCallback(use, { timeout: IDLE });
  return { cancel: () => cancelIdleCallback(waiting) };
}
