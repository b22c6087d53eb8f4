// Checks whether the kernel still answers. A dead kernel sends nothing, so the kernel is asked about once a second,
// even if nothing is typed.

const BEAT = 800; // milliseconds of silence before the kernel is asked
const PATIENCE = 1000; // milliseconds to wait for an answer; BEAT + PATIENCE is less than the 2 s that UI.md promises
const UNHEARD = 10000; // milliseconds to wait for a kernel that has not sent anything yet: it may still be starting

export class Heartbeat {
  // ask: sends one question, returns false if it cannot be sent; changed: called when `isSilent` has changed
  constructor(ask, changed, clock = globalThis) {
    Object.assign(this, { ask, changed, clock, isSilent: false, hasHeard: false, isWaiting: false });
  }

  start() {
    this.onVisible = () => this.wake();
    globalThis.document?.addEventListener("visibilitychange", this.onVisible);
    this.beat();
  }

  // Call this for every message from the kernel.
  heard() {
    this.hasHeard = true;
    this.isWaiting = false;
    this.set(false);
    this.schedule(() => this.beat(), BEAT);
  }

  // Call this after sending a question: from then on, silence counts even if the kernel has never answered.
  expect() {
    if (!this.hasHeard && !this.isWaiting) this.wait(UNHEARD);
  }

  beat() {
    if (globalThis.document?.hidden) return; // timers are slow in hidden pages; `wake` starts again
    if (!this.ask()) this.set(true);
    if (this.hasHeard) this.wait(PATIENCE);
  }

  wait(milliseconds) {
    this.isWaiting = true;
    this.schedule(() => {
      this.set(true);
      this.beat();
    }, milliseconds);
  }

  wake() {
    if (!globalThis.document.hidden) this.beat();
  }

  set(isSilent) {
    if (this.isSilent === isSilent) return;
    this.isSilent = isSilent;
    this.changed();
  }

  schedule(use, milliseconds) {
    this.clock.clearTimeout(this.timer);
    this.timer = this.clock.setTimeout(use, milliseconds);
  }

  stop() {
    this.clock.clearTimeout(this.timer);
    globalThis.document?.removeEventListener("visibilitychange", this.onVisible);
  }
}
