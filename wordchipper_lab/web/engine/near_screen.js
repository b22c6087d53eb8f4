// A screen of a live page that the page itself can answer (in_page.js). What the kernel has changed since, the Worker
// learns with the next question.

export class NearScreen {
  // inPage: see in_page.js; names: of the public state; engine: the page's, which holds what is shown
  constructor(inPage, screen, names, engine) {
    Object.assign(this, { inPage, screen, names, engine });
    this.isKnown = false; // whether the Worker knows what the page shows
    this.base = null; // the state of which the kernel drew what is shown, before changes that are not answered yet
    this.foreign = 0; // changes that came from elsewhere
    this.isStale = false; // whether what is shown may be of another state than the present one
    inPage.heard.set(screen, (drawn) => engine.keep(drawn));
    engine.listen({ change: () => this.changed() });
  }

  get isReady() {
    const own = this.engine.get("_options")?.own ?? []; // tokenizers from files, which may have any name
    return this.inPage.isReady && !this.chosen.some((model) => own.includes(model));
  }

  get chosen() {
    return ["model", "compare"].flatMap((name) => this.engine.get(name) ?? []).filter((model) => typeof model === "string" && model);
  }

  get state() {
    return Object.fromEntries(this.names.map((name) => [name, this.engine.get(name)]));
  }

  // Get the kernels and vocabularies that the present state needs, and let the Worker look at that state.
  async bring() {
    await this.inPage.bring(this.chosen);
    if (this.isReady && !this.isKnown && !this.engine.isAsking) await this.tell(); // else the kernel is about to draw
  }

  // Called before the page changes its own state.
  prepare() {
    if (!this.isKnown) this.base ??= this.state;
  }

  // The model has changed.
  changed() {
    if (this.engine.isKeeping) return;
    this.foreign += 1;
    this.isKnown = false;
    this.base = null;
    if (this.engine.isAhead) this.engine.repair();
  }

  // Let the Worker begin with what the page shows.
  async tell() {
    const { foreign } = this;
    const state = this.base ?? this.state;
    this.base = null;
    this.isKnown = true;
    const found = this.screen === "divergence" && { _found: this.engine.get("_found") };
    const answer = await this.send({ verb: "show", state: { ...state, ...found }, isStale: this.isStale });
    if (answer.problem) console.warn(`The kernel answers: ${answer.problem}`);
    else if (foreign === this.foreign && !answer.isBeyond) this.keep(answer.drawn);
  }

  // Answers changes of the state; null if only the kernel can.
  async set(changes) {
    if (!this.isReady) return null;
    const { foreign } = this;
    if (!this.isKnown) {
      if (!this.base) this.isStale = true; // the kernel drew something since, perhaps without these changes
      await this.tell();
    }
    const answer = await this.send({ verb: "set", state: changes, isNear: true });
    if (answer.isBeyond || answer.problem) {
      this.isKnown = false;
      this.inPage.bring(this.chosen);
      return null;
    }
    if (foreign !== this.foreign) { // the kernel drew something older, or something else was chosen
      this.isStale = true;
      return this.set({});
    }
    this.keep(answer.drawn);
    return answer;
  }

  keep(drawn) {
    this.isStale = false;
    this.engine.keep(drawn);
  }

  // Any other request; null if only the kernel can.
  async ask(verb, fields, buffers) {
    if (!this.isReady) return null;
    if (!this.isKnown) await this.tell();
    const answer = await this.send({ ...fields, verb, ...(buffers && { buffers }) });
    if (answer.isBeyond) return null;
    if (answer.drawn) this.engine.keep(answer.drawn);
    return answer;
  }

  send(message) {
    return this.inPage.send({ ...message, to: this.screen });
  }
}
