// The states of long work, as screens/work/job.py has them, and what a page makes of each.

export const JOB_STATES = ["idle", "starting", "running", "pausing", "paused", "stopping", "stopped", "finished", "failed"];

const WORKING = new Set(["starting", "running", "pausing", "stopping"]);
const WORDS = { starting: "Starting …", pausing: "Pausing …", paused: "Paused", stopping: "Stopping …", stopped: "Stopped", finished: "Finished", failed: "Failed" };

// Something happens: a bar moves, the page is busy.
export function isWorking(state) {
  return WORKING.has(state);
}

// Another job has to wait: a paused one, too, holds the place.
export function isBusy(state) {
  return isWorking(state) || state === "paused";
}

export function canStop(state) {
  return isBusy(state) && state !== "stopping";
}

// running: what the work is called while it runs
export function stateWords(state, running = "Running") {
  return state === "running" ? running : WORDS[state] ?? "";
}
