import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { page } from "./fake_page.js";
import { movementTime, Slide } from "../web/shared/slide.js";
import { regrouped } from "../web/screens/stepper/regrouped.js";

let still;
let started;
globalThis.matchMedia = () => ({ matches: still });

beforeEach(() => {
  still = false;
  started = [];
});

// An element at a place that records its animations.
function placed(key, left, top = 0) {
  const node = page.createElement("span");
  if (key) node.dataset.key = key;
  node.getBoundingClientRect = () => ({ left, top });
  node.cloneNode = () => placed(key, left, top);
  node.animate = (keyframes) => {
    const animation = { node, keyframes, cancel() { this.isCancelled = true; } };
    started.push(animation);
    return animation;
  };
  return node;
}

function holder(...children) {
  const root = placed(null, 0);
  root.append(...children);
  return root;
}

test("a movement takes less time than there is between two steps, and none if that is too short or unwanted", () => {
  assert.equal(movementTime(Infinity), 450);
  assert.equal(movementTime(250), 175);
  assert.ok(movementTime(100) > 0);
  assert.equal(movementTime(1000 / 30), 0);
  assert.equal(movementTime(1000 / 60), 0);
  still = true;
  assert.equal(movementTime(Infinity), 0);
});

test("elements glide from where they were, new ones fade in, a copy of those that are gone rises away", () => {
  const slide = new Slide();
  const root = holder(placed("a", 0), placed("b", 50), placed("c", 100));
  const before = slide.places(root);
  root.replaceChildren(placed("c", 0), placed("a", 50), placed("d", 100));
  slide.glide(root, before, 200, { isTaken: (key) => key === "b" });
  const of = (key) => started.filter(({ node }) => node.dataset.key === key).map(({ keyframes }) => keyframes[0]);
  assert.deepEqual(of("c"), [{ transform: "translate(100px, 0px)" }]);
  assert.deepEqual(of("a"), [{ transform: "translate(-50px, 0px)" }]);
  assert.deepEqual(of("d"), [{ opacity: 0 }]);
  const ghost = root.children.at(-1);
  assert.equal(ghost.getAttribute("aria-hidden"), "true");
  assert.match(started.find(({ node }) => node === ghost).keyframes.at(-1).transform, /translateY\(-/);
});

test("what is drawn never depends on movement, and rows leave without a copy", () => {
  const slide = new Slide();
  const row = (key, left) => {
    const node = placed(key, left);
    node.setAttribute("role", "row");
    return node;
  };
  const root = holder(row("a", 0), row("b", 50));
  const draw = (...rows) => () => root.replaceChildren(...rows);
  assert.equal(slide.redraw(root, draw(row("b", 0), row("c", 50)), 0), null);
  assert.equal(started.length, 0);
  assert.deepEqual([...slide.redraw(root, draw(row("b", 20), row("d", 50)), 200).keys()], ["b", "c"]);
  assert.deepEqual(root.children.map((node) => node.dataset.key), ["b", "d"]);
  assert.equal(started.length, 2);
});

test("the next step ends what still moves", () => {
  const slide = new Slide();
  const root = holder(placed("a", 0));
  const before = slide.places(root);
  root.replaceChildren(placed("b", 0));
  slide.glide(root, before, 200);
  assert.equal(root.children.length, 2);
  slide.finish();
  assert.deepEqual(root.children.map((node) => node.dataset.key), ["b"]);
  assert.ok(started.every(({ isCancelled }) => isCancelled));
});

test("a copy is gone when its movement is over", () => {
  const slide = new Slide();
  const root = holder(placed("a", 0));
  const before = slide.places(root);
  root.replaceChildren();
  slide.glide(root, before, 200);
  started.at(-1).onfinish();
  assert.equal(root.children.length, 0);
});

const boxes = (...sizes) => {
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return { start: at - size, token: { bytes: { length: size } } };
  });
};

test("merges and their undoing are found", () => {
  assert.deepEqual(regrouped(boxes(1, 1, 1, 1), boxes(1, 2, 1)), [{ start: 1, parts: [1, 2], isBackwards: false }]);
  assert.deepEqual(regrouped(boxes(1, 2, 1), boxes(1, 1, 1, 1)), [{ start: 1, parts: [1, 2], isBackwards: true }]);
  assert.deepEqual(regrouped(boxes(1, 1, 1, 2), boxes(3, 2)), [{ start: 0, parts: [0, 1, 2], isBackwards: false }]);
  assert.deepEqual(regrouped(boxes(1, 2), boxes(1, 2)), []);
  assert.deepEqual(regrouped([], boxes(1, 2)), []);
  assert.deepEqual(regrouped(boxes(2, 1), boxes(1, 2)), [], "what crosses a boundary is neither");
});
