// A story beside the screen: a text, a question, the answer beside the guess, something to try. It keeps no state but the
// step that it shows; which screen is open in which state is for others to do.

import { element } from "../shared/dom.js";
import { plainText, richText } from "../shared/rich_text.js";
import { announcement, Guess } from "./guess.js";

const FORWARD = new Set(["ArrowRight", "PageDown", " "]);
const BACKWARD = new Set(["ArrowLeft", "PageUp"]);

export class StoryPanel {
  // onStep(number): the reader wants that step, the first being 1; onGuess(number, guess) -> Promise of what is true, or
  // {problem}; guess is null for "just show me"; onClose()
  constructor({ onStep, onGuess, onClose }) {
    Object.assign(this, { onStep, onGuess, onClose });
    this.title = element("h2", { class: "wcl-story-title" });
    this.fold = element("button", { type: "button", class: "wcl-story-fold", "aria-expanded": "true", onclick: () => this.setFolded(!this.isFolded) }, "Hide");
    this.close = element("button", { type: "button", class: "wcl-story-close", "aria-label": "Close the story", title: "Close the story", onclick: () => this.onClose() }, "✕");
    this.place = element("span", { class: "wcl-story-place" });
    this.dots = element("span", { class: "wcl-story-dots", "aria-hidden": "true" });
    this.body = element("div", { class: "wcl-story-body", tabindex: "-1" });
    this.back = element("button", { type: "button", onclick: () => this.move(-1) }, "Back");
    this.next = element("button", { type: "button", class: "wcl-story-primary", onclick: () => this.move(1) }, "Next");
    this.live = element("p", { class: "wcl-live", "aria-live": "polite" });
    this.node = element("section", { class: "wcl-story", "aria-label": "Story", hidden: true, onkeydown: (event) => this.press(event) },
      element("div", { class: "wcl-story-head" }, this.title, this.fold, this.close),
      this.body,
      element("div", { class: "wcl-story-foot" }, this.back, element("span", { class: "wcl-story-progress" }, this.dots, this.place), this.next), this.live);
  }

  // step: as `tell_step` of wordchipper_lab.lab.stories has it
  show(step) {
    this.step = step;
    this.node.hidden = false;
    this.title.textContent = step.title;
    this.place.textContent = `Step ${step.number} of ${step.of}`;
    this.dots.replaceChildren(...Array.from({ length: step.of }, (_, at) => element("i", { class: at + 1 === step.number ? "wcl-here" : at + 1 < step.number ? "wcl-past" : null })));
    this.guess = step.question ? new Guess(step.question, (guess) => this.onGuess(step.number, guess), (result) => this.revealed(result)) : null;
    this.tryIt = step.try ? element("p", { class: "wcl-story-try" }, element("b", {}, "Try it yourself: "), ...richText(step.try)) : null;
    this.body.replaceChildren(...[element("p", { class: "wcl-story-tale" }, ...richText(step.text)), this.guess?.node, this.tryIt].filter(Boolean));
    this.body.setAttribute("tabindex", step.question ? "-1" : "0"); // what may scroll can be reached, with nothing in it too
    this.body.scrollTop = 0;
    this.setFolded(false);
    if (document.activeElement === this.next) this.body.focus({ preventScroll: true }); // keys on the button would pass the question by
    this.back.setAttribute("aria-disabled", String(step.number === 1));
    this.next.textContent = step.number === step.of ? "Done" : "Next";
    this.next.classList.toggle("wcl-story-waits", Boolean(this.guess));
    this.say(plainText([`Step ${step.number} of ${step.of}.`, step.text, step.question?.ask].filter(Boolean).join(" ")));
  }

  revealed(result) {
    this.next.classList.remove("wcl-story-waits");
    this.say(announcement(result));
    this.guess.reveal.scrollIntoView?.({ block: "nearest" });
    this.next.focus({ preventScroll: true }); // the field and the buttons that had the focus are done with
  }

  say(text) {
    this.live.textContent = text;
  }

  hide() {
    this.node.hidden = true;
    this.step = null;
  }

  // On a phone the panel covers part of the screen: folded, only its title is left.
  setFolded(isFolded) {
    this.isFolded = isFolded;
    this.node.classList.toggle("wcl-story-is-folded", isFolded);
    this.fold.setAttribute("aria-expanded", String(!isFolded));
    this.fold.textContent = isFolded ? "Show" : "Hide";
  }

  move(by) {
    if (!this.step) return;
    const number = this.step.number + by;
    if (number > this.step.of) this.onClose();
    else if (number >= 1) this.onStep(number);
  }

  // Keys that go forward show the answer first, and then the next step.
  forward() {
    if (this.guess && !this.guess.result) this.guess.answer(this.guess.input?.value.trim() || null);
    else this.move(1);
  }

  // Returns whether the key was one of the panel's. A page may pass on keys that were pressed elsewhere.
  press(event) {
    if (!this.step || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
    const { tagName } = event.target ?? {};
    if (tagName === "INPUT" && event.key !== "PageDown" && event.key !== "PageUp") return false;
    if (tagName === "BUTTON" && (event.key === "Enter" || event.key === " ")) return false;
    const isForward = FORWARD.has(event.key) || event.key === "Enter";
    if (!isForward && !BACKWARD.has(event.key)) return false;
    event.preventDefault();
    event.stopPropagation();
    if (isForward) this.forward();
    else this.move(-1);
    return true;
  }
}
