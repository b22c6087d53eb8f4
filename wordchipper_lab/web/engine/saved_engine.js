// The engine of a saved page: its contents can be looked at, but there is no kernel to ask.

import { Job } from "./job.js";
import { ShownState } from "./shown_state.js";

export const SAVED = "This is a saved page: what it shows can be looked at, copied and saved. Anything new needs a live page.";

export class SavedEngine extends ShownState {
  isLive = false;
  canAsk = false;
  isSilent = false;
  answering = "nobody";
  isAsking = false;

  get opensTokenizers() {
    return false;
  }

  watch() {}

  nearby() {}

  flush() {}

  rest() {}

  wake() {}

  set() {
    return Promise.resolve({ problem: SAVED });
  }

  look(changes) {
    this.keep(changes);
  }

  ask() {
    return Promise.resolve({ problem: SAVED });
  }

  job(show) {
    return new Job(this, show);
  }
}
