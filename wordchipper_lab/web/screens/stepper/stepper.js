// MergeStepper: joins the page to the widget's state. The kernel traces; stepping happens here, without it.

import { saveFile } from "../../shared/clipboard.js";
import { count } from "../../shared/dom.js";
import { PageSession } from "../../engine/page_session.js";
import { StepperPage } from "./page.js";
import { setText } from "../../shared/text_box.js";
import { svgFile } from "../../shared/svg_chart.js";

const STATE = ["text", "model", "span", "whole", "lanes", "compare", "step", "pace"];
const WAITING = 10000; // milliseconds without an answer after which the page says so
const PATIENCE = 150; // milliseconds without a key before a text travels
const LONGEST = 60000; // UTF-16 units that are sent to the kernel at all; it takes less, and says so
const GONE = "No answer from the kernel. If it has gone, the lanes that are drawn here can still be stepped through and saved.";
const SAVED = "This is a saved page: its lanes can be stepped through, another span needs a live stepper.";

class StepperSession extends PageSession {
  constructor(model, el) {
    super(model);
    this.mount(new StepperPage(model.get("_options"), this.actions()), el);
    this.listen({
      "change:text": () => this.showText(),
      "change:model change:compare change:lanes change:pace change:whole": () => this.showChoices(),
      "change:step": () => this.showStep(),
      "change:_drawing": () => this.page.showTraces(model.get("_drawing"), model.get("step")),
      "change:_status": () => this.showStatus(),
      "change:_code": () => { this.page.code.textContent = model.get("_code"); },
      "change:_growth": () => this.page.growth.show(model.get("_growth")),
      "msg:custom": (message) => this.receive(message),
    });
    this.showAll();
    this.openLink();
  }

  actions() {
    const set = (name) => (value) => this.ask({ [name]: value, step: 0 });
    return {
      model: set("model"), compare: set("compare"), whole: set("whole"),
      span: (span) => this.ask({ span, whole: false, step: 0 }),
      lanes: (lanes) => this.ask({ lanes }),
      pace: (pace) => this.keep({ pace, step: 0 }),
      step: (step) => this.keepStep(step),
      text: (text) => this.typed(text),
      preset: (name) => this.sendQuestion({ do: "preset", name }),
      growth: (text) => this.send({ do: "growth", text }),
      saveChart: (chart) => chart && saveFile("growth.svg", svgFile(chart, this.page.node), "image/svg+xml"),
      copyCode: () => this.copy(this.page.code.textContent, "Python code copied"),
      copyLink: () => this.copyState(STATE, "shorten it"),
      saveJson: () => this.send({ do: "json" }, 6 * WAITING),
      savePage: () => this.send({ do: "page" }),
    };
  }

  set(changes) {
    clearTimeout(this.saving);
    super.set(changes);
  }

  // A change that the kernel need not answer.
  keep(changes) {
    this.set(changes);
    this.showChoices();
    this.page.showPosition(this.model.get("step"));
  }

  keepStep(step) {
    if (step === this.model.get("step")) return;
    this.fromHere = true;
    this.model.set("step", step);
    this.fromHere = false;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.saveStep(), 300);
  }

  // A step that the kernel has not heard of yet would come back after the answer.
  saveStep() {
    clearTimeout(this.saving);
    this.model.save_changes();
  }

  ask(changes) {
    if (this.model.isSaved) {
      this.page.warn(SAVED);
      this.showText();
      this.showChoices();
      this.showStatus();
      return;
    }
    this.set({ ...changes, _sequence: this.model.get("_sequence") + 1 });
    this.page.busy(true);
    this.awaitAnswer(GONE, WAITING);
  }

  // A message that changes what is to be traced: it is answered when the status carries its number.
  sendQuestion(message) {
    this.saveStep();
    if (!this.model.isSaved) this.model.set("_sequence", this.model.get("_sequence") + 1);
    this.send({ ...message, sequence: this.model.get("_sequence") });
  }

  send(message, patience = WAITING) {
    if (this.model.isSaved) {
      this.page.warn(SAVED);
      this.page.presets.value = "";
      return;
    }
    this.page.warn(null);
    this.page.busy(true);
    this.tell(message);
    this.awaitAnswer(GONE, patience);
  }

  typed(text) {
    clearTimeout(this.typing);
    this.page.node.setAttribute("aria-busy", "true");
    this.typing = setTimeout(() => {
      this.typing = null;
      if (text.length > LONGEST) {
        this.page.busy(false);
        this.page.warn(`This text has ${count(text.length)} characters; spans are picked from shorter texts. Nothing is lost: it is still in the box, and the lanes below are those of the text before.`);
        return;
      }
      this.ask({ text: text.toWellFormed ? text.toWellFormed() : text, span: 0, step: 0 });
    }, PATIENCE);
  }

  showText() {
    const text = this.model.get("text");
    if (!this.typing && this.page.text.value !== text) setText(this.page.text, text);
  }

  showChoices() {
    this.page.showChoices(Object.fromEntries(["model", "compare", "lanes", "pace", "whole"].map((name) => [name, this.model.get(name)])));
  }

  showStep() {
    if (!this.fromHere) this.page.showPosition(this.model.get("step"));
  }

  showStatus() {
    const status = this.model.get("_status");
    if (status.sequence < this.model.get("_sequence")) return; // stale: a newer question is under way
    this.settled();
    this.page.warn(status.error ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.error));
    this.page.spans.show(status.spans ?? [], status.n_spans ?? 0, this.model.get("whole") ? -1 : this.model.get("span"));
    this.page.showNotes(status.notes ?? []);
    this.page.showStory(this.model.get("text"), this.model.get("model"));
  }

  settled() {
    clearTimeout(this.waiting);
    if (!this.typing) this.page.busy(false); // else a newer text is about to be sent
  }

  receive(message) {
    const isQuestion = message.answered === "preset" || message.answered === "link";
    const isLater = message.answered === "json"; // the traces themselves follow
    if ((!isQuestion && !isLater) || message.problem) this.settled();
    if (message.page) saveFile("merge-stepper.html", message.page, "text/html");
    if (message.json) saveFile("merges.json", message.json, "application/json");
    if (message.problem) this.page.warn(message.problem);
  }

  openLink() {
    const link = this.linkedState();
    if (link) this.sendQuestion({ do: "link", link });
  }
}

function render({ model, el }) {
  const session = new StepperSession(model, el);
  return () => session.destroy();
}

export default { render };
