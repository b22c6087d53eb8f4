import assert from "node:assert/strict";
import { test } from "node:test";

import { LabAddress } from "../web/app/address.js";
import { ScreenModel, withBuffers } from "../web/app/screen_model.js";
import { linkedOf } from "../web/engine/place.js";

const SCREENS = ["explorer", "stepper"];

function addressAt(href) {
  const entries = [];
  const history = { state: null };
  const location = new URL(href);
  globalThis.window = {
    location,
    history: {
      get state() { return history.state; },
      replaceState(state, _, address) { Object.assign(history, { state }); entries.push(["replace", address]); },
      pushState(state, _, address) { Object.assign(history, { state }); entries.push(["push", address]); },
    },
  };
  return { address: new LabAddress(SCREENS), entries };
}

test("each screen has a path, from wherever the server puts its pages", () => {
  for (const [at, base] of [["http://x/", "/"], ["http://x/stepper", "/"], ["http://x/below/explorer/?state=w", "/below/"]]) {
    const { address } = addressAt(at);
    assert.equal(address.base, base);
    assert.equal(address.of("home"), `http://x${base}`);
    assert.equal(address.of("stepper", "word"), `http://x${base}stepper?state=word`);
  }
  const { address } = addressAt("http://x/stepper?state=w1");
  assert.deepEqual({ ...address.read() }, { screen: "stepper", link: "w1", story: null, step: 0 });
  assert.equal(address.read("http://x/").screen, "home");
  assert.equal(address.read("http://x/static/file.js"), null);
  assert.equal(address.read("http://elsewhere/stepper"), null);
});

test("as a notebook on another server, the screen is in the query", () => {
  const { address } = addressAt("http://x/voila/render/lab.ipynb?screen=stepper&state=w");
  assert.equal(address.read().screen, "stepper");
  assert.equal(address.of("explorer", "v"), "http://x/voila/render/lab.ipynb?screen=explorer&state=v");
  assert.equal(address.read("http://x/voila/render/other.ipynb"), null);
});

test("the history has the whole state, the address what is not as usual; too long a state is in the history only", async () => {
  const { address, entries } = addressAt("http://x/");
  await address.push({ screen: "explorer", state: { text: "a", model: "m" }, linked: { text: "a" } });
  assert.match(entries[0][1], /^http:\/\/x\/explorer\?state=\w+/);
  assert.deepEqual(address.opening.state, { text: "a", model: "m" });
  await address.replace({ screen: "explorer", state: { text: "b" }, linked: {} });
  assert.deepEqual(entries[1], ["replace", "http://x/explorer"]);
  const long = Array.from({ length: 20000 }, (_, at) => String.fromCharCode(33 + ((at * at * 7919) % 9973) % 90)).join("");
  await address.replace({ screen: "explorer", state: { text: long }, linked: { text: long } });
  assert.deepEqual(entries[2], ["replace", "http://x/explorer"]);
  assert.equal(address.opening.state.text, long);
  await address.replace({ screen: "explorer", state: { text: "own" }, linked: null });
  assert.equal(address.opening.state, undefined);
  await address.replace({ screen: "explorer", state: { text: "b" }, linked: {}, along: { model: "m" } });
  assert.deepEqual(address.opening.along, { model: "m" });
});

test("entries are written in the order of what was done, and none into another entry", async () => {
  const { address, entries } = addressAt("http://x/");
  const long = { text: "a text that takes longer to pack ".repeat(2000) };
  const first = address.push({ screen: "explorer", state: long, linked: long });
  const second = address.replace({ screen: "stepper", state: { text: "b" }, linked: null });
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  assert.deepEqual(entries.map(([verb]) => verb), ["push", "replace"]);
  const late = address.replace({ screen: "explorer", state: { text: "c" }, linked: { text: "c" } });
  address.leave(); // Back
  assert.equal(await late, false);
  assert.equal(entries.length, 2);
});

test("a story is part of the address", () => {
  const { address } = addressAt("http://x/");
  const href = address.of("explorer", "w", { name: "strawberry", step: 2 });
  assert.deepEqual({ ...address.read(href) }, { screen: "explorer", link: "w", story: "strawberry", step: 2 });
});

test("a screen's model has all of a state before anybody hears of it", () => {
  const model = new ScreenModel({ a: 1, b: 1, _drawing: {} }, () => {}, {});
  const seen = [];
  model.on("change:a", () => seen.push([model.get("a"), model.get("b")]));
  model.on("change:b", () => seen.push("b"));
  model.receive({ method: "update", state: { a: 2, b: 1 } });
  assert.deepEqual(seen, [[2, 1]]);
  model.on("msg:custom", (content, buffers) => seen.push(content, buffers));
  model.receive({ method: "custom", content: { ask: 1 } }, ["x"]);
  assert.deepEqual(seen.slice(1), [{ ask: 1 }, ["x"]]);
});

test("binary buffers return to where they were", () => {
  assert.deepEqual(withBuffers({ _drawing: { rows: [{}, {}] } }, [["_drawing", "rows", 1, "own"]], ["buffer"]), { _drawing: { rows: [{}, { own: "buffer" }] } });
});

test("a link says what is not as usual, and nothing of the state in which a screen opens", () => {
  const [usual, first] = [{ query: "", selected: -1 }, { query: " world", selected: 2375 }];
  assert.deepEqual(linkedOf(first, usual, first), {});
  assert.deepEqual(linkedOf({ query: "low", selected: -1 }, usual, first), { query: "low" });
  assert.deepEqual(linkedOf(usual, usual, first), usual, "said, as the screen opens otherwise");
  assert.deepEqual(linkedOf(usual, usual, usual), {});
});

test("the state of a screen is kept where a notebook saves it, by every view", () => {
  const kept = { a: 1 };
  const views = [0, 1].map(() => new ScreenModel({ a: 1 }, () => {}, {}, kept));
  const heard = [];
  views.forEach((view, at) => view.on("change:a", () => heard.push(at)));
  for (const view of views) view.receive({ method: "update", state: { a: 2 } });
  assert.deepEqual([kept, heard], [{ a: 2 }, [0, 1]]);
});

test("the chart of languages is a place with an address", () => {
  const { address } = addressAt("http://x/below/explorer");
  assert.equal(address.of("languages", "w"), "http://x/below/?chart=languages&state=w");
  assert.equal(address.read("http://x/below/?chart=languages").screen, "languages");
  const notebook = addressAt("http://x/voila/render/lab.ipynb").address;
  assert.equal(notebook.read(notebook.of("languages")).screen, "languages");
});
