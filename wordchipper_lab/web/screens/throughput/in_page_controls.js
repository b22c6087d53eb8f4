// What there is to choose for measuring in the page, its buttons, and how far it is.

import { fileButton, fillSelector, selector } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { setText, textBox } from "../../shared/text_box.js";

const USUAL = "o200k_base";
const CODE = "the code of this page";
const OWN = "own text";
const MOST_BYTES = 32 << 20;
const READING = "Bar: median of the rounds. Whisker: slowest to fastest round. MB is 10⁶ bytes of UTF-8. Whatever else this computer does disturbs the slower ones more, because their turns are longer.";

export class InPageControls {
  // models: names of vocabularies; act: measure(), stop(), choose()
  constructor(models, act) {
    this.own = "";
    const choose = () => {
      this.ownText.hidden = !this.isOwn;
      act.choose();
    };
    this.models = selector("Vocabulary", choose);
    fillSelector(this.models.node, models, USUAL);
    this.texts = selector("Text", choose);
    fillSelector(this.texts.node, [CODE, OWN], CODE);
    this.measure = element("button", { type: "button", class: "wcl-primary", onclick: act.measure }, "Measure in this page");
    this.stop = element("button", { type: "button", disabled: true, onclick: act.stop }, "Stop");
    this.fill = element("div", { class: "wcl-meter-fill" });
    this.meter = element("div", { class: "wcl-meter", role: "progressbar", "aria-label": "Measuring in this page", "aria-valuemin": 0, "aria-valuemax": 100, hidden: true }, this.fill);
    this.now = element("p", { class: "wcl-estimate wcl-now" });
    this.notice = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.hint = element("p", { class: "wcl-hint" });
    this.ownText = element("div", { class: "wcl-in-page-own", hidden: true }, ...this.ownParts());
    this.node = element("div", { class: "wcl-in-page-controls wcl-controls" },
      element("span", { class: "wcl-run-buttons" }, this.measure, this.stop), this.meter, this.now, this.notice,
      this.models.field, this.texts.field, this.ownText, this.hint, element("p", { class: "wcl-hint" }, READING));
  }

  // A box to paste into, and a button for a file.
  ownParts() {
    const box = textBox((text) => { this.own = text; });
    box.setAttribute("aria-label", "Own text");
    const open = (text) => {
      this.own = text;
      setText(box, text);
      this.warn("");
    };
    return [box, fileButton(open, (problem) => this.warn(problem), MOST_BYTES)];
  }

  get model() {
    return this.models.node.value;
  }

  get text() {
    return this.texts.node.value;
  }

  get isOwn() {
    return this.text === OWN;
  }

  warn(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text;
  }

  explain(text) {
    this.hint.hidden = !text;
    this.hint.textContent = text;
  }

  showWork(isWorking) {
    this.measure.disabled = this.models.node.disabled = this.texts.node.disabled = isWorking;
    this.stop.disabled = !isWorking;
    this.meter.hidden = !isWorking;
  }

  showProgress(percent, words) {
    this.fill.style.width = `${percent}%`;
    this.meter.setAttribute("aria-valuenow", percent);
    this.now.textContent = words;
  }
}
