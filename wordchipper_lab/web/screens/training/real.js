// Real mode: choose, start, watch, pause, and use the result.

import { count, element } from "../../shared/dom.js";
import { canStop, isBusy, isWorking, stateWords } from "../../shared/job.js";
import { panel } from "../../shared/page_frame.js";
import { secondsText } from "../../shared/numbers.js";
import { TrainingForm } from "./form.js";
import { LivePanel } from "./live.js";
import { RacePanel } from "./race.js";
import { ResultPanel } from "./result.js";
import { readToken } from "./tokens.js";
import { sayRun } from "./words.js";

const PHASES = { counting: "Counting spans …", training: "Training", racing: "Racing" };

export class RealPanel {
  constructor(options, act) {
    this.act = act; // besides what its parts need: tell(sentence)
    this.form = new TrainingForm(options, act);
    this.start = element("button", { type: "button", class: "wcl-primary", onclick: () => { this.form.flush(); act.start(); } }, "Start");
    this.pause = element("button", { type: "button", onclick: () => (this.isPaused ? act.goOn() : act.pause()) }, "Pause");
    this.stop = element("button", { type: "button", onclick: act.stop }, "Stop");
    this.state = element("span", { class: "wct-state", role: "status", "aria-live": "polite" });
    this.fill = element("div", { class: "wcl-meter-fill" });
    this.meter = element("div", { class: "wcl-meter", role: "progressbar", "aria-label": "Training", "aria-valuemin": 0, "aria-valuemax": 100, hidden: true }, this.fill);
    this.live = new LivePanel(act);
    this.race = new RacePanel(options, { ...act, race: (trainers) => { this.form.flush(); act.race(trainers); } });
    this.result = new ResultPanel(act);
    this.empty = element("p", { class: "wct-empty" }, "The newest tokens, their frequencies and the compression so far will stand here. Choose a slow pace to watch; it can be changed during the run.");
    this.racePanel = panel("Race the generations", false, this.race.node);
    this.node = element("div", { class: "wct-real" },
      element("div", { class: "wcl-bar wcl-tools wcl-run-bar wcl-controls" }, this.start, this.pause, this.stop, this.form.main, this.state), this.form.node, this.meter, this.empty, this.live.node, this.result.node, this.racePanel);
  }

  showProgress(progress, stopped) {
    const { state, done = 0, total = 0, seconds_left: left = null } = progress;
    const isTraining = progress.phase === "training" && state === "running";
    this.isPaused = state === "paused" || state === "pausing";
    this.start.disabled = isBusy(state);
    this.pause.disabled = progress.what === "race" || !["running", "paused", "pausing"].includes(state);
    this.pause.textContent = this.isPaused ? "Continue" : "Pause";
    this.stop.disabled = !canStop(state);
    this.form.freeze(isBusy(state));
    this.race.freeze(isBusy(state));
    this.meter.hidden = !isBusy(state);
    const percent = total ? Math.min(100, (done / total) * 100) : 0;
    this.fill.style.width = `${percent}%`;
    this.meter.setAttribute("aria-valuenow", Math.round(percent));
    this.meter.classList.toggle("wcl-progress", isWorking(state) && !total);
    const rest = left !== null && isTraining ? `, about ${secondsText(left)} left` : "";
    const steps = total && isTraining ? ` · ${count(done)} of ${count(total)} merges${rest}` : "";
    const why = ["finished", "stopped"].includes(state) && progress.what !== "race" && stopped ? `: ${stopped}` : "";
    const usable = state === "paused" ? (done ? ": what was learned so far can be used below" : " before the first merge") : "";
    const text = `${stateWords(state, PHASES[progress.phase])}${why}${usable}`;
    if (this.said !== text) this.state.textContent = text;
    this.said = text;
    this.meter.setAttribute("aria-valuetext", `${text}${steps}`);
    this.meter.title = steps;
  }

  showLive(live) {
    this.live.show(live);
    const [newest] = live.newest ?? [];
    this.act.tell(sayRun(live, newest ? { left: readToken(newest.left), right: readToken(newest.right), token: readToken(newest.left + newest.right) } : null));
    this.empty.hidden = Boolean(live.curves);
  }

  destroy() {
    for (const part of [this.form, this.live, this.race, this.result]) part.destroy();
  }
}
