// Toy mode: a corpus of a few words, merge by merge, forwards and back. It steps through the trainer's own
// trace.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { Player } from "../../shared/player.js";
import { textBox } from "../../shared/text_box.js";
import { Growth } from "./growth.js";
import { PairTable } from "./pairs.js";
import { SpanList } from "./spans.js";
import { readToken } from "./tokens.js";
import { Settings } from "../../shared/settings.js";
import { sayMerge } from "./words.js";
import { termLine } from "../../shared/terms.js";

const LEVELS = { bytes: "bytes", characters: "characters, then </w>", characters_joined: "characters, the last with </w>" };
const TIE_NAMES = { lowest_ids: "lowest ids", greatest_bytes: "greatest bytes", least_bytes: "least bytes", first_seen: "first seen" };

export function tieName(tie) {
  return TIE_NAMES[tie] ?? tie;
}

const TERMS = "[Training] counts every [pair] of neighbours in a corpus; the most frequent one becomes a new token, and that [merge] gets the next [rank].";

export class ToyPanel {
  // act: toy(changes), toyText(text), step(position), tell(sentence)
  constructor(options, act) {
    this.options = options;
    this.act = act;
    this.corpus = selector("Corpus", (name) => act.toy({ toy: name, ...(options.toys[name] ? { toy_level: options.toys[name].toy_level, toy_tie: options.toys[name].toy_tie } : {}) }));
    this.level = selector("Symbols", (toy_level) => act.toy({ toy_level }));
    this.trainer = selector("Generation", (toy_trainer) => act.toy({ toy_trainer }));
    this.tie = selector("Ties", (toy_tie) => act.toy({ toy_tie }));
    this.text = textBox((text) => act.toyText(text));
    this.text.rows = 1;
    this.story = element("p", { class: "wct-story" });
    this.player = new Player((position, isPlaying) => this.moved(isPlaying), () => this.rested());
    this.player.node.classList.add("wcl-controls");
    this.why = element("p", { class: "wct-why" });
    this.live = element("p", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.pairs = new PairTable();
    this.spans = new SpanList();
    this.growth = new Growth((number) => this.player.move(number));
    this.books = element("input", { type: "checkbox", checked: true, onchange: () => this.changedBooks() });
    this.tieStory = element("p", { class: "wcl-hint" });
    this.settings = new Settings(this.level.field, this.trainer.field, this.tie.field,
      element("label", { class: "wcl-check" }, this.books, element("span", {}, "Show the trainer's data")), this.tieStory, termLine(TERMS));
    this.stage = element("div", { class: "wct-stage" }, this.pairs.node,
      element("div", { class: "wct-column" },
        element("div", { class: "wct-corpus wcl-controls" }, labelled("Corpus text", this.text), this.settings.node),
        this.spans.node, this.growth.node));
    this.node = element("div", { class: "wct-toy" },
      element("div", { class: "wct-stepping", onkeydown: (event) => this.player.press(event) },
        element("div", { class: "wct-head" }, this.player.node, this.why), this.stage),
      this.story, this.live);
  }

  showChoice({ toy, toy_text: text, toy_level: level, toy_trainer: trainer, toy_tie: tie }) {
    const { options } = this;
    fillSelector(this.corpus.node, [...Object.keys(options.toys), options.own_toy], toy);
    fillSelector(this.level.node, Object.keys(options.levels), level, (name) => LEVELS[name] ?? name);
    fillSelector(this.trainer.node, Object.keys(options.trainers), trainer, (name) => name.replaceAll("_", " "));
    fillSelector(this.tie.node, Object.keys(options.ties), tie, tieName);
    const shown = options.toys[toy]?.text ?? text;
    if (this.text.value !== shown) this.text.value = shown;
    this.story.hidden = !options.toys[toy]?.story;
    this.story.textContent = options.toys[toy]?.story ?? "";
    this.chosen = [LEVELS[level] ?? level, trainer.replaceAll("_", " "), `ties: ${tieName(tie)}`];
    this.showSettings();
    this.tieStory.textContent = `${options.trainers[trainer]} Ties: ${options.ties[tie]}.`;
  }

  showSettings() {
    this.settings.show([...(this.chosen ?? []), this.books.checked ? "" : "without the trainer's data"]);
  }

  changedBooks() {
    this.showSettings();
    this.draw();
  }

  showTrace(trace, step) {
    if (!trace.frames) return;
    this.player.halt();
    this.trace = trace;
    this.tokens = trace.tokens.map((hex, id) => readToken(hex, id));
    // The tokens of each span before each merge.
    this.sequences = [trace.start];
    for (const frame of trace.frames) this.sequences.push(this.sequences.at(-1).map((tokens, span) => frame.after[span] ?? tokens));
    this.showStep(step);
  }

  showStep(step) {
    if (!this.trace) return;
    this.player.load(this.trace.frames.length, step);
    this.draw();
  }

  moved(isPlaying) {
    this.draw();
    if (!isPlaying) this.announce();
  }

  rested() {
    this.act.step(this.player.position);
    this.announce();
  }

  draw() {
    if (!this.trace) return;
    const number = this.player.position;
    const isDone = number > 0;
    const frame = this.trace.frames[Math.max(number - 1, 0)];
    const state = { trace: this.trace, tokens: this.tokens, frame, before: this.sequences[Math.max(number - 1, 0)], isDone, number, withBooks: this.books.checked };
    this.tell(frame, number);
    this.pairs.node.hidden = !frame;
    if (frame) this.pairs.show(frame, this.tokens, isDone, number);
    this.spans.show(state);
    this.growth.show(this.trace, this.tokens, number);
  }

  tell(frame, number) {
    this.act.tell(sayMerge(this.trace, this.tokens, number));
    if (!frame) {
      this.why.textContent = this.trace.stopped;
      return;
    }
    const isLast = number === this.trace.frames.length && !this.trace.stopped.startsWith("the vocabulary");
    this.why.textContent = isLast ? `${frame.why} This was the last merge: ${this.trace.stopped.replace(/ after .*?:/, ",")}.` : frame.why;
  }

  // One announcement a step, and none while it plays.
  announce() {
    const said = this.trace ? `${sayMerge(this.trace, this.tokens, this.player.position)} ${this.why.textContent}` : "";
    if (this.live.textContent !== said) this.live.textContent = said;
  }

  destroy() {
    this.player.destroy();
  }
}
