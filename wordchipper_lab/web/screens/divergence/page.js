// The parts of the divergence screen. It draws what it is given and reports user actions; it stores no state.

import { labelled } from "../../shared/controls.js";
import { count, element, uniqueId } from "../../shared/dom.js";
import { GraphPanel } from "./graph.js";
import { LexerPicker } from "./lexer.js";
import { FoundList } from "./list.js";
import { SpanRows, spansOf } from "./rows.js";
import { isWorking } from "../../shared/job.js";
import { lengthTable, SourcePanel } from "./source.js";
import { WhyPanel } from "./why.js";
import { button, PageFrame, panel } from "../../shared/page_frame.js";

export class DivergencePage extends PageFrame {
  // act: the user's actions, as functions (see divergence.js)
  constructor(options, act) {
    super("Comparing");
    this.options = options;
    this.act = act;
    this.presets = element("select", { onchange: () => this.presets.value && act.preset(Number(this.presets.value)) },
      element("option", { value: "" }, "choose one …"), ...options.presets.map(({ name }, at) => element("option", { value: at }, name)));
    this.pickers = Object.fromEntries(["a", "b"].map((name) => [name, new LexerPicker(name, options.lexers, (word) => act.lexer(name, word))]));
    this.source = new SourcePanel(act, options);
    this.sentence = element("p", { class: "wld-sentence", role: "status", "aria-live": "polite" });
    this.previous = button("◀ Previous", () => act.walk(-1), "Previous divergence (key p)");
    this.next = button("Next ▶", () => act.walk(1), "Next divergence (key n)");
    this.place = element("output", { class: "wld-place" });
    this.shrink = button("Shrink", act.shrink, "The shortest text on which these lexers differ");
    this.undo = button("Undo shrink", act.undo, "Back to the previous text");
    this.pytest = button("Copy pytest case", act.copyPytest, "A test that fails while they differ");
    this.explorer = element("a", { class: "wcl-page-link", hidden: true }, "Open in Explorer");
    this.list = new FoundList((number) => act.select(number));
    this.rows = new SpanRows((position, row) => this.look(position, row));
    this.whys = { a: new WhyPanel("A"), b: new WhyPanel("B") };
    this.graph = new GraphPanel(uniqueId("graph"), () => this.followPath());
    this.numbers = element("div", { class: "wld-numbers", hidden: true });
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.linkButton = button("Copy link", act.copyLink, "A link that opens this page with these lexers and this text");
    this.node = this.assemble();
  }

  assemble() {
    const { act } = this;
    const swap = element("button", { type: "button", class: "wld-swap", title: "Swap the two lexers", "aria-label": "Swap", onclick: () => this.swap() }, "⇄ Swap");
    this.tools = element("div", { class: "wcl-bar wcl-tools wld-tools" }, this.previous, this.place, this.next, this.shrink, this.undo, this.pytest, this.explorer);
    this.graphPanel = panel("The automaton as a graph", true, this.graph.node);
    this.whyPanel = panel("Why", true, element("div", { class: "wld-two" }, this.whys.a.node, this.whys.b.node));
    this.result = element("div", { class: "wld-result" }, this.tools, this.rows.node);
    return element("div", { class: "wcl wcl-divergence", "aria-busy": "false", onkeydown: (event) => this.press(event) },
      element("div", { class: "wcl-bar wcl-tools" }, labelled("Examples", this.presets), element("span", { class: "wcl-spring" }), this.said, this.linkButton),
      element("div", { class: "wld-lexers" }, this.pickers.a.node, swap, this.pickers.b.node),
      this.source.node, this.notice, this.progress, this.sentence, this.numbers, this.result,
      this.whyPanel, this.list.node, this.graphPanel,
      panel("Python", false, element("div", { class: "wcl-panel-tools" }, button("Copy Python code", act.copyCode)), this.code),
      element("div", { class: "wcl-panel-tools" }, button("Save as JSON", act.saveJson, "All results"), button("Save page", act.savePage, "This view as a page that works without a kernel")));
  }

  swap() {
    for (const picker of Object.values(this.pickers)) picker.flush();
    this.act.swap();
  }

  showLexers(a, b, problems) {
    this.words = { a, b };
    for (const [name, picker] of Object.entries(this.pickers)) {
      picker.show(this.words[name]);
      picker.showProblem(problems?.[name]);
    }
    const found = this.options.presets.findIndex((preset) => preset.a === a && preset.b === b);
    this.presets.value = found >= 0 ? String(found) : "";
  }

  showSource(state) {
    this.source.show(state);
  }

  showProgress(progress) {
    this.source.showProgress(progress);
    const busy = isWorking(progress.state);
    this.node.dataset.state = progress.state;
    this.node.setAttribute("aria-busy", String(busy));
  }

  // found: the kernel's results; number: the selected one
  showFound(found, number) {
    this.found = found;
    if (this.sentence.textContent !== (found.sentence ?? "")) this.sentence.textContent = found.sentence ?? "";
    this.list.show(found);
    this.showNumbers(found);
    this.showOne(number);
  }

  // The numbers of a proof, or of a sweep by length.
  showNumbers({ proof, by_length: lengths }) {
    this.numbers.hidden = !proof && !lengths;
    const rows = proof ? [["joint states", count(proof.states)], ["kinds of characters", proof.symbols], ["kinds of text ahead", proof.futures], ["seconds", proof.seconds.toFixed(2)]] : [];
    this.numbers.replaceChildren(lengths ? lengthTable(lengths)
      : element("dl", { class: "wcl-statistics" }, ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, String(value))))));
  }

  showOne(number) {
    const found = this.found?.divergences ?? [];
    const view = found[number] ?? this.found?.same ?? null;
    this.number = number;
    this.view = view;
    this.result.hidden = this.whyPanel.hidden = !view;
    this.tools.hidden = !found.length && this.undo.hidden;
    this.list.select(number);
    const isNone = !found.length;
    this.place.textContent = isNone ? "" : `${number + 1} of ${found.length}${this.found.n > found.length ? ` (${count(this.found.n)} in all)` : ""}`;
    for (const control of [this.previous, this.next, this.place, this.shrink, this.pytest]) control.hidden = isNone;
    this.previous.setAttribute("aria-disabled", String(number <= 0));
    this.next.setAttribute("aria-disabled", String(number >= found.length - 1));
    if (!view) {
      this.graphPanel.hidden = !this.graph.hasAny;
      this.graph.follow({});
      return;
    }
    this.rows.show(view, this.words);
    this.look(this.firstLook(view));
  }

  // The byte before the first different boundary: the spans that contain it are the ones to explain.
  firstLook({ first, a, b }) {
    if (first === null) return 0;
    const spanOf = (row, at) => JSON.stringify(spansOf(row).find(({ start, end }) => start <= at && at < end) ?? null);
    const at = Math.max(first - 1, 0);
    return spanOf(a, at) === spanOf(b, at) ? first : at;
  }

  look(position, row) {
    this.position = position;
    this.rows.look(position);
    if (row) this.graph.side = this.graph.graphs?.[row] ? row : this.graph.side;
    this.showWhy(this.story);
  }

  // story: {a, b, explorer, pytest} of the selected divergence, null while it is being requested
  showWhy(story) {
    this.story = story;
    if (!this.view) return;
    const inText = this.position + this.view.from;
    for (const [name, why] of Object.entries(this.whys)) why.show(story?.[name] ?? null, inText, this.view.start, this.words[name]);
    this.pytest.setAttribute("aria-disabled", String(!story?.pytest));
    this.followPath();
  }

  followPath() {
    this.graphPanel.hidden = !this.graph.hasAny;
    const steps = {};
    for (const name of ["a", "b"]) {
      const inText = (this.position ?? 0) + (this.view?.from ?? 0);
      steps[name] = this.story?.[name]?.spans?.find(({ start, end }) => start <= inText && inText < end)?.steps;
    }
    this.graph.follow(steps);
  }

  showGraphs(graphs) {
    this.graphPanel.hidden = !this.graph.show(graphs);
    this.followPath();
  }

  showUndo(undo) {
    this.undo.hidden = !undo?.said;
    this.tools.hidden = !(this.found?.divergences ?? []).length && this.undo.hidden;
    if (undo?.said) this.say(undo.said);
  }

  // n and p move through the list, except in a text field.
  press(event) {
    const isTyping = /^(TEXTAREA|SELECT)$/.test(event.target.tagName) || (event.target.tagName === "INPUT" && event.target.type === "text");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { n: 1, p: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.act.walk(step);
  }

  destroy() {
    super.destroy();
    for (const picker of Object.values(this.pickers)) picker.destroy();
    this.graph.destroy();
  }
}
