// The merge stepper as its page knows it: public state, and what is drawn of it. Twin: widgets/merge_stepper.py.

import { ENCODERS } from "../tokenizer/trace.js";
import { measureGrowth } from "./merging/growth.js";
import { PRESETS } from "./merging/presets.js";
import { LANES, answerStepper, chooseSpan, getTokenizer, traceQuestion } from "./stepper.js";
import { scriptOf } from "./stepper_code.js";
import { unknownName } from "./unknown_name.js";

const ASKED = ["text", "model", "span", "whole", "lanes", "compare"];
const PACES = ["merge", "own"];
const MOST_STEPS = 1 << 20;

const sound = (text) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text));

// What becomes of a change of the public state.
const VALID = {
  text: sound,
  model: sound,
  compare: sound,
  lanes: (lanes) => [...new Set(lanes.map(sound))],
  step: (step) => Math.max(0, Math.min(step, MOST_STEPS)),
  pace(pace) {
    if (!PACES.includes(pace)) throw unknownName("pace", pace, PACES);
    return pace;
  },
};

export class StepperScreen {
  // tokenizers: see tokenizers.js; state: of the page, which shows the answer to it already
  constructor(tokenizers, patternsOf, state) {
    Object.assign(this, { tokenizers, state: { ...state } });
    this.answered = JSON.stringify(this.question());
  }

  // Takes changes of the public state; resolves to changes of what is drawn. Where one is refused, all stay.
  async set(changes) {
    const taken = Object.entries(changes).map(([name, value]) => [name, VALID[name]?.(value) ?? value]);
    Object.assign(this.state, Object.fromEntries(taken));
    const isOther = ([name, value]) => JSON.stringify(value) !== JSON.stringify(changes[name]);
    const drawn = { ...Object.fromEntries(taken.filter(isOther)), _code: scriptOf(this.state, this.tokenizers.opened) };
    const question = this.question();
    if (JSON.stringify(question) === this.answered) return drawn;
    this.answered = JSON.stringify(question);
    const { status, drawing } = await answerStepper(this.tokenizers, question);
    if (drawing) drawn._drawing = drawing;
    return { ...drawn, _status: status };
  }

  isWithin(changes) {
    const { model, compare, lanes } = { ...this.state, ...changes };
    return lanes.every((lane) => LANES.includes(lane)) && this.tokenizers.has([model, compare].filter(Boolean));
  }

  // What the page shows is not the answer to the state.
  forget() {
    this.answered = null;
  }

  question() {
    return Object.fromEntries(ASKED.map((name) => [name, this.state[name]]));
  }

  async ask(verb, fields) {
    if (verb === "preset") return { drawn: await this.usePreset(fields.name) };
    if (verb === "growth") return { drawn: { _growth: await this.grow(fields.text) } };
    if (verb === "json") return { json: await this.toJson() };
    return null;
  }

  async usePreset(name) {
    if (!Object.hasOwn(PRESETS, name)) throw unknownName("preset", name, Object.keys(PRESETS));
    const chosen = { ...PRESETS[name], whole: false, step: 0 };
    return { ...chosen, ...(await this.set(chosen)) };
  }

  // How the work of the lanes grows; "span" repeats the chosen one.
  async grow(text) {
    const tokenizer = await getTokenizer(this.tokenizers, this.state.model);
    const right = this.state.lanes.filter((lane) => ENCODERS.includes(lane));
    const span = text === "span" ? chooseSpan(tokenizer, this.question()).span : null;
    return measureGrowth(tokenizer, text, right.length ? right : ENCODERS, span);
  }

  async toJson() {
    const { traces } = await traceQuestion(this.tokenizers, this.question());
    return JSON.stringify({ traces: traces.map(({ trace }) => trace) });
  }
}
