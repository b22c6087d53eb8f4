// The parts of the merge stepper. It draws what it is given and reports user actions; it stores no state.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { element, uniqueId } from "../../shared/dom.js";
import { button, PageFrame, panel } from "../../shared/page_frame.js";
import { readTraces } from "./data.js";
import { GrowthPanel } from "./growth.js";
import { Player } from "../../shared/player.js";
import { SpanPicker } from "./spans.js";
import { Stage } from "./stage.js";
import { MergeTree } from "./tree.js";
import { workTable } from "./work.js";
import { textBox } from "../../shared/text_box.js";
import { keepWidth } from "../../shared/svg_chart.js";

const PACES = { merge: "in lockstep, by merge", own: "each at its own pace" };

function legend() {
  const entry = (sign, words) => element("span", {}, sign, words);
  const sample = (classes, text) => element("i", { class: classes, "aria-hidden": "true" }, text);
  return element("p", { class: "wcl-legend wcm-legend" },
    entry(sample("wcm-pair wcm-sample", "262"), "rank of a pair"),
    entry(sample("wcm-pair wcm-fresh wcm-sample", "262"), "looked up in this step"),
    entry(sample("wcm-pair wcm-winner wcm-sample", "▲ 262"), "the lowest: merged next"),
    entry(sample("wcm-token wcm-merged wcm-sample", "en"), "just merged"),
    entry(sample("wcm-token wcm-torn wcm-sample", "f0"), "part of a character"));
}

export class StepperPage extends PageFrame {
  // act: the user's actions, as functions (see stepper.js)
  constructor(options, act) {
    super("Tracing");
    this.options = options;
    this.act = act;
    this.text = textBox(act.text);
    this.text.rows = 1;
    this.model = selector("Vocabulary", act.model);
    this.compare = selector("Compare with", act.compare);
    this.presets = element("select", { onchange: () => this.presets.value && act.preset(this.presets.value) },
      element("option", { value: "" }, "choose one …"), ...options.presets.map(({ name }) => element("option", { value: name }, name)));
    this.story = element("p", { class: "wcm-story", hidden: true });
    this.whole = element("input", { type: "checkbox", onchange: () => act.whole(this.whole.checked) });
    this.spans = new SpanPicker(act.span);
    this.notes = element("p", { class: "wcl-hint", hidden: true });
    this.live = element("p", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.player = new Player((position, isPlaying) => this.moved(position, isPlaying), () => this.rested());
    this.stage = new Stage((position) => this.stageMoved(position));
    this.tree = new MergeTree();
    this.growth = new GrowthPanel(options.growth, act.growth, act.saveChart);
    this.workHolder = element("div", {});
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.linkButton = button("Copy link", act.copyLink, "A link that opens this page with this span and these lanes");
    this.lanes = this.laneChoice();
    this.pace = this.paceChoice();
    this.inside = element("input", { type: "checkbox", checked: true, onchange: () => this.showInside() });
    this.node = this.assemble();
    this.stopWidth = keepWidth(this.stage.lanes, () => this.drawTree());
  }

  laneChoice() {
    this.laneInputs = {};
    const labels = this.options.lanes.map((lane) => {
      const input = element("input", { type: "checkbox", onchange: () => this.act.lanes(this.chosenLanes()) });
      this.laneInputs[lane] = input;
      const wrong = this.options.right.includes(lane) ? "" : " (wrong)";
      return element("label", {}, input, element("span", {}, lane + wrong));
    });
    return element("fieldset", { class: "wcl-policies" }, element("legend", {}, "Lanes"), element("div", { class: "wcl-choices" }, ...labels));
  }

  paceChoice() {
    const name = uniqueId("pace");
    this.paceInputs = {};
    const labels = Object.entries(PACES).map(([pace, words]) => {
      this.paceInputs[pace] = element("input", { type: "radio", name, value: pace, onchange: () => this.act.pace(pace) });
      return element("label", {}, this.paceInputs[pace], element("span", {}, words));
    });
    return element("fieldset", { class: "wcl-policies" }, element("legend", {}, "Pace"), element("div", { class: "wcl-choices" }, ...labels));
  }

  assemble() {
    const { act } = this;
    const check = (input, words) => element("label", { class: "wcl-check" }, input, element("span", {}, words));
    this.codePanel = panel("Python", false, element("div", { class: "wcl-panel-tools" }, button("Copy Python code", act.copyCode)), this.code);
    this.treePanel = panel("Merge tree of the span", true, this.tree.node);
    const stepping = element("div", { class: "wcm-stepping", onkeydown: (event) => this.press(event) },
      element("div", { class: "wcm-head" }, this.player.node, this.stage.looked), this.stage.lanes);
    return element("div", { class: "wcl wcl-stepper", "aria-busy": "false" },
      element("div", { class: "wcl-bar" }, labelled("Examples", this.presets), this.model.field, this.compare.field),
      labelled("Text", this.text), this.story,
      element("div", { class: "wcl-bar wcl-tools" }, this.spans.node, check(this.whole, "The whole text as one span"), element("span", { class: "wcl-spring" }), this.said, this.linkButton),
      this.notice, this.progress, this.notes,
      element("div", { class: "wcl-bar" }, this.lanes, this.pace, check(this.inside, "Show what each encoder keeps")),
      stepping, legend(), this.stage.differ, this.live,
      this.treePanel,
      panel("Work of the lanes", true, this.workHolder),
      panel("How the work grows", true, this.growth.node),
      this.codePanel,
      element("div", { class: "wcl-panel-tools" }, button("Save as JSON", act.saveJson, "All traces with every frame"), button("Save page", act.savePage, "This view as a page that works without a kernel")));
  }

  chosenLanes() {
    return this.options.lanes.filter((lane) => this.laneInputs[lane].checked);
  }

  showChoices({ model, compare, lanes, pace, whole }) {
    fillSelector(this.model.node, this.options.models, model);
    fillSelector(this.compare.node, ["", ...this.options.models], compare, (name) => name || "nothing");
    for (const [lane, input] of Object.entries(this.laneInputs)) input.checked = lanes.includes(lane);
    for (const [name, input] of Object.entries(this.paceInputs)) input.checked = name === pace;
    this.whole.checked = whole;
    this.stage.pace = pace;
  }

  // Show the story of the chosen preset, as long as its text and vocabulary are shown.
  showStory(text, model) {
    const found = this.options.presets.find((preset) => preset.name === this.presets.value && preset.text === text && preset.model === model);
    if (!found) this.presets.value = "";
    this.story.hidden = !found;
    this.story.textContent = found?.story ?? "";
  }

  showTraces(drawing, position) {
    this.player.halt();
    const traces = readTraces(drawing);
    this.stage.load(traces);
    this.workHolder.replaceChildren(workTable(traces.lanes));
    this.treeLane = traces.lanes.find((lane) => !lane.wrong && lane.encoder !== "bpe_backtrack" && lane.encoder !== "priority_merge") ?? traces.lanes.find((lane) => lane.encoder === "priority_merge");
    this.treePanel.hidden = !this.treeLane;
    this.size = traces.span.length;
    this.drawTree();
    this.showPosition(position);
  }

  drawTree() {
    this.tree.show(this.treeLane, this.size ?? 0, this.stage.lanes.clientWidth);
    this.markTree();
  }

  // Show step `position` of what is loaded, without reporting it.
  showPosition(position) {
    this.player.load(this.stage.last, position);
    this.stage.show(this.player.position);
    this.markTree();
  }

  markTree() {
    if (this.treeLane) this.tree.mark(this.treeLane.frameAt(this.player.position, this.stage.pace));
  }

  moved(position, isPlaying) {
    this.stage.show(position, isPlaying);
    this.markTree();
    if (!isPlaying) this.announce();
  }

  stageMoved(position) {
    if (position === null) this.announce();
    else this.player.move(position);
  }

  rested() {
    this.stage.show(this.player.position);
    this.act.step(this.player.position);
    this.announce();
  }

  announce() {
    const said = this.stage.views.map((view) => `${view.lane.name}: ${view.said.textContent}`);
    const text = `Step ${this.player.position} of ${this.player.last}. ${said.join(" ")}`;
    if (this.live.textContent !== text) this.live.textContent = text;
  }

  showInside() {
    this.stage.withOwn = this.inside.checked;
    this.stage.show(this.player.position);
  }

  press(event) {
    if (this.player.press(event)) return;
    const inLanes = event.target === this.stage.lanes;
    if (inLanes && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.stage.lookFrom(event.key === "ArrowDown" ? 1 : -1);
    }
  }

  showNotes(notes) {
    this.notes.hidden = !notes.length;
    this.notes.textContent = notes.join(" ");
  }

  destroy() {
    super.destroy();
    this.stopWidth();
    this.player.destroy();
    this.stage.destroy();
    this.growth.destroy();
  }
}
