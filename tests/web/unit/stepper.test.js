import assert from "node:assert/strict";
import { test } from "node:test";

import { firstDifference, NO_MERGE, readTraces } from "../web/screens/stepper/data.js";
import { plainText, stepText, toldLane } from "../web/screens/stepper/words.js";
import { readRecord } from "./records.js";

const { drawing, traces } = readRecord("traces"); // five encoders and the wrong ones on one span

test("every frame has the tokens that Python says", () => {
  const { lanes } = readTraces(drawing);
  assert.deepEqual(lanes.map(({ encoder }) => encoder), traces.map(({ encoder }) => encoder));
  lanes.forEach((lane, number) => {
    traces[number].frames.forEach((frame, at) => {
      assert.deepEqual(lane.tokensOf(lane.frames[at]), frame.tokens);
      assert.deepEqual(lane.startsOf(lane.frames[at]), frame.starts);
    });
    assert.equal(lane.positions("step"), traces[number].frames.length);
  });
});

test("boxes cover the span", () => {
  const { span, lanes } = readTraces(drawing);
  for (const lane of lanes) {
    for (const frame of lane.frames) {
      const bytes = lane.boxesOf(frame).flatMap(({ token }) => Array.from(token.bytes));
      assert.deepEqual(bytes, Array.from(span), `${lane.encoder}`);
    }
  }
});

test("encoders with the same merges do not differ, a wrong one does", () => {
  const { lanes } = readTraces(drawing);
  const of = (name) => lanes.find(({ encoder }) => encoder === name);
  assert.equal(firstDifference(of("buffer_sweep"), of("tail_sweep"), "merge"), -1);
  assert.equal(firstDifference(of("buffer_sweep"), of("priority_merge"), "merge"), -1);
  assert.ok(firstDifference(of("buffer_sweep"), of("greedy_left"), "merge") > 0);
  assert.equal(NO_MERGE, -1);
});

test("behind the end a lane stays at its end", () => {
  const { lanes } = readTraces(drawing);
  for (const lane of lanes) assert.equal(lane.frameAt(10000, "step"), lane.frames.length - 1);
});

const plain = (text) => text.replace(/[\u2068\u2069]/g, "");

test("each step is said in a plain sentence, by the first lane that merges the lowest pair", () => {
  const { lanes } = readTraces(drawing);
  const lane = toldLane([lanes.find(({ encoder }) => encoder === "bpe_backtrack"), ...lanes]);
  assert.equal(lane.encoder, "buffer_sweep");
  const told = lane.frames.map((frame, at) => plain(plainText(lane, frame, at, "merge")));
  assert.match(told[0], /^\d+ bytes\. The pair with the lowest rank is merged first: .+ \+ .+ \(rank \d+\)\.$/);
  for (const [at, frame] of lane.frames.entries()) {
    if (at) assert.ok(told[at].startsWith("The pair with the lowest rank is merged: ") && told[at].includes(`(rank ${frame.merged.rank})`), told[at]);
  }
  assert.match(told.at(-1), /No pair is left that merges: \d+ tokens?\.$/);
});

test("lanes that do not merge the lowest pair never claim to", () => {
  const { lanes } = readTraces(drawing);
  for (const lane of lanes.filter(({ wrong, encoder }) => wrong || encoder === "bpe_backtrack")) {
    lane.frames.forEach((frame, at) => assert.equal(plainText(lane, frame, at, "own"), stepText(lane, frame, at, "own")));
  }
});
