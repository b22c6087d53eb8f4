// Which lanes are shown: a list of all in the settings, and below the lanes a row that adds one.

import { element } from "../../shared/dom.js";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const ABOUT = {
  buffer_sweep: "looks at every pair in every step", tail_sweep: "sweeps in place, at the end of the output", merge_heap: "remembers the ranks it looked up",
  priority_merge: "keeps the pairs in a heap", bpe_backtrack: "tries the longest token first", shift_reduce: "wrong on purpose: a stack, one byte ahead",
  greedy_left: "wrong on purpose: merges from the left",
};

export class LaneChoice {
  // options: {lanes, right}, see screens/stepper/records.py; onChoose(lanes)
  constructor(options, onChoose) {
    this.options = options;
    this.onChoose = onChoose;
    this.inputs = {};
    const labels = options.lanes.map((lane) => {
      this.inputs[lane] = element("input", { type: "checkbox", onchange: () => onChoose(this.chosen()) });
      const wrong = options.right.includes(lane) ? "" : " (wrong)";
      return element("label", { title: ABOUT[lane] }, this.inputs[lane], element("span", {}, lane + wrong));
    });
    this.list = element("fieldset", { class: "wcl-policies" }, element("legend", {}, "Lanes"), element("div", { class: "wcl-choices" }, ...labels));
    this.more = element("div", { class: "wcm-more-lanes wcl-controls", role: "group", "aria-label": "More lanes" });
  }

  chosen() {
    return this.options.lanes.filter((lane) => this.inputs[lane].checked);
  }

  // refused: lane -> why it cannot be shown
  show(lanes, refused = {}) {
    for (const [lane, input] of Object.entries(this.inputs)) {
      input.checked = lanes.includes(lane);
      input.disabled = lane in refused && !input.checked;
      input.parentNode.title = refused[lane] ?? ABOUT[lane] ?? "";
    }
    const held = this.more.contains(document.activeElement);
    const { right } = this.options;
    const missing = right.filter((lane) => !lanes.includes(lane) && !(lane in refused));
    const all = () => this.onChoose(this.options.lanes.filter((lane) => lanes.includes(lane) || missing.includes(lane)));
    const add = (lane) => element("button", { type: "button", class: "wcm-add", onclick: () => this.onChoose(this.options.lanes.filter((one) => one === lane || lanes.includes(one))) },
      lane, ABOUT[lane] ? element("small", {}, ABOUT[lane]) : null);
    const offered = missing.length ? missing : this.options.lanes.filter((lane) => !lanes.includes(lane) && !(lane in refused));
    const without = Object.keys(refused).filter((lane) => right.includes(lane));
    this.more.hidden = !offered.length;
    this.more.replaceChildren(
      element("span", { class: "wcm-own-title" }, "Add a lane"), ...offered.map(add),
      ...(missing.length > 1 ? [element("button", { type: "button", class: "wcm-add", onclick: all }, without.length ? "All of these" : `All ${NUMBERS[right.length] ?? right.length} encoders`, element("small", {}, "one result, different work"))] : []),
      ...without.map((lane) => element("span", { class: "wcl-hint" }, `Without ${lane}: ${refused[lane]}.`)));
    if (held) this.more.querySelector("button")?.focus();
  }
}
