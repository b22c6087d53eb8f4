// A page's connection to its kernel: one websocket, opened again when it is lost. Messages are kept until the kernel has
// said anything about them, and sent again on a new socket: it drops those that it has had, by their signature.

import { packFrame, PROTOCOL, unpackFrame } from "./frames.js";

const FIRST_WAIT = 200; // milliseconds before the first attempt to connect again
const LONGEST_WAIT = 4000;
const MOST_UNHEARD = 200; // messages, the newest: a kernel that is busy for minutes is asked each second whether it is there
const AGAINST_RULES = 1008; // the server closed on purpose, or another page has taken this kernel: do not come back
const GONE = new Set(["restarting", "autorestarting", "dead"]); // states of a kernel that no longer knows this page

export class KernelConnection {
  // address: of the kernel's channels, without a query; receive: called with each message from the kernel;
  // reconnected: called when the connection was lost and is there again
  constructor(address, { receive, reconnected }) {
    Object.assign(this, { address, receive, reconnected, session: randomName(), unheard: new Map(), wait: FIRST_WAIT, sent: 0 });
    this.hasEnded = false;
    this.open();
  }

  open() {
    // With the same session the server sends what the kernel said while there was no connection.
    const socket = new WebSocket(`${this.address}?session_id=${this.session}`, [PROTOCOL]);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.received(unpackFrame(data));
    socket.onclose = ({ code }) => this.closed(code);
    this.socket = socket;
  }

  opened() {
    this.wait = FIRST_WAIT;
    for (const frame of this.unheard.values()) this.socket.send(frame);
    if (this.wasOpen) this.reconnected();
    this.wasOpen = true;
  }

  closed(code) {
    if (code === AGAINST_RULES) this.hasEnded = true;
    if (this.hasEnded) return;
    setTimeout(() => this.hasEnded || this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  received(message) {
    this.unheard.delete(message.parent.msg_id);
    if (message.header.msg_type === "status" && GONE.has(message.content.execution_state)) this.hasEnded = true;
    else this.receive(message);
  }

  // Throws if the kernel no longer knows this page.
  send(type, content, { metadata, buffers } = {}) {
    if (this.hasEnded) throw new Error("the kernel has ended, or was restarted");
    this.sent += 1;
    const header = {
      msg_id: `${this.session}_${this.sent}`, msg_type: type, session: this.session, username: "", version: "5.3", date: new Date().toISOString(),
    };
    const frame = packFrame({ channel: "shell", header, content, metadata, buffers });
    this.unheard.set(header.msg_id, frame);
    if (this.unheard.size > MOST_UNHEARD) this.unheard.delete(this.unheard.keys().next().value);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(frame);
  }

  close() {
    this.hasEnded = true;
    this.socket.close();
  }
}

// Works on pages without TLS, too, where crypto.randomUUID does not exist.
export function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
