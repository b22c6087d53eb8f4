// Long work of a screen: starts, stops, pauses and resumes it, and shows its progress. Its states are in shared/job.js.

import { isWorking } from "../shared/job.js";

export class Job {
  // show: (progress) draws the progress; a requested state is drawn at once, the kernel's own progress follows
  constructor(engine, show) {
    this.engine = engine;
    this.show = show;
    engine.listen({ "change:_progress": () => this.showProgress() });
  }

  get progress() {
    return this.engine.get("_progress");
  }

  get isWorking() {
    return isWorking(this.shown ?? this.progress.state);
  }

  // about: what the progress says of itself, for a screen with several kinds of work
  run(verb, fields = {}, buffers = undefined, about = undefined) {
    return this.ask(verb, { state: "starting", ...(about && { about }) }, fields, buffers);
  }

  stop() {
    return this.ask("stop", { ...this.progress, state: "stopping" });
  }

  pause() {
    return this.ask("pause", { ...this.progress, state: "pausing" });
  }

  resume() {
    return this.ask("go_on", { ...this.progress, state: "running" });
  }

  async ask(verb, shown, fields, buffers) {
    const asked = this.engine.ask(verb, fields, buffers);
    if (this.engine.canAsk) this.draw(shown);
    const answer = await asked;
    if (answer.problem) this.showProgress(); // the requested state, drawn above, was not reached
    return answer;
  }

  showProgress() {
    this.draw(this.progress);
  }

  draw(progress) {
    this.shown = progress.state;
    this.show(progress);
  }
}
