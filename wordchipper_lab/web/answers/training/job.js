// Long work in a page: done in pieces, between which messages are heard, and reported a few times a second. Twin:
// job.py in the work package of screens, with its states.

import { explainProblem } from "../answer_error.js";

const INTERVAL = 150; // milliseconds between two reports: faster ones cannot be seen
const BUSY = ["starting", "running", "pausing", "paused", "stopping"];

const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

export class Job {
  // changed: (shown), called for every new state; work: async (job), all of the work
  constructor(changed, work) {
    Object.assign(this, { changed, work, state: "idle", isStopped: false, isPaused: false, last: 0, breathed: 0 });
    this.progress = { state: this.state };
  }

  get isBusy() {
    return BUSY.includes(this.state);
  }

  // Begins after the message that asked for it was answered; resolves when all is done.
  start() {
    this.enter("starting");
    this.done = wait(0).then(() => this.run());
    return this.done;
  }

  async run() {
    try {
      await this.work(this);
      this.enter(this.isStopped ? "stopped" : "finished", {}, { problem: null, seconds_left: null });
    } catch (error) {
      this.enter("failed", {}, { problem: explainProblem(error), seconds_left: null });
    }
  }

  stop() {
    if (!this.isBusy) return;
    this.isStopped = true;
    this.enter("stopping");
  }

  pause() {
    if (!["starting", "running"].includes(this.state)) return;
    this.isPaused = true;
    this.enter("pausing");
  }

  goOn() {
    if (!["pausing", "paused"].includes(this.state)) return;
    this.isPaused = false;
    this.enter("running");
  }

  // For the work, between two pieces: time for messages.
  async breathe(milliseconds = 0) {
    await wait(milliseconds);
    this.breathed = performance.now();
  }

  // Waits while paused, and shows what `draw` gives, once; resolves to whether it was paused.
  async waitWhilePaused(draw) {
    if (!this.isPaused) return false;
    const { progress, ...shown } = draw();
    this.enter(this.isStopped ? this.state : "paused", shown, progress);
    while (this.isPaused && !this.isStopped) await this.breathe(30);
    return true;
  }

  // draw: () -> {progress, ...}; called a few times a second
  report(draw) {
    const now = performance.now();
    if (now - this.last < INTERVAL) return;
    this.last = now;
    const { progress, ...shown } = draw();
    this.enter(["stopping", "pausing"].includes(this.state) ? this.state : "running", shown, progress);
  }

  enter(state, shown = {}, progress = {}) {
    this.state = state;
    this.progress = { ...this.progress, ...progress, state };
    this.changed(shown);
  }
}
