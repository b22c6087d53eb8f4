// Long work of a DivergenceLab, with progress, an estimate and a stop. Twins: screens/divergence/search.py and
// search_job.py, and job.py in the work package of screens.

import { count, plural } from "../../shared/dom.js";
import { AnswerError, explainProblem } from "../answer_error.js";
import { commonAlphabet } from "./alphabet.js";
import { wholeText } from "./divergence.js";
import { findDivergences } from "./find.js";
import { DivergenceGroups } from "./groups.js";
import { PROVED, SHORTEST } from "./known_proofs.js";
import { nameLexer } from "./lexers.js";
import { Collector, MOST_KEPT, makeResult, resultOf } from "./result.js";
import { countStrings, sweepLength } from "./sweep.js";
import { checkUtf8 } from "./utf8_check.js";

const INTERVAL = 150; // milliseconds between two reports
const LONGEST_STEP = 30; // milliseconds before other questions are heard
const BUSY = ["starting", "running", "stopping"];
const BETWEEN_LOOKS = 64; // divergences

export class PageSearch {
  // make: () -> both lexers; file: [name, bytes]; changed: called for each new state
  constructor(make, choice, file, changed) {
    Object.assign(this, { make, choice, file, changed });
    this.progress = { state: "idle" };
    this.result = null;
    this.isOver = this.isStopping = this.isCut = false;
  }

  get isBusy() {
    return BUSY.includes(this.progress.state);
  }

  get seconds() {
    return `${((performance.now() - this.started) / 1000).toFixed(1)} s`;
  }

  async run() {
    this.started = performance.now();
    this.enter({ state: "starting" });
    try {
      await this.work();
    } catch (error) {
      this.finish("failed", explainProblem(error));
      return;
    }
    this.finish(this.isCut ? "stopped" : "finished", null);
  }

  stop() {
    if (!this.isBusy) return;
    this.isStopping = true;
    this.enter({ state: "stopping" });
  }

  // End silently, because the result is no longer wanted.
  abandon() {
    this.isStopping = this.isOver = true;
    this.progress = { state: "idle" };
  }

  enter(progress) {
    if (this.isOver) return;
    this.progress = { ...this.progress, ...progress };
    this.changed(this);
  }

  finish(state, problem) {
    if (this.isOver) return;
    this.progress = { ...this.progress, state, problem, seconds_left: null };
    this.isOver = true;
    this.changed(this);
  }

  async work() {
    const steps = { file: () => this.searchFile(), strings: () => this.sweep(), proof: () => this.prove() }[this.choice.source]();
    let [heard, reported] = [performance.now(), 0];
    for (;;) {
      const { value, done } = steps.next();
      if (done) {
        this.result = value;
        return;
      }
      const now = performance.now();
      if (value && now - reported > INTERVAL && !this.isStopping) {
        reported = now;
        this.enter({ state: "running", ...value });
      }
      if (now - heard > LONGEST_STEP) {
        await new Promise((resolve) => setTimeout(resolve));
        heard = performance.now();
      }
    }
  }

  draw({ done, total, divergent, where }) {
    const spent = Math.max((performance.now() - this.started) / 1000, 1e-3);
    const left = done && spent > 0.5 ? ((total - done) * spent) / done : null;
    return { done, total, divergent, rate: done / spent, seconds_left: left, where };
  }

  *searchFile() {
    const [name, data] = this.file;
    if (!name) throw new AnswerError("there is no file to compare the lexers on: open a file first");
    if (String.fromCharCode(...data.subarray(0, 4)) === "PAR1") {
      throw new AnswerError(`${name} is a Parquet file, which only Python reads: open a live page, or a text file`);
    }
    checkUtf8(data, name);
    const lexers = this.make();
    yield null;
    const collector = new Collector();
    for (const found of findDivergences(...lexers, data, name)) {
      if (this.isStopping) break;
      collector.add(found);
      const done = found.start + found.a.at(-1).end;
      if (collector.n % BETWEEN_LOOKS === 0) yield this.draw({ done, total: data.length, divergent: collector.n, where: name });
    }
    yield this.draw({ done: data.length, total: data.length, divergent: collector.n, where: name });
    this.isCut = this.isStopping;
    const size = plural(data.length, "byte");
    if (this.isCut) return collector.result(`Stopped after ${plural(collector.n, "divergence")} in ${name}.`);
    if (!collector.n) return collector.result(`No divergence in ${name}: ${size}, in ${this.seconds}.`);
    const kinds = plural(collector.groups.size, "kind");
    return collector.result(`${plural(collector.n, "divergence")} in ${kinds} in ${name}: ${size}, in ${this.seconds}.`);
  }

  *sweep() {
    const [a, b] = this.make();
    const alphabet = commonAlphabet(a, b);
    const characters = Array.from(this.choice.alphabet || alphabet.sweepCharacters());
    const { k } = this.choice;
    const total = countStrings(characters.length, k);
    const lengths = [];
    const kept = [];
    yield null;
    for (let length = 1; length <= k && !this.isCut; length++) {
      const row = { length, cases: 0, divergent: 0 };
      lengths.push(row);
      const texts = [];
      for (const { cases, divergent, texts: found } of sweepLength(a, b, characters, length, MOST_KEPT)) {
        row.cases += cases;
        row.divergent += divergent;
        texts.push(...found.slice(0, MOST_KEPT - kept.length - texts.length));
        yield { ...this.draw(this.sweptSoFar(lengths, total)), by_length: lengths.map((each) => ({ ...each })) };
        if (this.isStopping) break;
      }
      kept.push(...texts.map((text) => wholeText(a, b, text, alphabet)).filter(Boolean));
      this.isCut = row.cases < characters.length ** length || (this.isStopping && length < k);
    }
    return this.tellSwept(characters, lengths, kept);
  }

  sweptSoFar(lengths, total) {
    const sum = (name) => lengths.reduce((n, row) => n + row[name], 0);
    const { length } = lengths.at(-1);
    const where = `${length} character${length > 1 ? "s" : ""}`;
    return { done: sum("cases"), total, divergent: sum("divergent"), where };
  }

  tellSwept(characters, lengths, kept) {
    const { done: cases, divergent } = this.sweptSoFar(lengths, 0);
    const groups = new DivergenceGroups(Math.max(1, kept.length));
    kept.forEach((found) => groups.add(found));
    const what = `strings of up to ${plural(this.choice.k, "character")} from ${characters.length}`;
    const kinds = plural(groups.size, "kind");
    let share = `No divergence in ${count(cases)} ${what}`;
    if (divergent > kept.length) share = `${count(divergent)} of ${count(cases)} ${what} diverge; the first ${kept.length} are kept, of ${kinds}`;
    else if (kept.length) share = `${count(kept.length)} of ${count(cases)} ${what} diverge, in ${kinds}`;
    const sentence = this.isCut
      ? `Stopped after ${this.seconds}: so far  ${share[0].toLowerCase()}${share.slice(1)}.`
      : `${share}, in ${this.seconds}.`;
    const result = resultOf(kept, groups.list(), divergent, sentence);
    result.drawing.by_length = lengths;
    return result;
  }

  // Only Python proves: what it proved of the built-in lexers is quoted.
  *prove() {
    const [a, b] = this.make();
    yield null;
    const names = [nameLexer(a), nameLexer(b)];
    const pair = names.join(" ");
    if (Object.hasOwn(SHORTEST, pair)) {
      const collector = new Collector();
      const text = SHORTEST[pair];
      collector.add(wholeText(a, b, text, commonAlphabet(a, b)));
      const size = plural(Array.from(text).length, "character");
      return collector.result(`Not equal: the shortest text on which they differ has ${size}.`);
    }
    if (!Object.hasOwn(PROVED, pair)) {
      throw new AnswerError(
        "a page without Python knows proofs of built-in lexers only: open a live page, or try all short strings here",
      );
    }
    const [symbols, futures, states] = PROVED[pair];
    const statement =
      `${names.join(" and ")} give the same spans on every text of any length: ${count(states)} joint states over ` +
      `${symbols} kinds of characters and ${futures} kinds of text ahead, and no step ends a span of one only`;
    const proof = { a: names[0], b: names[1], symbols, futures, states, statement };
    const drawing = { divergences: [], groups: [], n: 0, proof };
    return makeResult({ drawing, sentence: `Proved: ${statement}. (By Python: this page quotes it.)` });
  }
}
