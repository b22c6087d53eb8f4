import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./fake_page.js";
import { Player } from "../web/shared/player.js";

const frames = []; // callbacks waiting for the next frame
globalThis.requestAnimationFrame = (draw) => frames.push(draw);

let moves;
let rests;
let player;

beforeEach(() => {
  frames.length = 0;
  moves = [];
  rests = 0;
  player = new Player((position, isPlaying) => moves.push([position, isPlaying]), () => { rests += 1; });
  player.load(3, 1);
});

// Draw the next frame, `at` milliseconds from now.
function picture(at) {
  frames.shift()?.(performance.now() + at);
}

const key = (name, target = { tagName: "DIV" }, more = {}) => {
  let isTaken = false;
  const taken = player.press({ key: name, target, preventDefault: () => { isTaken = true; }, ...more });
  assert.equal(taken, isTaken);
  return taken;
};

test("loading tells nobody, and holds the position within the steps", () => {
  assert.deepEqual([player.position, moves, rests], [1, [], 0]);
  player.load(2, 9);
  assert.equal(player.position, 2);
  player.load(0, 0);
  assert.deepEqual([player.first, player.back, player.next, player.final].map((each) => each.getAttribute("aria-disabled")), Array(4).fill("true"));
  assert.equal(player.text.textContent, "0 / 0");
});

test("keys move, and stop at both ends", () => {
  for (const name of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft", "End"]) assert.ok(key(name));
  assert.deepEqual(moves.map(([position]) => position), [2, 3, 3, 2, 0, 0, 3]);
  assert.equal(rests, 7);
  assert.equal(player.slider.getAttribute("aria-valuetext"), "step 3 of 3");
});

test("keys that belong to others are left to them", () => {
  const range = { tagName: "INPUT", type: "range" };
  for (const [name, target, more] of [
    ["x"], ["ArrowRight", { tagName: "TEXTAREA" }], ["ArrowRight", { tagName: "SELECT" }], ["Home", { tagName: "INPUT", type: "text" }], ["ArrowRight", range],
    [" ", { tagName: "BUTTON" }], ["ArrowLeft", { tagName: "INPUT", type: "radio" }], ["ArrowRight", undefined, { ctrlKey: true }],
  ]) assert.equal(key(name, target, more), false, name);
  assert.deepEqual(moves, []);
  assert.ok(key(" ", range), "space plays from the slider, too");
  assert.ok(player.isPlaying);
});

test("it plays to the end and rests once", () => {
  player.play(true);
  assert.equal(player.toggle.textContent, "Pause");
  picture(0); // too early
  for (let at = 1; at < 9; at++) picture(at * 1000);
  assert.deepEqual(moves, [[2, true], [3, true]]);
  assert.deepEqual([player.isPlaying, rests, frames.length, player.toggle.textContent], [false, 1, 0, "Play"]);
});

test("from the end it plays from the begin", () => {
  player.load(3, 3);
  player.play(true);
  assert.deepEqual(moves, [[0, true]]);
});

test("a step by hand stops the playing; a halt says nothing", () => {
  player.play(true);
  player.next.listeners.click[0]();
  assert.deepEqual([player.isPlaying, player.position, rests], [false, 2, 1]);
  player.play(true);
  player.halt();
  picture(5000);
  assert.deepEqual([player.isPlaying, player.position, rests], [false, 2, 1]);
});
