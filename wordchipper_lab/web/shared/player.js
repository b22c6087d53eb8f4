// The controls that move through the steps: buttons, slider, play, speed, keys. They store the current position and the
// last possible one.

import { labelled } from "./controls.js";
import { element } from "./dom.js";

const SPEEDS = [1, 2, 4, 10, 30, 60];

export class Player {
  // onMove(position, isPlaying); onRest(): the position will stay for a while
  constructor(onMove, onRest) {
    this.onMove = onMove;
    this.onRest = onRest;
    this.position = 0;
    this.last = 0;
    const button = (label, sign, act) => element("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
    this.first = button("First step", "⏮", () => this.move(0));
    this.back = button("Previous step", "◀", () => this.move(this.position - 1));
    this.toggle = element("button", { type: "button", class: "wcl-primary wcm-play", "aria-label": "Play", onclick: () => this.play(!this.isPlaying) }, "Play");
    this.next = button("Next step", "▶", () => this.move(this.position + 1));
    this.final = button("Last step", "⏭", () => this.move(this.last));
    this.slider = element("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": "Step", oninput: () => this.move(Number(this.slider.value)) });
    this.speed = element("select", {}, ...SPEEDS.map((speed) => element("option", { value: speed, selected: speed === 2 }, `${speed} a second`)));
    this.text = element("span", { class: "wcm-position" }); // not an output: each screen announces its steps in its own words
    this.node = element("div", { class: "wcm-player", role: "group", "aria-label": "Steps" },
      this.toggle, this.first, this.back, this.next, this.final, this.slider, this.text, labelled("Speed", this.speed));
  }

  // Start over with something new to step through.
  load(last, position) {
    this.last = last;
    this.slider.max = last;
    this.set(position);
  }

  set(position) {
    this.position = Math.max(0, Math.min(position, this.last));
    this.slider.value = this.position;
    this.slider.setAttribute("aria-valuetext", `step ${this.position} of ${this.last}`);
    this.text.textContent = `${this.position} / ${this.last}`;
    // Not `disabled`: a focused button that is disabled swallows the keys that would lead back.
    for (const button of [this.first, this.back]) button.setAttribute("aria-disabled", String(this.position === 0));
    for (const button of [this.next, this.final]) button.setAttribute("aria-disabled", String(this.position === this.last));
  }

  move(position, isPlaying = false) {
    const wasPlaying = this.isPlaying;
    this.set(position);
    if (!isPlaying && wasPlaying) {
      this.play(false);
      return;
    }
    this.onMove(this.position, isPlaying);
    if (!isPlaying) this.onRest();
  }

  // Milliseconds between two steps while it plays.
  get interval() {
    return 1000 / Number(this.speed.value);
  }

  // Stop silently, because what was played no longer exists.
  halt() {
    this.isPlaying = false;
    this.nameToggle();
    cancelAnimationFrame(this.request);
  }

  nameToggle() {
    this.toggle.textContent = this.isPlaying ? "Pause" : "Play";
    this.toggle.setAttribute("aria-label", this.toggle.textContent);
  }

  play(on) {
    if (on === Boolean(this.isPlaying)) return;
    if (!on) {
      this.halt();
      this.onRest();
      return;
    }
    this.isPlaying = true;
    this.nameToggle();
    if (this.position === this.last) this.move(0, true);
    this.due = performance.now() + this.interval;
    this.tick();
  }

  tick() {
    this.request = requestAnimationFrame((now) => {
      if (!this.isPlaying) return;
      if (now >= this.due - 1) {
        this.due = Math.max(this.due + this.interval, now);
        this.move(this.position + 1, true);
        if (this.position === this.last) {
          this.play(false);
          return;
        }
      }
      this.tick();
    });
  }

  // Returns whether the key was handled. isFree: nothing else wants it, not even a button that has the focus
  press(event, isFree = false) {
    const isRange = event.target.type === "range";
    const isControl = /^(SELECT|TEXTAREA|SUMMARY)$/.test(event.target.tagName) || (event.target.tagName === "INPUT" && !isRange && event.target.type !== "checkbox" && event.target.type !== "radio");
    if (isControl || event.altKey || event.ctrlKey || event.metaKey) return false;
    const isButton = event.target.tagName === "BUTTON" || event.target.type === "checkbox" || event.target.type === "radio";
    if (event.key === " " && (isFree || !isButton)) this.play(!this.isPlaying);
    else if (isRange || event.target.type === "radio") return false;
    else if (event.key === "ArrowRight") this.move(this.position + 1);
    else if (event.key === "ArrowLeft") this.move(this.position - 1);
    else if (event.key === "Home") this.move(0);
    else if (event.key === "End") this.move(this.last);
    else return false;
    event.preventDefault();
    return true;
  }

  destroy() {
    cancelAnimationFrame(this.request);
    this.isPlaying = false;
  }
}
