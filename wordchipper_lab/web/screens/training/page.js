// The parts of the training screen. It draws what it is given and reports user actions; it stores no state.

import { element, uniqueId } from "../../shared/dom.js";
import { PageFrame, panel } from "../../shared/page_frame.js";
import { isWorking } from "../../shared/job.js";
import { RealPanel } from "./real.js";
import { ToyPanel } from "./toy.js";

const MODE_NAMES = { toy: "A toy", real: "A real corpus" };

export class TrainingPage extends PageFrame {
  name = "training";

  // act: the user's actions, as functions (see training.js)
  constructor(options, act) {
    super("Working");
    const name = uniqueId("mode");
    this.modes = {};
    const radios = Object.entries(MODE_NAMES).map(([mode, label]) => {
      this.modes[mode] = element("input", { type: "radio", name, value: mode, onchange: () => act.mode(mode) });
      return element("label", {}, this.modes[mode], element("span", {}, label));
    });
    this.sentences = {};
    const tell = (of) => (sentence) => {
      this.sentences[of] = sentence;
      if (of === this.mode) this.tell(sentence);
    };
    this.toy = new ToyPanel(options, { ...act, tell: tell("toy") });
    this.real = new RealPanel(options, { ...act, tell: tell("real") });
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.node = element("div", { class: "wcl wcl-training", "aria-busy": "false" },
      element("div", { class: "wcl-bar wcl-tools wct-top wcl-controls" },
        element("fieldset", { class: "wcl-policies wct-modes" }, element("legend", { class: "wcl-unseen" }, "Train on"), element("div", { class: "wcl-choices" }, ...radios)),
        this.toy.corpus.field, this.real.form.corpus.field, element("span", { class: "wcl-spring" }), this.tools),
      this.notice, this.progress, this.sentence, this.toy.node, this.real.node, panel("Python", false, this.code));
  }

  get picture() {
    return this.mode === "toy" ? this.toy.stage : this.real.live.node;
  }

  showMode(mode) {
    for (const [name, input] of Object.entries(this.modes)) input.checked = name === mode;
    this.mode = mode;
    this.toy.node.hidden = this.toy.corpus.field.hidden = mode !== "toy";
    this.real.node.hidden = this.real.form.corpus.field.hidden = mode !== "real";
    this.tell(this.sentences[mode] ?? "");
    if (mode !== "toy") this.toy.player.play(false);
  }

  showProgress(progress, stopped) {
    this.real.showProgress(progress, stopped);
    this.node.dataset.state = progress.state;
    this.node.setAttribute("aria-busy", String(isWorking(progress.state)));
  }

  destroy() {
    super.destroy();
    this.toy.destroy();
    this.real.destroy();
  }
}
