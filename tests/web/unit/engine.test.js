import assert from "node:assert/strict";
import { test } from "node:test";

import { openEngine } from "../web/engine/engine.js";
import { Heartbeat } from "../web/engine/heartbeat.js";
import { Newest } from "../web/engine/newest.js";

const settle = () => new Promise((resolve) => setImmediate(resolve));

// A clock that is advanced by hand.
class Clock {
  now = 0;
  timers = new Map();
  setTimeout = (use, milliseconds) => {
    const key = Symbol("timer");
    this.timers.set(key, [this.now + milliseconds, use]);
    return key;
  };

  clearTimeout = (key) => this.timers.delete(key);

  advance(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const next = [...this.timers].filter(([, [when]]) => when <= end).sort(([, [a]], [, [b]]) => a - b)[0];
      if (!next) break;
      const [key, [when, use]] = next;
      this.timers.delete(key);
      this.now = when;
      use();
    }
    this.now = end;
  }
}

// A widget's model; `answer` makes its kernel answer the oldest question.
class Model {
  state = { text: "a", selected: -1, _progress: { state: "idle" } };
  listeners = [];
  sent = [];
  get = (name) => this.state[name];
  on = (event, use) => this.listeners.push([event, use]);
  off = (event, use) => { this.listeners = this.listeners.filter(([known, other]) => known !== event || other !== use); };
  set(name, value) {
    this.state[name] = value;
    this.tell(`change:${name}`);
  }

  send(message) {
    if (this.isClosed) throw new Error("Cannot send on a closed comm");
    this.sent.push(structuredClone(message));
  }

  tell(event, message) {
    for (const [known, use] of [...this.listeners]) if (known === event) use(message);
  }

  answer(found = {}) {
    const { ask, do: answered } = this.sent.find((message) => message.ask && !message.isAnswered);
    this.sent.find((message) => message.ask === ask).isAnswered = true;
    this.tell("msg:custom", { answered, ask, problem: null, ...found });
  }
}

test("the first change travels at once, then one message at most is under way, and the newest wins", async () => {
  const sent = [];
  const newest = new Newest((changes) => new Promise((resolve) => sent.push({ changes, resolve })));
  const answers = [..."hello"].map((_, at) => newest.ask({ text: "hello".slice(0, at + 1) }));
  assert.deepEqual(sent.map(({ changes }) => changes), [{ text: "h" }]);
  newest.ask({ model: "gpt2" });
  sent[0].resolve("first");
  await settle();
  assert.deepEqual(sent.map(({ changes }) => changes), [{ text: "h" }, { text: "hello", model: "gpt2" }]);
  sent[1].resolve("second");
  assert.deepEqual(await Promise.all(answers), ["first", "second", "second", "second", "second"]);
  assert.equal(newest.underWay, 0);
});

test("what waits is sent before what depends on it", async () => {
  const model = new Model();
  const engine = openEngine(model);
  engine.set({ text: "a" });
  engine.set({ text: "ab" });
  engine.look({ selected: 3 });
  const answer = engine.ask("shrink");
  assert.deepEqual(model.sent.map(({ do: verb, state }) => [verb, state]), [["set", { text: "a" }], ["set", { text: "ab", selected: 3 }], ["shrink", undefined]]);
  for (let times = 0; times < 3; times += 1) model.answer({ json: "[]" });
  assert.equal((await answer).json, "[]");
  await settle();
  assert.equal(engine.isAsking, false);
  engine.close();
});

test("state is what the page set, before anyone answers", () => {
  const model = new Model();
  const engine = openEngine(model);
  engine.set({ text: "new" });
  assert.equal(engine.get("text"), "new");
  assert.equal(engine.isAsking, true);
  engine.close();
});

test("answers to another view of the widget are not taken", async () => {
  const model = new Model();
  const [one, two] = [openEngine(model), openEngine(model)];
  let answered = 0;
  one.ask("page").then(() => { answered += 1; });
  two.ask("page").then(() => { answered += 10; });
  model.answer();
  await settle();
  assert.equal(answered, 1);
  one.close();
  two.close();
});

test("a job shows what was asked for at once, and takes it back when it was refused", async () => {
  const model = new Model();
  const engine = openEngine(model);
  const shown = [];
  const job = engine.job(({ state }) => shown.push(state));
  const answer = job.run("start");
  assert.deepEqual([shown, job.isWorking], [["starting"], true]);
  model.answer({ problem: "no file" });
  assert.equal((await answer).problem, "no file");
  assert.deepEqual([shown, job.isWorking], [["starting", "idle"], false]);
  model.set("_progress", { state: "running", done: 3 });
  job.stop();
  assert.deepEqual(shown, ["starting", "idle", "running", "stopping"]);
  engine.close();
});

test("a saved page answers that it cannot, and lets itself be looked at", async () => {
  const model = new Model();
  model.isSaved = true;
  const engine = openEngine(model);
  assert.match((await engine.set({ text: "new" })).problem, /saved page/);
  assert.match((await engine.ask("page")).problem, /saved page/);
  assert.equal(engine.get("text"), "a");
  engine.look({ selected: 3 });
  assert.equal(engine.get("selected"), 3);
  assert.match((await engine.job(() => {}).run("start")).problem, /saved page/);
  assert.deepEqual(model.sent, []);
});

function beating() {
  const clock = new Clock();
  const state = { asked: 0, changes: [], isOpen: true };
  const heartbeat = new Heartbeat(() => { state.asked += 1; return state.isOpen; }, () => state.changes.push(heartbeat.isSilent), clock);
  heartbeat.start();
  return { clock, state, heartbeat };
}

test("a kernel that ends is noticed within two seconds, and again when it answers", () => {
  const { clock, state, heartbeat } = beating();
  heartbeat.heard();
  for (let seconds = 0; seconds < 10; seconds += 1) {
    clock.advance(1000);
    heartbeat.heard();
  }
  assert.deepEqual(state.changes, []);
  clock.advance(1999);
  assert.deepEqual(state.changes, [true]);
  const { asked } = state;
  clock.advance(5000);
  assert.ok(state.asked > asked, "it goes on asking");
  heartbeat.heard();
  assert.deepEqual(state.changes, [true, false]);
  heartbeat.stop();
});

test("a closed channel is silence at once", () => {
  const { clock, state, heartbeat } = beating();
  heartbeat.heard();
  state.isOpen = false;
  clock.advance(800);
  assert.deepEqual(state.changes, [true]);
  heartbeat.stop();
});

test("a view without a kernel behind it, as in an exported notebook, is not called silent until it is asked", () => {
  const { clock, state, heartbeat } = beating();
  clock.advance(60_000);
  assert.deepEqual(state.changes, []);
  heartbeat.expect();
  clock.advance(10_000);
  assert.deepEqual(state.changes, [true]);
  heartbeat.stop();
});
