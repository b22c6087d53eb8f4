// The parts of the training screen. It draws what it is given and reports user actions; it stores no state.

import { element, uniqueId } from "../../shared/dom.js";
import { button, PageFrame, panel } from "../../shared/page_frame.js";
import { isWorking } from "../../shared/job.js";
import { RealPanel } from "./real.js";
import { ToyPanel } from "./toy.js";

const MODE_NAMES = { toy: "A toy, merge by merge", real: "A real corpus, live" };

export class TrainingPage extends PageFrame {
  // act: the user's actions, as functions (see training.js)
  constructor(options, act) {
    super("Working");
    const name = uniqueId("mode");
    this.modes = {};
    const radios = Object.entries(MODE_NAMES).map(([mode, label]) => {
      this.modes[mode] = element("input", { type: "radio", name, value: mode, onchange: () => act.mode(mode) });
      return element("label", {}, this.modes[mode], element("span", {}, label));
    });
    this.toy = new ToyPanel(options, act);
    this.real = new RealPanel(options, act);
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.linkButton = button("Copy link", act.copyLink, "A link that opens this page with these choices");
    this.node = element("div", { class: "wcl wcl-training", "aria-busy": "false" },
      element("div", { class: "wcl-bar wcl-tools" },
        element("fieldset", { class: "wcl-policies wct-modes" }, element("legend", { class: "wcl-live" }, "Train on"), element("div", { class: "wcl-choices" }, ...radios)),
        element("span", { class: "wcl-spring" }), this.said, this.linkButton),
      this.notice, this.progress, this.toy.node, this.real.node,
      panel("Python", false, element("div", { class: "wcl-panel-tools" }, button("Copy Python code", act.copyCode)), this.code),
      element("div", { class: "wcl-panel-tools" }, button("Save as JSON", act.saveJson, "Everything trained here, merge by merge"), button("Save page", act.savePage, "This view as a page that works without a kernel")));
  }

  showMode(mode) {
    for (const [name, input] of Object.entries(this.modes)) input.checked = name === mode;
    this.toy.node.hidden = mode !== "toy";
    this.real.node.hidden = mode !== "real";
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
