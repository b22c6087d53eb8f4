// Toy mode: a corpus of a few words, merge by merge, forwards and back. It steps through the trainer's own
// trace.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { count, element, plural } from "../../shared/dom.js";
import { Player } from "../../shared/player.js";
import { tokenLabel } from "../../shared/token_label.js";
import { textBox } from "../../shared/text_box.js";
import { Growth } from "./growth.js";
import { PairTable } from "./pairs.js";
import { SpanList } from "./spans.js";
import { readToken, tokenTile } from "./tokens.js";

const LEVELS = { bytes: "bytes", characters: "characters, then </w>", characters_joined: "characters, the last with </w>" };
const TIE_NAMES = { lowest_ids: "lowest ids", greatest_bytes: "greatest bytes", least_bytes: "least bytes", first_seen: "first seen" };

export function tieName(tie) {
  return TIE_NAMES[tie] ?? tie;
}

export class ToyPanel {
  // act: toy(changes), toyText(text), step(position)
  constructor(options, act) {
    this.options = options;
    this.act = act;
    this.corpus = selector("Corpus", (name) => act.toy({ toy: name, ...(options.toys[name] ? { toy_level: options.toys[name].toy_level, toy_tie: options.toys[name].toy_tie } : {}) }));
    this.level = selector("Symbols", (toy_level) => act.toy({ toy_level }));
    this.trainer = selector("Generation", (toy_trainer) => act.toy({ toy_trainer }));
    this.tie = selector("Ties", (toy_tie) => act.toy({ toy_tie }));
    this.text = textBox((text) => act.toyText(text));
    this.text.rows = 2;
    this.own = labelled("Own text", this.text);
    this.story = element("p", { class: "wcm-story" });
    this.player = new Player((position, isPlaying) => this.moved(isPlaying), () => this.rested());
    this.headline = element("div", { class: "wct-headline" });
    this.why = element("p", { class: "wct-why" });
    this.live = element("p", { class: "wcl-live", role: "status", "aria-live": "polite" });
    this.pairs = new PairTable();
    this.spans = new SpanList();
    this.growth = new Growth((number) => this.player.move(number));
    this.books = element("input", { type: "checkbox", checked: true, onchange: () => this.draw() });
    this.tieStory = element("p", { class: "wcl-hint" });
    this.node = element("div", { class: "wct-toy" },
      element("div", { class: "wcl-bar" }, this.corpus.field, this.level.field, this.trainer.field, this.tie.field,
        element("label", { class: "wcl-check" }, this.books, element("span", {}, "Show the trainer's data"))),
      this.own, this.story,
      element("div", { class: "wct-stepping", onkeydown: (event) => this.player.press(event) },
        element("div", { class: "wcm-head" }, this.player.node, this.headline, this.why),
        element("div", { class: "wct-stage" }, this.pairs.node, element("div", { class: "wct-column" }, this.spans.node, this.growth.node))),
      this.tieStory, this.live);
  }

  showChoice({ toy, toy_text: text, toy_level: level, toy_trainer: trainer, toy_tie: tie }) {
    const { options } = this;
    fillSelector(this.corpus.node, [...Object.keys(options.toys), options.own_toy], toy);
    fillSelector(this.level.node, Object.keys(options.levels), level, (name) => LEVELS[name] ?? name);
    fillSelector(this.trainer.node, Object.keys(options.trainers), trainer, (name) => name.replaceAll("_", " "));
    fillSelector(this.tie.node, Object.keys(options.ties), tie, tieName);
    this.own.hidden = toy !== options.own_toy;
    if (this.text.value !== text) this.text.value = text;
    this.story.hidden = !options.toys[toy]?.story;
    this.story.textContent = options.toys[toy]?.story ?? "";
    this.tieStory.textContent = `${options.trainers[trainer]} Ties: ${options.ties[tie]}.`;
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
    this.drawHeadline(frame, isDone, number);
    this.pairs.node.hidden = !frame;
    if (frame) this.pairs.show(frame, this.tokens, isDone, number);
    this.spans.show(state);
    this.growth.show(this.trace, this.tokens, number);
  }

  drawHeadline(frame, isDone, number) {
    if (!frame) {
      this.headline.replaceChildren(element("span", {}, "No pair can be merged."));
      this.why.textContent = this.trace.stopped;
      return;
    }
    const { left, right, token, frequency, merged } = frame.merge;
    const tiles = [tokenTile(this.tokens[left], "wct-lit"), element("span", { class: "wct-sign" }, "+"), tokenTile(this.tokens[right], "wct-lit")];
    const result = [element("span", { class: "wct-arrow" }, "→"), tokenTile(this.tokens[token], "wct-made"), element("span", { class: "wct-times" }, `${frequency === 1 ? "once" : `${count(frequency)} times`}, ${plural(merged, "token")} fewer`)];
    this.headline.replaceChildren(element("b", {}, isDone ? `Merge ${number}` : "Next"), ...tiles, ...(isDone ? result : []));
    const isLast = number === this.trace.frames.length && !this.trace.stopped.startsWith("the vocabulary");
    this.why.textContent = isLast ? `${frame.why} This was the last merge: ${this.trace.stopped.replace(/ after .*?:/, ",")}.` : frame.why;
  }

  announce() {
    const number = this.player.position;
    const frame = this.trace?.frames[Math.max(number - 1, 0)];
    if (!frame) return;
    const [left, right, token] = [frame.merge.left, frame.merge.right, frame.merge.token].map((id) => this.tokens[id]);
    const said = number ? `Merge ${number} of ${this.player.last}: ${tokenLabel(left)} and ${tokenLabel(right)} become ${tokenLabel(token)}. ${frame.why}` : "The start: single symbols.";
    if (this.live.textContent !== said) this.live.textContent = said;
  }

  destroy() {
    this.player.destroy();
  }
}
