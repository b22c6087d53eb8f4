// MergeStepper: joins the page to its engine. The engine traces; stepping happens here, without it.

import { saveFile } from "../../shared/clipboard.js";
import { count } from "../../shared/dom.js";
import { TokenizerOpener } from "../../shared/open_tokenizer.js";
import { PageSession, pageView } from "../../engine/page_session.js";
import { StepperPage } from "./page.js";
import { setText } from "../../shared/text_box.js";
import { svgFile } from "../../shared/svg_chart.js";

const STATE = ["text", "model", "span", "whole", "lanes", "compare", "step", "pace"];
const LONGEST = 60000; // most UTF-16 units sent to the kernel; its own limit is lower, and it reports longer texts

class StepperSession extends PageSession {
  presetsAsked = 0; // whose answers are under way

  constructor(model, el) {
    super(model, STATE);
    this.mount(new StepperPage(this.get("_options"), this.actions()), el);
    this.opener = new TokenizerOpener(this, this.page.model.field, { use: ({ name }) => this.set({ model: name, step: 0 }), offer: (options) => { this.page.options = options; } });
    this.open({
      "change:text": () => this.showText(),
      "change:model change:compare change:lanes change:pace change:whole": () => this.showChoices(),
      "change:step": () => this.showStep(),
      "change:_drawing": () => this.page.showTraces(this.get("_drawing"), this.get("step")),
      "change:_status": () => this.showStatus(),
      "change:_code": () => { this.page.code.textContent = this.get("_code"); },
      "change:_growth": () => this.page.growth.show(this.get("_growth")),
    });
  }

  actions() {
    const set = (name) => (value) => this.set({ [name]: value, step: 0 });
    return {
      model: set("model"), compare: set("compare"), whole: set("whole"),
      span: (span) => this.set({ span, whole: false, step: 0 }),
      lanes: (lanes) => this.set({ lanes }),
      pace: (pace) => this.look({ pace, step: 0 }),
      step: (step) => this.keepStep(step),
      text: (text) => this.typed(text),
      preset: (name) => this.usePreset(name),
      growth: (text) => this.ask("growth", { text }),
      saveChart: (chart) => chart && saveFile("growth.svg", svgFile(chart, this.page.node), "image/svg+xml"),
      inside: () => this.showChoices(),
    };
  }

  dataItems(item) {
    return [
      item("Copy ids", () => this.copyIds()),
      (this.engine.isLive || this.engine.canAsk) && item("Save traces as JSON", () => this.save("json", "merges.json", "application/json"), "All lanes with every frame"),
    ];
  }

  copyIds() {
    const [lane] = this.get("_drawing").lanes ?? [];
    this.copy(`[${(lane?.tokens ?? []).join(", ")}]`, "Ids copied");
  }

  press(event, isFree) {
    return isFree && this.page.press(event, isFree);
  }

  present(on) {
    super.present(on);
    this.page.showPresenting(on);
  }

  // Make a change that needs no answer from the kernel.
  look(changes) {
    this.engine.look(changes);
    this.showChoices();
    this.page.showPosition(this.get("step"));
  }

  // What is drawn before the answer belongs to an older question, and ends no choice.
  async usePreset(name) {
    this.page.warn(null);
    this.presetsAsked += 1;
    const answer = await this.engine.ask("preset", { name });
    this.presetsAsked -= 1;
    return this.hear(answer);
  }

  keepStep(step) {
    if (step === this.get("step")) return;
    this.fromHere = true;
    this.engine.look({ step });
    this.fromHere = false;
  }

  get textBox() {
    return this.page.text;
  }

  typed(text) {
    if (text.length > LONGEST) {
      this.page.warn(`This text has ${count(text.length)} characters; spans are picked from shorter texts. Nothing is lost: it is still in the box, and the lanes below are those of the previous text.`);
      return;
    }
    this.set({ text: text.toWellFormed ? text.toWellFormed() : text, span: 0, step: 0 });
  }

  refresh() {
    this.page.presets.value = "";
    this.showText();
    this.showChoices();
    this.showSpans();
  }

  showText() {
    const text = this.get("text");
    if (this.page.text.value !== text) setText(this.page.text, text);
  }

  showChoices() {
    const chosen = Object.fromEntries(["model", "compare", "lanes", "pace", "whole"].map((name) => [name, this.get(name)]));
    this.page.showChoices({ ...chosen, refused: this.get("_status").refused ?? {} });
  }

  showStep() {
    if (!this.fromHere) this.page.showPosition(this.get("step"));
  }

  showStatus() {
    const status = this.get("_status");
    this.page.warn(status.error ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.error));
    this.showSpans();
    this.showChoices();
    this.page.showNotes(status.notes ?? []);
    if (!this.presetsAsked) this.page.showStory(this.get("text"), this.get("model"));
  }

  showSpans() {
    const { spans = [], n_spans: n = 0 } = this.get("_status");
    this.page.spans.show(spans, n, this.get("whole") ? -1 : this.get("span"));
  }
}

export default pageView(StepperSession);
