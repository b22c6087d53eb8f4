// Whether the kernel answers. One that dies says nothing, so it is asked about once a second, even if nothing is typed.

const BEAT = 800; // milliseconds of silence before it is asked
const PATIENCE = 1000; // milliseconds that an answer may take; together below the two seconds that UI.md promises
const UNHEARD = 10000; // milliseconds for a kernel that has not said anything yet: it may still be starting

export class Heartbeat {
  // ask: sends one question, false if it cannot be sent; changed: called when `isSilent` has changed
  constructor(ask, changed, clock = globalThis) {
    Object.assign(this, { ask, changed, clock, isSilent: false, hasHeard: false, isWaiting: false });
  }

  start() {
    this.onVisible = () => this.wake();
    globalThis.document?.addEventListener("visibilitychange", this.onVisible);
    this.beat();
  }

  // Anything that the kernel said.
  heard() {
    this.hasHeard = true;
    this.isWaiting = false;
    this.set(false);
    this.schedule(() => this.beat(), BEAT);
  }

  // A question was asked: from now on, silence counts even of a kernel that has never answered.
  expect() {
    if (!this.hasHeard && !this.isWaiting) this.wait(UNHEARD);
  }

  beat() {
    if (globalThis.document?.hidden) return; // timers are slow there; `wake` begins again
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
