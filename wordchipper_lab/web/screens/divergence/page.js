// The parts of the divergence screen. It draws what it is given and reports user actions; it stores no state.

import { labelled } from "../../shared/controls.js";
import { count, element, uniqueId } from "../../shared/dom.js";
import { GraphPanel } from "./graph.js";
import { LexerPicker } from "./lexer.js";
import { FoundList } from "./list.js";
import { InkedBox, signedText } from "./ink.js";
import { PatternsPanel } from "./patterns.js";
import { differencesOf } from "./pattern_text.js";
import { PairView } from "./pair.js";
import { SpanRows } from "./rows.js";
import { isWorking } from "../../shared/job.js";
import { Settings } from "../../shared/settings.js";
import { lengthTable, SourcePanel } from "./source.js";
import { spansOf } from "./spans.js";
import { setText, textBox } from "../../shared/text_box.js";
import { verdictOf } from "./verdict.js";
import { WhyPanel } from "./why.js";
import { button, PageFrame, panel } from "../../shared/page_frame.js";
import { termLine } from "../../shared/terms.js";

const COMPARED = { lexers: "Lexers", tokenizers: "Tokenizers" };
const MOST_INK = 5000; // characters of a text whose invisible ones are drawn in its box
const WORDS = "A [lexer] cuts a text into [spans], before any of them becomes tokens. A [divergence] is a place where only one of two lexers cuts.";

export class DivergencePage extends PageFrame {
  name = "divergence";

  // act: the user's actions, as functions (see divergence.js)
  constructor(options, act) {
    super("Comparing");
    this.options = options;
    this.act = act;
    this.presets = element("select", { onchange: () => this.presets.value && act.preset(Number(this.presets.value)) },
      element("option", { value: "" }, "choose one …"), ...options.presets.map(({ name }, at) => element("option", { value: at }, name)));
    this.pickers = Object.fromEntries(["a", "b"].map((name) => [name, new LexerPicker(name, options.lexers, (word) => act.lexer(name, word))]));
    this.source = new SourcePanel(act, options);
    this.pair = new PairView(act);
    this.compared = this.comparedChoice();
    this.text = textBox((text) => {
      this.inked.follow();
      act.text(text);
    });
    this.text.rows = 2;
    this.inked = new InkedBox(this.text, (text) => (text.length > MOST_INK ? null : signedText(text)), "wld-text");
    this.summary = element("p", { class: "wld-summary" });
    this.live = element("p", { class: "wcl-live", "aria-live": "polite" });
    this.previous = button("◀ Previous", () => act.walk(-1), "Previous divergence (key p)");
    this.next = button("Next ▶", () => act.walk(1), "Next divergence (key n)");
    this.place = element("span", { class: "wld-place" });
    this.shrink = button("Shrink", act.shrink, "The shortest text on which these lexers differ");
    this.undo = button("Undo shrink", act.undo, "Back to the previous text");
    this.explorer = element("a", { class: "wcl-page-link", hidden: true }, "Open in Explorer");
    this.list = new FoundList((number) => act.select(number));
    this.rows = new SpanRows((position, row) => this.look(position, row));
    this.whys = { a: new WhyPanel("A"), b: new WhyPanel("B") };
    this.patterns = new PatternsPanel();
    this.graph = new GraphPanel(uniqueId("graph"), () => this.followPath(), (step) => this.announce(step));
    this.numbers = element("div", { class: "wld-numbers", hidden: true });
    this.code = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "Python code of this view" });
    this.node = this.assemble();
  }

  // What is compared: lexers or tokenizers.
  comparedChoice() {
    const choice = element("select", { "aria-label": "What is compared", class: "wld-compared", onchange: () => this.act.compared(choice.value) },
      ...Object.entries(COMPARED).map(([value, words]) => element("option", { value }, words)));
    return choice;
  }

  get ofTokenizers() {
    return this.node.dataset.compared === "tokenizers";
  }

  assemble() {
    const swap = button("Swap", this.act.swap, "Swap A and B");
    swap.prepend(element("span", { "aria-hidden": "true" }, "⇄ "));
    this.walk = element("div", { class: "wld-walk" }, this.previous, this.place, this.next, this.shrink, this.undo);
    this.settings = new Settings(this.source.node, this.pair.option, termLine("Of all characters that two lexers cannot tell apart, a [cell], one is tried; a [proof] covers texts of any length. A [specimen] is a lexer with one thing wrong."));
    this.words = termLine(WORDS);
    this.words.classList.add("wld-words");
    this.words.append(" ", this.explorer);
    this.graphPanel = panel("The automaton as a graph", false, this.graph.node);
    this.graphPanel.addEventListener("toggle", () => {
      this.graph.drawn = null; // it is drawn as wide as there is room
      this.followPath();
    });
    this.whyPanel = panel("Why", true, element("div", { class: "wld-two" }, this.whys.a.node, this.whys.b.node));
    this.patternsPanel = panel("The two patterns", true, this.patterns.node);
    this.text.id = uniqueId("text");
    const textField = element("div", { class: "wcl-field" }, element("label", { for: this.text.id }, "Text"), this.inked.node);
    this.stories = element("div", { class: "wld-stories" });
    const examples = labelled("Examples", this.presets);
    for (const node of [this.rows.node, this.numbers, this.stories, this.words, this.whyPanel, this.patternsPanel, this.list.node, this.graphPanel, examples, this.pickers.a.node, this.pickers.b.node]) node.classList.add("wld-of-lexers");
    for (const node of [this.pair.body, this.pair.option, this.pair.pickers.a.field, this.pair.pickers.b.field]) node.classList.add("wld-of-pair");
    return element("div", { class: "wcl wcl-divergence", "aria-busy": "false", "data-compared": "lexers" },
      element("div", { class: "wcl-ask wcl-controls" },
        element("div", { class: "wld-lexers" }, textField, this.pickers.a.node, this.pickers.b.node, this.pair.pickers.a.field, this.pair.pickers.b.field),
        element("div", { class: "wcl-bar wcl-tools wld-tools" }, this.walk,
          element("div", { class: "wcl-bar wcl-tools wld-more" }, this.compared, examples, swap, this.settings.node, element("span", { class: "wcl-spring" }), this.tools))),
      this.notice, this.progress, this.sentence, this.summary, this.live, this.rows.node, this.pair.body,
      this.numbers, this.stories, this.words,
      this.whyPanel, this.patternsPanel, this.list.node, this.graphPanel, panel("Python", false, this.code));
  }

  get picture() {
    if (this.ofTokenizers) return this.pair.picture.hidden ? null : this.pair.picture;
    return this.view ? this.rows.picture : null;
  }

  get seen() {
    return this.picture ?? this.source.running;
  }

  showText(text) {
    setText(this.text, text); // of a long text the box holds a part
    this.inked.follow();
  }

  // choice: what is compared, and the tokenizers (see PairView)
  showCompared({ compared, ...choice }) {
    this.node.dataset.compared = compared;
    this.compared.value = compared;
    this.source.offer(compared);
    this.pair.showChoice(choice);
    this.shrink.title = `The shortest text on which these ${compared} differ`;
    this.previous.title = `Previous ${this.ofTokenizers ? "difference" : "divergence"} (key p)`;
    this.next.title = `Next ${this.ofTokenizers ? "difference" : "divergence"} (key n)`;
  }

  // found: a PairFoundRecord; number: the selected text
  showPair(found, number) {
    this.pair.showFound(found);
    this.pairFound = found;
    this.showPairText(number);
  }

  showPairText(number) {
    const { differences = [], n = 0, sentence = "" } = this.pairFound ?? {};
    this.summary.textContent = sentence;
    this.pair.select(number);
    this.place.textContent = differences.length ? `${number + 1} of ${differences.length}${n > differences.length ? ` (${count(n)} in all)` : ""}` : "none";
    this.shrink.setAttribute("aria-disabled", String(!n));
    this.previous.setAttribute("aria-disabled", String(number <= 0));
    this.next.setAttribute("aria-disabled", String(number >= differences.length - 1));
  }

  // told: a PairToldRecord, or null
  showTold(told) {
    this.pair.showTold(told);
    this.tell(told?.verdict ?? "");
    this.announce([this.summary.textContent, told?.verdict].filter(Boolean).join(" "));
  }

  showLexers(a, b, problems) {
    this.words = { a, b };
    for (const [name, picker] of Object.entries(this.pickers)) {
      picker.show(this.words[name]);
      picker.showProblem(problems?.[name]);
    }
    const told = Object.entries(this.pickers).filter(([, { story }]) => story);
    this.stories.replaceChildren(...told.map(([name, { story }]) => element("p", { class: "wld-story" }, element("b", {}, name.toUpperCase()), ` ${story}`)));
    const found = this.options.presets.findIndex((preset) => preset.a === a && preset.b === b);
    this.presets.value = found >= 0 ? String(found) : "";
  }

  get titles() {
    return { a: this.pickers.a.title, b: this.pickers.b.title };
  }

  // patterns: a PatternsRecord
  showPatterns(patterns) {
    this.patternsPanel.hidden = !this.patterns.show(patterns);
    for (const [name, picker] of Object.entries(this.pickers)) picker.pattern.mark(differencesOf(patterns, name));
  }

  showSource(state) {
    const settings = this.settings.node;
    if (state.source !== this.source.source && !settings.contains(document.activeElement)) settings.open = state.source !== "text";
    this.source.show(state);
    this.settings.show(this.source.values);
  }

  showProgress(progress) {
    this.source.showProgress(progress);
    this.settings.show(this.source.values);
    const busy = isWorking(progress.state);
    this.node.dataset.state = progress.state;
    this.node.setAttribute("aria-busy", String(busy));
  }

  // found: the kernel's results; number: the selected one
  showFound(found, number) {
    this.found = found;
    this.list.show(found);
    this.showNumbers(found);
    this.showOne(number);
  }

  // The numbers of a proof, or of a sweep by length.
  showNumbers({ proof, by_length: lengths }) {
    this.numbers.hidden = !proof && !lengths;
    const rows = proof ? [["joint states", count(proof.states)], ["kinds of characters", proof.symbols], ["kinds of text ahead", proof.futures], ...(proof.seconds === undefined ? [] : [["seconds", proof.seconds.toFixed(2)]])] : [];
    this.numbers.replaceChildren(lengths ? lengthTable(lengths)
      : element("dl", { class: "wcl-statistics" }, ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, String(value))))));
  }

  showOne(number) {
    const found = this.found?.divergences ?? [];
    const view = found[number] ?? this.found?.same ?? null;
    this.number = number;
    this.view = view;
    const verdict = verdictOf(this.found ?? {}, view);
    this.tell(verdict);
    const said = this.found?.sentence ?? "";
    this.summary.textContent = said === verdict ? "" : said;
    this.rows.node.hidden = this.whyPanel.hidden = !view;
    this.list.select(number);
    const isNone = !found.length;
    this.place.textContent = isNone ? "none" : `${number + 1} of ${found.length}${this.found.n > found.length ? ` (${count(this.found.n)} in all)` : ""}`;
    this.summary.dataset.place = isNone ? "" : this.place.textContent;
    this.shrink.setAttribute("aria-disabled", String(isNone));
    this.previous.setAttribute("aria-disabled", String(number <= 0));
    this.next.setAttribute("aria-disabled", String(number >= found.length - 1));
    this.announce(isNone ? verdict : `${this.place.textContent}. ${verdict}`);
    if (!view) {
      this.graphPanel.hidden = !this.graph.hasAny;
      this.graph.follow({});
      return;
    }
    this.rows.show(view, this.titles);
    this.look(this.firstLook(view));
  }

  // One announcement for each thing that is shown.
  announce(text) {
    if (this.live.textContent !== text) this.live.textContent = text;
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
    if (undo?.said) this.say(undo.said);
  }

  // While presenting, the rows fill the projector.
  enlarge(on) {
    this.rows.fit(on);
  }

  destroy() {
    super.destroy();
    this.graph.destroy();
    this.rows.destroy();
    this.pair.destroy();
  }
}
