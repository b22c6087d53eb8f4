// The states of long work, as in `wordchipper_lab.screens.work.job`, and how a page treats each.

export const JOB_STATES = ["idle", "starting", "running", "pausing", "paused", "stopping", "stopped", "finished", "failed"];

const WORKING = new Set(["starting", "running", "pausing", "stopping"]);
const WORDS = { starting: "Starting …", pausing: "Pausing …", paused: "Paused", stopping: "Stopping …", stopped: "Stopped", finished: "Finished", failed: "Failed" };

// Work is in progress: a bar moves, the page is busy.
export function isWorking(state) {
  return WORKING.has(state);
}

// Another job has to wait; that is also true while a job is paused.
export function isBusy(state) {
  return isWorking(state) || state === "paused";
}

export function canStop(state) {
  return isBusy(state) && state !== "stopping";
}

// running: the label of the work while it runs
export function stateWords(state, running = "Running") {
  return state === "running" ? running : WORDS[state] ?? "";
}
