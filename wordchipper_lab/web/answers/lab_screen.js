// All screens in one page: moves between them with what was chosen, tells stories, prices languages. Twin: widgets/lab.py.

import { unpackState } from "../shared/page_link.js";
import { readAll } from "../tokenizer/read_file.js";
import { AnswerError } from "./answer_error.js";
import { LAB_CHOICES } from "./lab_choices.js";
import { priceTexts } from "./language_costs.js";
import { reprOf } from "./python_code.js";
import { SharedChoice } from "./shared_choice.js";
import { Stories } from "./stories.js";

const HOME = "home";
const FIRST = "explorer";
const NONE = { given: () => ({}), taken: () => ({}) };
const AS_SAVED = "This screen needs Python: here it is as it was when the page was made.";

const screenOf = (name) => (name === HOME ? FIRST : name);

export class LabScreen {
  // screens: name -> screen; lab: {opened, listed: names of all screens, usual: name -> usual state, scripts, and
  // background: {told: stories, costs: of the sample}, or the {href} of that; explained: names of
  // screens that say themselves what needs Python}
  constructor(screens, tokenizers, lab) {
    Object.assign(this, { screens, tokenizers, lab, open: lab.opened });
    this.shared = new SharedChoice();
    for (const name of Object.keys(screens)) this.note("note", name);
  }

  async ask(verb, fields) {
    if (verb === "open") return this.go(fields);
    if (verb === "story") return { step: (await this.stories()).step(fields.name, fields.number) };
    if (verb === "guess") return { judged: (await this.stories()).judge(fields.name, fields.number, fields.guess ?? null) };
    if (verb === "languages") return this.price(fields);
    return null;
  }

  // What is read when it is first needed.
  async background() {
    const { background } = this.lab;
    if (background.href) this.lab.background = JSON.parse(new TextDecoder().decode(await readAll(background.href)));
    return this.lab.background;
  }

  async stories() {
    return new Stories((await this.background()).told);
  }

  choicesOf(name) {
    return (this.screens[name] && LAB_CHOICES[name]) ?? NONE;
  }

  // how: "note" or "collect"
  note(how, name) {
    if (this.screens[name]) this.shared[how](name, this.choicesOf(name).given(this.screens[name], this.tokenizers));
  }

  // Go to a screen, in a state of its own if the message has one.
  async go({ screen: place, state, link, alone, along, chosen }) {
    const name = screenOf(place);
    if (!this.lab.listed.includes(name)) throw new AnswerError(`unknown screen ${reprOf(place)}: expected one of ${[HOME, ...this.lab.listed].join(", ")}`);
    const said = alone ?? (link === undefined ? null : await this.unpack(link));
    this.note("collect", screenOf(this.open));
    if (along) this.shared.bring(along);
    this.open = place;
    const screen = this.screens[name];
    if (!screen) return { along: this.shared.carried, problem: this.lab.explained?.includes(name) ? null : AS_SAVED };
    const taken = said ? this.lab.usual[name] : await this.choicesOf(name).taken(screen, this.shared.chosen, this.tokenizers);
    const wanted = { ...taken, ...(said ? {} : state), ...said };
    const changes = Object.keys(wanted).length ? { ...wanted, ...(await screen.set(wanted)) } : {};
    this.note(chosen ? "collect" : "note", name);
    return { along: this.shared.carried, screens: { [name]: changes } };
  }

  async unpack(link) {
    const state = await unpackState(link);
    if (state === null || typeof state !== "object" || Array.isArray(state)) throw new AnswerError("this link is damaged: copy the complete link again");
    return state;
  }

  // What a sentence costs in many languages, or what the reader's texts cost.
  async price({ state, link, texts }) {
    const chosen = link === undefined ? (state ?? {}) : await this.unpack(link);
    const own = texts ?? chosen.texts;
    const { costs } = await this.background();
    const isOwn = own && Object.keys(own).length > 0;
    return { costs: isOwn ? await priceTexts(this.tokenizers, costs.models, own, this.lab.scripts) : costs, chosen };
  }
}
