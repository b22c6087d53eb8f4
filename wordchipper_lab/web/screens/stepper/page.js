// The parts of the merge stepper. It draws what it is given and reports user actions; it stores no state.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { element, plural, uniqueId } from "../../shared/dom.js";
import { PageFrame, panel } from "../../shared/page_frame.js";
import { Player } from "../../shared/player.js";
import { Settings } from "../../shared/settings.js";
import { keepWidth } from "../../shared/svg_chart.js";
import { textBox } from "../../shared/text_box.js";
import { readTraces } from "./data.js";
import { GrowthPanel } from "./growth.js";
import { LaneChoice } from "./lane_choice.js";
import { legend } from "./legend.js";
import { SpanPicker } from "./spans.js";
import { Stage } from "./stage.js";
import { MergeTree } from "./tree.js";
import { mergesLowest } from "./words.js";
import { workTable } from "./work.js";
import { termLine } from "../../shared/terms.js";

const PACES = { merge: "in lockstep, by merge", own: "each at its own pace" };
const PRESENTED = [1, 2, 1.4, 1.2]; // how much larger the figures of so many lanes are while presenting

const TERMS = "A [span encoder] starts from the bytes of a [span]. Each [merge] joins a [pair] of neighbours to one token, the pair with the lowest [rank] first.";

export class StepperPage extends PageFrame {
  name = "stepper";

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
      element("option", { value: "" }, "Examples …"), ...options.presets.map(({ name }) => element("option", { value: name }, name)));
    this.story = element("p", { class: "wcm-story wcl-controls", hidden: true });
    this.whole = element("input", { type: "checkbox", onchange: () => act.whole(this.whole.checked) });
    this.spans = new SpanPicker(act.span);
    this.notes = element("p", { class: "wcl-hint", hidden: true });
    this.live = element("p", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.player = new Player((position, isPlaying) => this.moved(position, isPlaying), () => this.rested());
    this.stage = new Stage((position) => this.stageMoved(position), (text) => this.speak(text));
    this.tree = new MergeTree();
    this.growth = new GrowthPanel(options.growth, act.growth, act.saveChart);
    this.workHolder = element("div", {});
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.lanes = new LaneChoice(options, act.lanes);
    this.pace = this.paceChoice();
    this.inside = element("input", { type: "checkbox", onchange: () => this.showInside(this.inside.checked) });
    this.node = this.assemble();
    this.stopWidth = keepWidth(this.stage.lanes, () => this.drawTree());
  }

  get picture() {
    this.stage.finish();
    return this.stage.lanes;
  }

  get seen() {
    return this.stage.lanes; // the picture would end what is moving
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

  // In the order of the keyboard: text, span, example, settings, play. The stylesheet puts the tools beside the text.
  assemble() {
    const check = (input, words) => element("label", { class: "wcl-check" }, input, element("span", {}, words));
    const field = (label, control, classes) => {
      const node = labelled(label, control);
      node.classList.add(...classes);
      return node;
    };
    this.settings = new Settings(this.model.field, this.compare.field, check(this.whole, "The whole text as one span"), this.lanes.list, this.pace, check(this.inside, "Show what each encoder keeps"), termLine(TERMS));
    this.treePanel = panel("Merge tree of the span", true, this.tree.node);
    this.head = element("div", { class: "wcm-head" }, this.player.node, this.sentence);
    const stepping = element("div", { class: "wcm-stepping", onkeydown: (event) => this.press(event) }, this.head, this.used, this.stage.lanes, this.stage.looked);
    return element("div", { class: "wcl wcl-stepper", "aria-busy": "false" },
      element("div", { class: "wcm-ask wcl-controls" }, field("Text", this.text, ["wcm-text"])),
      element("div", { class: "wcm-choices wcl-controls" }, this.spans.node, field("Examples", this.presets, ["wcm-examples"]), this.settings.node),
      this.notice, this.progress, this.story,
      stepping,
      element("div", { class: "wcm-tools wcl-controls" }, this.tools),
      this.lanes.more, this.notes, legend(), this.stage.differ, this.live,
      this.treePanel,
      panel("Work of the lanes", true, this.workHolder),
      panel("How the work grows", true, this.growth.node),
      panel("Python", false, this.code));
  }

  showChoices({ model, compare, lanes, pace, whole, refused }) {
    fillSelector(this.model.node, this.options.models, model);
    fillSelector(this.compare.node, ["", ...this.options.models], compare, (name) => name || "nothing");
    this.lanes.show(lanes, refused);
    for (const [name, input] of Object.entries(this.paceInputs)) input.checked = name === pace;
    this.whole.checked = whole;
    this.stage.pace = pace;
    // One lane begins in plain words; several are shown for what they do differently.
    this.inside.checked = this.wantsInside ?? lanes.length > 1;
    this.stage.keep(this.inside.checked);
    this.showValues({ model, compare, lanes, pace, whole });
  }

  showValues({ model, compare, lanes, pace, whole }) {
    this.used.textContent = `Vocabulary: ${model}${compare ? `, compared with ${compare}` : ""}`;
    this.settings.show([
      model, compare && `compared with ${compare}`, whole && "the whole text as one span", lanes.length > 1 ? plural(lanes.length, "lane") : lanes[0],
      lanes.length > 1 && PACES[pace], this.inside.checked && "with what each encoder keeps",
    ]);
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
    this.treeLane = traces.lanes.find((lane) => mergesLowest(lane) && lane.encoder !== "priority_merge") ?? traces.lanes.find(mergesLowest);
    this.treePanel.hidden = !this.treeLane;
    this.size = traces.span.length;
    this.drawTree();
    this.showPosition(position);
    this.enlarge();
  }

  drawTree() {
    this.tree.show(this.treeLane, this.size ?? 0, this.stage.lanes.clientWidth);
    this.markTree();
  }

  // Show step `position` of what is loaded, without reporting it.
  showPosition(position) {
    this.player.load(this.stage.last, position);
    this.stage.show(this.player.position);
    this.showStep();
  }

  showStep() {
    this.tell(this.stage.sentence());
    this.markTree();
  }

  markTree() {
    if (this.treeLane) this.tree.mark(this.treeLane.frameAt(this.player.position, this.stage.pace));
  }

  moved(position, isPlaying) {
    this.stage.show(position, isPlaying, isPlaying ? this.player.interval : Infinity);
    this.showStep();
  }

  stageMoved(position) {
    if (position !== null) {
      this.player.move(position);
      return;
    }
    this.tell(this.stage.sentence());
    this.announce();
  }

  rested() {
    this.stage.show(this.player.position);
    this.act.step(this.player.position);
    this.announce();
  }

  announce() {
    this.speak(`Step ${this.player.position} of ${this.player.last}. ${this.stage.spokenStep()}`);
  }

  // The one place from which screen readers read.
  speak(text) {
    if (this.live.textContent !== text) this.live.textContent = text;
  }

  showInside(isWanted) {
    this.wantsInside = isWanted;
    this.act.inside();
  }

  showPresenting(on) {
    this.isPresenting = on;
    this.enlarge();
    if (on) this.stage.lanes.focus({ preventScroll: true });
  }

  enlarge() {
    this.stage.enlarge(this.isPresenting ? PRESENTED[this.stage.views.length] ?? 1 : 1);
  }

  // Returns whether the key was used.
  press(event, isFree) {
    if (this.player.press(event, isFree)) return true;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target !== this.stage.lanes) return false;
    event.preventDefault();
    this.stage.lookFrom(step);
    return true;
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
