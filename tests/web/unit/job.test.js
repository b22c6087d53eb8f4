import assert from "node:assert/strict";
import { test } from "node:test";

import { canStop, isBusy, isWorking, JOB_STATES, stateWords } from "../web/shared/job.js";
import { readRecord } from "./records.js";

const { states, busy } = readRecord("job");

test("the states are Python's, and so is what is busy", () => {
  assert.deepEqual(JOB_STATES, states);
  assert.deepEqual(JOB_STATES.filter(isBusy).sort(), [...busy].sort());
});

test("a paused job is busy, and does not work", () => {
  assert.deepEqual([isBusy("paused"), isWorking("paused"), canStop("paused"), canStop("stopping")], [true, false, true, false]);
});

test("every state has a word, but for those without news", () => {
  assert.deepEqual(JOB_STATES.filter((state) => !stateWords(state)), ["idle"]);
  assert.equal(stateWords("running", "Training"), "Training");
});
