// A run on an own corpus that can be watched, paused and used. Twin: screens/training/training_run.py.

import { count } from "../../shared/dom.js";
import { FastTrainer } from "../../tokenizer/training/fast_trainer.js";
import { SymbolCounts } from "../../tokenizer/training/symbol_counts.js";
import { AnswerError } from "../answer_error.js";
import { optionsOf } from "./choice.js";
import { Job } from "./job.js";
import { LiveRun } from "./live_run.js";
import { tokenizerOf } from "./trained_tokenizer.js";
import { RESULT_FILE, filesOf } from "./vocabulary_files.js";

const LATELY = 1000; // milliseconds over which the rate is computed
const MOST_CAUGHT_UP = 0.5; // seconds
const LONGEST_BREATH = 30; // milliseconds without hearing messages; a pause for them takes 4 in a browser
const LONGEST_TOKEN = 32_768; // bytes

export class TrainingRun extends Job {
  // state: public, as it is now; newEngine: () -> Engine
  // keep: (file, text of a tokenizer.json) -> {opened, offered}; null where there are no other screens
  constructor(state, counted, { engine: newEngine, keep }, changed) {
    super(changed, () => this.train());
    Object.assign(this, { keep, given: { ...state }, counted, newEngine, options: optionsOf(state), pace: state.rate, rate: 0, live: null, result: null });
  }

  async train() {
    const heard = (done, total) => this.report(() => ({ progress: { phase: "counting", done, total } }));
    const spans = await this.counted.count(this.given, heard, this);
    if (!spans) return;
    this.nSpans = spans.length;
    const trainer = new FastTrainer(this.newEngine(), SymbolCounts.fromSpans(spans, this.options.byteOrder), this.options);
    const live = this.live = new LiveRun(trainer, spans.nBytes);
    if (live.isOver) live.advance(1); // there is no room for a merge
    await this.makeMerges(live);
    if (live.nMade) this.result = this.makeResult();
  }

  async makeMerges(live) {
    let pace = null;
    let begun, atBegin, lately;
    const begin = () => {
      [begun, atBegin] = [performance.now(), live.nMade];
      lately = [[begun, atBegin]];
    };
    begin();
    while (!live.isOver && !this.isStopped) {
      if (await this.waitWhilePaused(() => this.drawPaused())) pace = null;
      if (pace !== this.pace) {
        begin();
        pace = this.pace;
        continue;
      }
      const spent = (performance.now() - begun) / 1000;
      let allowed = pace ? Math.max(0, Math.floor(spent * pace) - (live.nMade - atBegin)) : Infinity;
      if (pace && allowed > Math.max(1, pace * MOST_CAUGHT_UP)) { // after a delay, do not try to catch up
        [begun, atBegin, allowed] = [performance.now(), live.nMade, 1];
      }
      if (allowed > 0) live.advance(allowed);
      const now = performance.now();
      lately.push([now, live.nMade]);
      while (lately.length > 2 && now - lately[1][0] > LATELY) lately.shift(); // one merge may take longer than that
      this.rate = (live.nMade - lately[0][1]) / Math.max((now - lately[0][0]) / 1000, 1e-3);
      this.report(() => ({ progress: this.progressOf(live), live: this.draw() }));
      if (allowed === 0) await this.breathe(20);
      else if (now - this.breathed > LONGEST_BREATH) await this.breathe();
    }
  }

  // The current state of the run.
  draw() {
    return this.live ? this.live.draw(this.nSpans, this.rate) : {};
  }

  drawPaused() {
    if (this.live.nMade) this.result = this.makeResult();
    return { progress: { ...this.progressOf(this.live), seconds_left: null }, live: this.draw(), result: this.result ?? {} };
  }

  progressOf(live) {
    const total = live.trainer.nMerges;
    return { phase: "training", done: live.nMade, total, seconds_left: this.rate ? (total - live.nMade) / this.rate : null };
  }

  // The name by which the other screens find it, and whether they do: not if the file cannot say all that it does.
  offer() {
    const alone = { name: this.tokenizer.name, opened: false };
    if (!this.keep) return alone;
    try {
      const { opened, offered } = this.keep(RESULT_FILE, filesOf(this.tokenizer, "opened")[RESULT_FILE]);
      this.offered = offered;
      return { name: opened.name, opened: true };
    } catch (error) {
      if (error instanceof AnswerError || error.isTokenizerError) return alone;
      throw error;
    }
  }

  // The tokenizer of what was learned so far, and what there is to say of it.
  makeResult() {
    const { live, given } = this;
    const longest = live.trainer.tokens.reduce((most, token) => Math.max(most, token.length), 0);
    if (longest > LONGEST_TOKEN) {
      throw new AnswerError(
        `a token of ${count(longest)} bytes was learned, but tokenizers made here have tokens of up to ${count(LONGEST_TOKEN)}: ` +
          "set a longest token under “More choices”",
      );
    }
    this.tokenizer = tokenizerOf(live.trainer, given.pattern, this.newEngine());
    return {
      ...this.offer(),
      kept: false,
      merges: live.nMade,
      vocab_size: this.tokenizer.vocabSize,
      special_tokens: Object.fromEntries(this.tokenizer.vocabulary.specialTokens),
      bytes_per_token: live.bytesPerToken,
      pattern: given.pattern,
      start_from: given.start_from,
      corpus: given.corpus,
    };
  }
}
