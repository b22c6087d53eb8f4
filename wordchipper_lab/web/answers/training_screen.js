// The Training screen as its page knows it: public state, what is drawn of it, and a run. Twin: widgets/training_lab.py.

import { count } from "../shared/dom.js";
import { AnswerError, explainProblem } from "./answer_error.js";
import { MAX_SIZE, OF_TOYS, PUBLIC, toyKey, validated } from "./training/choice.js";
import { scriptOf } from "./training/code.js";
import { CountedCorpus } from "./training/counted_corpus.js";
import { answerProbe } from "./training/probe.js";
import { toyOf } from "./training/toy_corpora.js";
import { drawTrace, traceToJson } from "./training/toy_drawing.js";
import { traceTraining } from "./training/toy_trace.js";
import { TrainingRun } from "./training/training_run.js";
import { filesOf } from "./training/vocabulary_files.js";

const MOST_NAMED = 3; // files
const RACE = "A race times the generations as Python runs them, which this page cannot: open a live page.";

export class TrainingScreen {
  // tokenizers: see tokenizers.js; state: of the page, which shows the answer to it already; page: {engine: () -> Engine,
  // push: (drawn, offered), for what comes without being asked, and keep: see training_run.js}
  constructor(tokenizers, patternsOf, state, page) {
    Object.assign(this, { tokenizers, page, state: { ...state }, result: {} });
    this.counted = new CountedCorpus(page.engine);
    this.traced = toyKey(this.state);
  }

  // Takes changes of the public state; resolves to changes of what is drawn. Where one is refused, all stay.
  async set(changes) {
    const taken = Object.entries(changes).filter(([name]) => PUBLIC.includes(name)).map(([name, value]) => [name, validated(name, value)]);
    const before = { ...this.state };
    Object.assign(this.state, Object.fromEntries(taken));
    const isOther = (name) => this.state[name] !== before[name];
    const drawn = { ...Object.fromEntries(taken.filter(([name, value]) => value !== changes[name])), _code: scriptOf(this.state) };
    if (isOther("rate") && this.run) this.run.pace = this.state.rate;
    if (toyKey(this.state) !== this.traced) Object.assign(drawn, this.drawToy());
    if (isOther("probe") || isOther("compare")) Object.assign(drawn, await this.encoded());
    return drawn;
  }

  // A toy; what a run of the kernel has made is there.
  isWithin(changes) {
    return Object.keys(changes).every((name) => OF_TOYS.includes(name));
  }

  forget() {
    this.traced = null;
  }

  async ask(verb, fields) {
    const verbs = {
      start: () => this.start(),
      pause: () => this.run?.pause(),
      go_on: () => this.run?.goOn(),
      stop: () => this.run?.stop(),
      race: () => { throw new AnswerError(RACE); },
      files: () => ({ drawn: this.openFiles(fields.names, fields.buffers ?? []) }),
      json: () => ({ json: this.toJson() }),
      export: () => ({ files: filesOf(this.tokenizer, fields.format) }),
    };
    return Object.hasOwn(verbs, verb) ? (verbs[verb]() ?? {}) : null;
  }

  // -- a toy

  drawToy() {
    this.traced = toyKey(this.state);
    try {
      return { _trace: drawTrace(this.trace(), this.state.toy), _status: { problem: null } };
    } catch (error) {
      return { _status: { problem: explainProblem(error) } };
    }
  }

  trace() {
    const { toy_trainer: trainer, toy_tie: tie, toy_level: level } = this.state;
    this.toyEngine ??= this.page.engine();
    return traceTraining(this.toyEngine, toyOf(this.state), trainer, tie, level);
  }

  // -- an own corpus

  // What was trained, up to the last pause or the end.
  get tokenizer() {
    if (!this.result.name) throw new AnswerError("nothing was trained yet: run(), or press Start and wait for its end or a pause");
    return this.run.tokenizer;
  }

  openFiles(names, buffers) {
    const files = buffers.map((buffer, at) => [validated("text", names[at]), new Uint8Array(buffer)]);
    const size = files.reduce((sum, [, data]) => sum + data.length, 0);
    if (size > MAX_SIZE) {
      throw new AnswerError(
        `these files have ${count(size)} bytes, this page accepts up to ${count(MAX_SIZE)}: open fewer, or use the command line: ` +
          "wordchipper-lab train",
      );
    }
    this.counted.openFiles(files);
    this.state.corpus = "file";
    const shown = files.slice(0, MOST_NAMED).map(([name]) => name).join(", ");
    const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : "";
    return { _files: `${shown}${more}: ${count(size)} bytes`, corpus: "file", _code: scriptOf(this.state) };
  }

  start() {
    if (this.run?.isBusy) throw new AnswerError("a run is under way: stop it first");
    const { trainer, start_from: from } = this.state;
    if (from) throw new AnswerError(`this page trains from bytes, not from ${from}: choose bytes, or open a live page`);
    if (trainer !== "fast") {
      throw new AnswerError(`the generation ${trainer} is Python's and does not run in this page: choose fast, which makes the same merges, or open a live page`);
    }
    this.run = new TrainingRun(this.state, this.counted, this.page, (shown) => this.show(shown));
    this.result = {};
    this.page.push({ _result: {}, _encoded: {}, _live: {} });
    this.run.start();
  }

  // A job's new state.
  show({ live, result }) {
    const { run } = this;
    const drawn = {}; // the progress comes last: with it the page says why a run has ended
    const isOver = ["finished", "stopped", "failed"].includes(run.state);
    if (live) drawn._live = live;
    if (isOver && run.live) drawn._live = run.draw();
    const found = (isOver ? run.result : result) ?? {};
    if (!found.name) {
      this.page.push({ ...drawn, _progress: run.progress });
      return;
    }
    this.result = drawn._result = found;
    const { offered } = run;
    this.encoded().then((encoded) => this.page.push({ ...drawn, ...encoded, _progress: run.progress }, offered));
  }

  // The probe, encoded with what was trained; nothing before.
  async encoded() {
    if (!this.result.name) return {};
    const { run, state: { probe, compare } } = this;
    const encoded = await answerProbe(run.tokenizer, this.tokenizers, probe, compare);
    const isNewest = run === this.run && probe === this.state.probe && compare === this.state.compare;
    return isNewest ? { _encoded: encoded } : {};
  }

  toJson() {
    const state = Object.fromEntries(PUBLIC.map((name) => [name, this.state[name]]));
    if (state.mode === "toy") return JSON.stringify({ state, trace: traceToJson(this.trace()) });
    return JSON.stringify({ state, run: this.run?.live?.toJson() ?? null, race: null, result: this.result });
  }
}
