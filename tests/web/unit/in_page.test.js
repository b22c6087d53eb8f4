import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { ContenderWorker } from "../web/contenders/worker.js";
import { InPageContender } from "../web/screens/throughput/in_page_contender.js";
import { InPagePanel } from "../web/screens/throughput/in_page_panel.js";
import { InPageRun, inTurn, median } from "../web/screens/throughput/in_page_run.js";
import { batchesOf, codeOf, documentsOf, LEAST, withoutSpecial } from "../web/screens/throughput/in_page_text.js";
import { barRows, idsWords, isFaster, measuredWords, tableOf, verdictOf } from "../web/screens/throughput/in_page_words.js";

const lines = (bytes) => `${"x".repeat(99)}\n`.repeat(bytes / 100);

test("a module is measured once, although several scripts have it", () => {
  const module = (name, number) => `// ${name}\nconst $${number} = (() => {})();\n\n`;
  const one = module("shared/dom.js", 1) + module("app/lab.js", 2);
  const other = module("shared/dom.js", 1) + module("screens/a.js", 7);
  assert.equal(codeOf([one, other]), one + module("screens/a.js", 7));
});

test("documents are the whole text, cut at lines, or between characters", () => {
  for (const text of [lines(40000), "naïve 👍🏽".repeat(3000), "a", ""]) {
    const documents = documentsOf(text);
    assert.equal(documents.map((document) => document.text).join(""), text);
    for (const document of documents) assert.equal(document.bytes, Buffer.byteLength(document.text));
    for (const { bytes } of documents.slice(0, -1)) assert.ok(bytes >= 5000 - 4 && bytes <= 6000, bytes);
  }
  assert.ok(documentsOf(lines(40000)).every(({ text }) => text.endsWith("\n")));
  assert.equal(withoutSpecial([{ text: "a<|endoftext|>" }, { text: "a <| b |>" }]).length, 1);
});

test("the first quarter warms up, the rest is in rounds of the same size", () => {
  const batches = batchesOf(documentsOf(lines(1_200_000)));
  assert.deepEqual(batches.map(({ isTimed }) => isTimed), [false, ...Array(10).fill(true)]);
  assert.equal(batches.reduce((total, { bytes }) => total + bytes, 0), 1_200_000);
  assert.ok(Math.abs(batches[0].bytes - 300_000) < 6000);
  for (const { bytes } of batches.slice(1)) assert.ok(Math.abs(bytes - 900_000 / 10) < 12_000, bytes);
  assert.equal(batchesOf(documentsOf(lines(LEAST))).length, 2, "a short text has one round");
});

test("the first of a round is the last of the next", () => {
  assert.deepEqual([0, 1, 2, 3].map((turn) => inTurn(["a", "b", "c"], turn).join("")), ["abc", "bca", "cab", "abc"]);
  assert.deepEqual(inTurn([], 3), []);
});

test("medians", () => {
  assert.deepEqual([[3], [3, 1], [9, 1, 2]].map(median), [3, 2, 2]);
});

// A contender that takes the same time for every byte. fail: {open, at}: whether it opens, and in which batch it fails
class FakeContender {
  constructor(label, speed, calls, { ids = (text) => [...Buffer.from(text)], failsToOpen = false, failsAt = -1 } = {}) {
    Object.assign(this, { label, speed, calls, ids, failsAt, asked: 0, isStopped: false });
    this.opened = failsToOpen ? Promise.reject(new Error("no such file")) : Promise.resolve();
    this.opened.catch(() => {});
  }

  async encode(documents) {
    this.calls.push(this.label);
    if (this.asked++ === this.failsAt) throw new Error("out of memory");
    const bytes = documents.join("").length;
    return { milliseconds: bytes / 1000 / this.speed, ids: documents.map((text) => Uint32Array.from(this.ids(text))) };
  }

  stop() {
    this.isStopped = true;
    this.refuse?.(new Error("stopped"));
  }
}

const batches = [0, 1, 2, 3].map((at) => ({ documents: ["abc", "defg"], bytes: 7, isTimed: at > 0 }));

test("contenders take turns, and each has a speed for each round", async () => {
  const calls = [];
  const contenders = [new FakeContender("a", 8, calls), new FakeContender("b", 4, calls), new FakeContender("c", 2, calls)];
  const states = new Set();
  const run = new InPageRun(contenders, batches, ({ state }) => states.add(state));
  await run.run();
  assert.equal(calls.join(""), "abc" + "bca" + "cab" + "abc");
  assert.deepEqual([...states], ["starting", "running", "finished"]);
  assert.deepEqual(barRows(run.rows).map(({ rounds, median: speed, exact }) => [rounds, Math.round(speed), exact]), [[3, 8, ""], [3, 4, "✓ same ids"], [3, 2, "✓ same ids"]]);
  assert.ok(contenders.every(({ isStopped }) => isStopped));
  assert.equal(verdictOf(run.rows, run.state), "a encodes 8.00 MB of new text a second, 2.00 times as much as b, the next. All ids are the same.");
});

test("documents with other ids are counted", async () => {
  const odd = new FakeContender("b", 4, [], { ids: (text) => (text === "abc" ? [1] : [...Buffer.from(text)]) });
  const run = new InPageRun([new FakeContender("a", 8, []), odd], batches, () => {});
  await run.run();
  assert.deepEqual([run.rows[1].different, run.rows[1].compared], [4, 8]);
  assert.equal(idsWords(run.rows[1], false), "✗ 4 of 8 documents differ");
  assert.match(verdictOf(run.rows, run.state), /Other ids: b in 4 of 8 documents\.$/);
});

test("a contender that fails says why, and the others go on", async () => {
  const failing = [new FakeContender("b", 4, [], { failsToOpen: true }), new FakeContender("c", 4, [], { failsAt: 2 })];
  const run = new InPageRun([new FakeContender("a", 8, []), ...failing], batches, () => {});
  await run.run();
  assert.deepEqual(run.rows.map(({ problem, speeds }) => [problem, speeds.length]), [[null, 3], ["no such file", 0], ["out of memory", 1]]);
  assert.ok(failing.every(({ isStopped }) => isStopped));
  assert.deepEqual(barRows(run.rows).map(({ exact }) => exact), ["", "✗ failed", "✗ failed"]);
  assert.deepEqual(tableOf(run.rows).columns[2].values.slice(1), ["failed: no such file", "failed: out of memory"]);
});

test("without our ids none are compared", async () => {
  const run = new InPageRun([new FakeContender("a", 8, [], { failsToOpen: true }), new FakeContender("b", 4, [])], batches, () => {});
  await run.run();
  assert.deepEqual(run.rows.map(({ compared }) => compared), [0, 0]);
  assert.equal(verdictOf(run.rows, run.state), "b encodes 4.00 MB of new text a second.");
});

test("a stop ends at once, and is no failure", async () => {
  const slow = new FakeContender("b", 4, []);
  slow.encode = () => new Promise((_, reject) => { slow.refuse = reject; });
  const run = new InPageRun([new FakeContender("a", 8, []), slow], batches, () => {});
  const running = run.run();
  while (!slow.refuse) await new Promise(setImmediate);
  run.stop();
  assert.equal(run.state, "stopped");
  await running;
  assert.deepEqual(run.rows.map(({ problem, contender }) => [problem, contender.isStopped]), [[null, true], [null, true]]);
  assert.equal(verdictOf(run.rows, run.state), "Stopped. Nothing was measured.");
});

test("one is faster than another if it was so in every round", () => {
  assert.ok(isFaster([9, 20, 30], [8, 19, 29]));
  assert.ok(!isFaster([9, 20, 30], [8, 21, 29]));
  assert.ok(isFaster([...Array(9).fill(9), 1], Array(10).fill(8)), "one of ten was disturbed");
  assert.ok(!isFaster([...Array(8).fill(9), 1, 1], Array(10).fill(8)));
  assert.ok(!isFaster([9, 20], [8, 19]), "two rounds are too few");
  assert.ok(!isFaster([9, null, 30], [8, 19, 29]), "a round that the clock could not time is none");
  const row = (label, speeds) => ({ label, speeds, compared: 0, different: 0, problem: null });
  assert.match(verdictOf([row("a", [9, 20, 30]), row("b", [8, 21, 29])], "finished"), /^b encodes 21\.0 MB .*too noisy to rank\.$/);
  assert.match(verdictOf([row("a", [9]), row("b", [8])], "finished"), /so few rounds are too noisy to rank\.$/);
});

test("a contender that no round of the clock could time is not ranked", () => {
  const row = (label, speeds) => ({ label, speeds, compared: 4, different: 0, problem: null });
  assert.equal(verdictOf([row("a", [null]), row("b", [8])], "finished"), "a was too fast for this browser's clock: measure a longer text.");
});

test("what was measured is said", () => {
  const words = measuredWords(batchesOf(documentsOf(lines(1_200_000))), "o200k_base", "own text", "special tokens are ordinary text");
  assert.match(words, /^New text, o200k_base: own text, 240 documents of about 5 kB, 1\.20 MB\. 60 documents to warm up, the others in 10 rounds\./);
});

test("the Worker times the calls, and answers with what went wrong", async () => {
  let time = 0;
  const openers = { fake: async ({ by }) => (text) => { time += 5; return [text.length * by]; } };
  const worker = new ContenderWorker(openers, () => time);
  assert.deepEqual(await worker.answer({ open: { name: "fake", files: { by: 2 }, model: "m" } }), {});
  assert.deepEqual(await worker.answer({ encode: ["a", "bcd"] }), { milliseconds: 10, ids: [Uint32Array.of(2), Uint32Array.of(6)] });
  assert.match((await worker.answer({ open: { name: "missing" } })).problem, /not a function/);
});

class FakeWorker {
  constructor(worker) {
    this.worker = worker;
  }

  async postMessage(message) {
    const data = await this.worker.answer(message);
    if (!this.isTerminated) this.onmessage({ data });
  }

  terminate() {
    this.isTerminated = true;
  }
}

test("a contender asks its Worker, and ends it", async () => {
  const openers = { fake: async () => (text) => { if (text === "bad") throw new Error("cannot encode this"); return [1]; } };
  const worker = new FakeWorker(new ContenderWorker(openers));
  const contender = new InPageContender(worker, "fake 1.0", { name: "fake", files: {}, model: "m" });
  await contender.opened;
  assert.deepEqual((await contender.encode(["a"])).ids, [Uint32Array.of(1)]);
  await assert.rejects(contender.encode(["bad"]), /cannot encode this/);
  const pending = contender.encode(["a"]);
  contender.stop();
  await assert.rejects(pending, /stopped/);
  assert.ok(worker.isTerminated);
});

const PEER = { name: "fake", version: "1.0", models: { o200k_base: { module: { href: "npm/fake/x.js" } } } };
const panelWith = (peers) => {
  document.baseURI = "http://127.0.0.1/";
  const openers = { ours: async () => (text) => [text.length], fake: async () => (text) => [text.length] };
  const page = { version: "0.1", worker: { href: "contender.js" }, files: {}, models: ["o200k_base", "r50k_base"], scripts: [], peers };
  return new InPagePanel(page, {}, document.createElement("div"), () => new FakeWorker(new ContenderWorker(openers)));
};

test("the panel measures what is chosen", async () => {
  const panel = panelWith([PEER]);
  assert.match(panel.sentence.textContent, /wordchipper-lab 0\.1 and 1 tokenizer of npm/);
  panel.controls.texts.node.value = "own text";
  panel.controls.own = "too short";
  await panel.begin();
  assert.equal(panel.controls.notice.textContent, "This text has 9 bytes; measuring takes at least 20,000 bytes: paste more, or open a file.");
  panel.controls.own = lines(200_000);
  await panel.begin();
  assert.ok(panel.controls.notice.hidden);
  assert.equal(panel.controls.measure.disabled, false);
  assert.match(panel.chart.chart.getAttribute("aria-label"), /fake 1\.0: median [\d.,]+ MB\/s, from [\d.,]+ to [\d.,]+ in \d rounds, ✓ same ids/);
  assert.doesNotMatch(panel.node.markup, /NaN|undefined|\[object/);
  panel.controls.models.node.value = "r50k_base";
  panel.showPlan();
  assert.deepEqual(panel.contenders().map(({ label }) => label), ["wordchipper-lab 0.1"]);
  assert.equal(panel.controls.hint.textContent, "The tokenizers of npm are measured with o200k_base.");
  panel.destroy();
});

test("without others it is said how to have them", () => {
  assert.match(panelWith([]).controls.hint.textContent, /export-site DIR --npm NODE_MODULES/);
});
