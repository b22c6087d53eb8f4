import assert from "node:assert/strict";
import { test } from "node:test";

import { fromBase64, isSame, putBuffers } from "../web/page/buffers.js";
import { KernelConnection } from "../web/page/connection.js";
import { packFrame, unpackFrame } from "../web/page/frames.js";
import { WidgetComm } from "../web/page/widget_comm.js";
import { WidgetModel } from "../web/page/widget_model.js";

const view = (...bytes) => new DataView(Uint8Array.from(bytes).buffer);
const bytes = (buffer) => Array.from(new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength));

test("a message survives its frame", () => {
  const sent = { channel: "shell", header: { msg_type: "comm_msg" }, content: { text: "naïve 👍" }, metadata: { a: 1 } };
  const { buffers, parent, ...received } = unpackFrame(packFrame({ ...sent, buffers: [view(1, 2), view(), Uint8Array.of(3).buffer] }));
  assert.deepEqual(received, sent);
  assert.deepEqual(parent, {});
  assert.deepEqual(buffers.map(bytes), [[1, 2], [], [3]]);
});

test("buffers return to their places", () => {
  const state = { drawing: { name: "x" }, rows: [{ own: null }] };
  putBuffers(state, [["drawing", "ids"], ["rows", 0, "own"]], [view(1), fromBase64("AgM=")]);
  assert.deepEqual([bytes(state.drawing.ids), bytes(state.rows[0].own)], [[1], [2, 3]]);
});

test("equal state is recognized, with its buffers", () => {
  const state = () => ({ a: [1, { b: view(1, 2) }], c: null });
  assert.ok(isSame(state(), state()));
  for (const other of [{ ...state(), c: 0 }, { ...state(), d: 1 }, { ...state(), a: [1, { b: view(1, 3) }] }, { ...state(), a: [1] }, null, []]) {
    assert.ok(!isSame(state(), other));
    assert.ok(!isSame(other, state()));
  }
});

test("all values of an update change before anybody hears of it, and equal ones are not mentioned", () => {
  const heard = [];
  const model = new WidgetModel({ a: 1, b: 2, ids: view(1) }, () => {});
  model.on("change:a change:b change:ids", () => heard.push([model.get("a"), model.get("b")]));
  model.receive({ method: "update", state: { a: 3, b: 4 }, buffer_paths: [["ids"]] }, [view(1)]);
  assert.deepEqual(heard, [[3, 4], [3, 4]]);
});

test("listeners get custom messages until they are off", () => {
  const heard = [];
  const model = new WidgetModel({}, () => {});
  const one = (content, buffers) => heard.push(["one", content, buffers.length]);
  const other = () => heard.push("other");
  model.on("msg:custom", one);
  model.on("msg:custom", other);
  model.receive({ method: "custom", content: "hello" }, [view(1)]);
  model.off("msg:custom", one);
  model.receive({ method: "custom", content: "bye" }, []);
  model.off("msg:custom");
  model.receive({ method: "custom", content: "nobody" }, []);
  assert.deepEqual(heard, [["one", "hello", 1], "other", "other"]);
});

test("what a view saves is what it set", () => {
  const sent = [];
  const model = new WidgetModel({ a: 1, b: 2 }, (data) => sent.push(data));
  model.set("a", 5);
  model.save_changes();
  assert.deepEqual(sent, [{ method: "update", state: { a: 5 }, buffer_paths: [] }]);
});

class Socket {
  static OPEN = 1;
  static all = [];

  constructor(address, protocols) {
    Object.assign(this, { address, protocols, readyState: 0, sent: [], ids: [] });
    Socket.all.push(this);
  }

  opens() {
    this.readyState = 1;
    this.onopen();
  }

  closes(code) {
    this.readyState = 3;
    this.onclose({ code });
  }

  // about: number of the sent message that the kernel speaks of
  hears(type, content, about) {
    const parent = about === undefined ? {} : { msg_id: this.ids[about] };
    this.onmessage({ data: packFrame({ channel: "iopub", header: { msg_type: type }, parent, content }) });
  }

  send(frame) {
    const { header, content } = unpackFrame(frame);
    this.sent.push(content.data);
    this.ids.push(header.msg_id);
  }

  close() {
    this.closes(1000);
  }
}

function comm(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.WebSocket = Socket;
  Socket.all = [];
  const connect = (handlers) => new KernelConnection("ws://here/channels", handlers);
  return new WidgetComm("me", { text: "a", _answer: 1 }, connect);
}

const REFRESH = { method: "request_state", only: "answers" };

test("what is sent before the connection is there waits for it, and a lost one is opened again", (t) => {
  const { model } = comm(t);
  model.send("early");
  const [first] = Socket.all;
  assert.deepEqual(first.sent, []);
  first.opens();
  assert.deepEqual(first.sent, [REFRESH, { method: "custom", content: "early" }]);
  first.hears("status", { execution_state: "busy" }, 0);
  first.hears("status", { execution_state: "busy" }, 1);
  first.closes(1006);
  model.send("between");
  t.mock.timers.tick(200);
  const second = Socket.all[1];
  assert.equal(second.address, first.address); // the same session
  second.opens();
  assert.deepEqual(second.sent, [{ method: "custom", content: "between" }, REFRESH]);
});

test("a message that was lost with its socket is sent again, as it was", (t) => {
  const { model } = comm(t);
  const [first] = Socket.all;
  first.opens();
  first.hears("status", { execution_state: "busy" }, 0);
  model.send("lost");
  first.closes(1006);
  t.mock.timers.tick(200);
  const second = Socket.all[1];
  second.opens();
  assert.deepEqual(second.sent, [{ method: "custom", content: "lost" }, REFRESH]);
  assert.equal(second.ids[0], first.ids[1]);
});

test("messages of the widget reach its model, others do not", (t) => {
  const { model } = comm(t);
  const [socket] = Socket.all;
  socket.opens();
  socket.hears("comm_msg", { comm_id: "other", data: { method: "update", state: { _answer: 2 } } });
  socket.hears("stream", { text: "printed" });
  assert.equal(model.get("_answer"), 1);
  socket.hears("comm_msg", { comm_id: "me", data: { method: "update", state: { _answer: 2 } } });
  assert.equal(model.get("_answer"), 2);
});

for (const [what, happen] of Object.entries({
  "was restarted": (socket) => socket.hears("status", { execution_state: "restarting" }),
  "closed the widget": (socket) => socket.hears("comm_close", { comm_id: "me" }),
  "serves another page": (socket) => socket.closes(1008),
})) {
  test(`nothing can be sent to a kernel that ${what}`, (t) => {
    const { model } = comm(t);
    const [socket] = Socket.all;
    socket.opens();
    happen(socket);
    assert.throws(() => model.send("anybody there?"), /ended/);
    t.mock.timers.tick(60_000);
    assert.equal(Socket.all.length, 1);
  });
}
