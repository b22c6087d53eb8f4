// Long work of a screen: asked for, stopped, paused, and shown as it goes. Its states are those of shared/job.js.

import { isWorking } from "../shared/job.js";

export class Job {
  // show: (progress) draws how far it is; what is asked for is drawn at once, the kernel's own words follow
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

  run(verb, fields = {}, buffers = undefined) {
    return this.ask(verb, { state: "starting" }, fields, buffers);
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
    if (this.engine.isLive) this.draw(shown);
    const answer = await asked;
    if (answer.problem) this.showProgress(); // what was drawn did not come about
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
