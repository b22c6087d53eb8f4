import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "./fake_page.js";
import { PageKeys } from "../web/engine/page_keys.js";

// What listens to keys, early and late; `press` is how a browser delivers one.
function listening(node) {
  const known = { true: [], false: [] };
  node.addEventListener = (_, use, isEarly) => known[isEarly].push(use);
  node.removeEventListener = (_, use, isEarly) => { known[isEarly] = known[isEarly].filter((one) => one !== use); };
  return (target, key, { inner, ...more } = {}) => {
    const event = { target, key, ...more, isUsed: false, preventDefault() { this.defaultPrevented = this.isUsed = true; }, stopPropagation() { this.isStopped = true; } };
    for (const use of known.true) use(event);
    if (!event.isStopped) inner?.(event);
    if (!event.isStopped) for (const use of known.false) use(event);
    return event.isUsed;
  };
}

const made = (tag, more = {}) => Object.assign(page.createElement(tag), more);

function screen({ ownsThePage = true, isPresenting = false } = {}) {
  const node = made("div");
  const session = { ownsThePage, isPresenting, page: { node }, heard: [] };
  session.press = (event, isFree) => {
    session.heard.push([event.key, isFree]);
    return event.key.startsWith("Arrow") || (event.key === " " && isFree);
  };
  const press = listening(ownsThePage ? page : node);
  const keys = new PageKeys(session);
  const put = (tag, more) => {
    const child = made(tag, more);
    node.append(child);
    return child;
  };
  return { session, node, press, keys, put };
}

test("keys without focus mean the screen that is shown", () => {
  const { session, node, press, keys } = screen();
  assert.equal(press(page.body, "ArrowRight"), true);
  assert.deepEqual(session.heard, [["ArrowRight", true]]);
  assert.equal(press(page.body, "x"), false, "what it does not use goes on");
  for (const modifier of ["altKey", "ctrlKey", "metaKey"]) assert.equal(press(page.body, "ArrowRight", { [modifier]: true }), false);
  node.getClientRects = () => [];
  assert.equal(press(page.body, "ArrowRight"), false, "another screen is shown");
  node.getClientRects = () => [{}];
  keys.stop();
  assert.equal(press(page.body, "ArrowRight"), false);
});

test("nothing is taken from what is typed into, from dialogs, or from what uses the key itself", () => {
  for (const isPresenting of [false, true]) {
    const { session, press, put } = screen({ isPresenting });
    for (const target of [put("textarea"), put("select"), put("input", { type: "text" }), put("input", { type: "number" }), put("div", { isContentEditable: true })]) {
      assert.equal(press(target, "ArrowRight"), false);
    }
    const dialog = put("dialog");
    const button = made("button");
    dialog.append(button);
    assert.equal(press(button, "ArrowRight"), false);
    assert.deepEqual(session.heard, []);
    press(put("input", { type: "range" }), "ArrowRight");
    assert.deepEqual(session.heard, [["ArrowRight", false]]);
  }
  const { session, press, put } = screen();
  press(put("div"), "ArrowRight", { inner: (event) => event.preventDefault() });
  assert.deepEqual(session.heard, []);
});

test("a button keeps Space and Enter; presented, the screen has Space and the arrows from anywhere, first", () => {
  const calm = screen();
  const button = calm.put("button");
  assert.deepEqual([calm.press(button, "ArrowRight"), calm.press(button, " "), calm.press(made("button"), "ArrowRight")], [true, false, false]);
  const shown = screen({ isPresenting: true });
  const inner = () => assert.fail("the key was for the screen");
  assert.deepEqual([shown.put("button"), shown.put("div"), page.body].map((target) => shown.press(target, " ", { inner })), [true, true, true]);
  assert.deepEqual(["ArrowRight", " "].map((key) => shown.press(made("button"), key)), [true, false], "beside the screen");
});

test("in a notebook, keys are heard in the page only", () => {
  const { session, press, put } = screen({ ownsThePage: false });
  assert.equal(press(put("button"), "ArrowRight"), true);
  assert.equal(press(put("div"), "ArrowRight"), true);
  assert.deepEqual(session.heard, [["ArrowRight", true], ["ArrowRight", false]]);
});
