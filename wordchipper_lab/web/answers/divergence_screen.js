// The divergence screen as its page knows it: public state, and what is drawn of it. Twin: widgets/divergence_lab.py, and
// screens/divergence/answer.py.

import { count, plural } from "../shared/dom.js";
import { Patterns } from "../tokenizer/match_at.js";
import { AnswerError, explainProblem } from "./answer_error.js";
import { commonAlphabet } from "./divergence/alphabet.js";
import { drawGraph } from "./divergence/automaton.js";
import { nameCharacter } from "./divergence/characters.js";
import { makeDivergence, toPytest } from "./divergence/divergence.js";
import { explainDivergence } from "./divergence/explain.js";
import { findDivergences } from "./divergence/find.js";
import { PageLexers, modelOf, partition } from "./divergence/lexers.js";
import { comparePatterns } from "./divergence/pattern_difference.js";
import { ASKED, checkedState, hasLexersOf, isAlike, isSameChoice, numberedPreset, ofTokenizers, scriptOf } from "./divergence/question.js";
import { Collector, drawDivergence, makeResult, readDivergence } from "./divergence/result.js";
import { PageSearch } from "./divergence/search.js";
import { shrinkFound } from "./divergence/shrink.js";

const MAX_TEXT = 1_000_000; // bytes
const MAX_FILE = 8 << 20;
const LOOKED_AT = 400; // bytes of a text without divergences whose rows are shown
const MOST_LINKED = 4000; // characters
const IDLE = { state: "idle" };

const lengthOf = (text) => Array.from(text).length;

export class DivergenceScreen {
  // state: of the page, perhaps with `_found`, what a search found before it was saved; page: {engine: () -> an Engine,
  // push: takes changes of what is drawn}
  constructor(tokenizers, patternsOf, { _found: found = {}, ...state }, page) {
    this.state = state;
    this.page = page;
    this.engine = page.engine();
    this.lexers = new PageLexers(this.engine);
    this.patterns = new Patterns(this.engine);
    this.serial = 0;
    this.result = makeResult();
    this.resultChoice = null;
    this.search = null;
    this.file = ["", new Uint8Array(0)];
    this.undone = {};
    this.drawn = {};
    this.opened = ""; // the tokenizer from a file that was chosen last
    if (found.divergences && state.source !== "text" && !ofTokenizers(state)) this.restore(found);
  }

  restore(found) {
    const lexers = this.lexersOrNull();
    if (!lexers) return;
    const divergences = found.divergences.map((drawn) => readDivergence(drawn, lexers));
    this.serial = found.serial;
    Object.assign(this, { resultChoice: this.choice, result: makeResult({ divergences, drawing: found, sentence: found.sentence }) });
  }

  get choice() {
    return Object.fromEntries(ASKED.map((name) => [name, this.state[name]]));
  }

  show(changes) {
    Object.assign(this.drawn, changes);
  }

  // What has changed since it was last taken, in all that is drawn.
  take() {
    this.showCode();
    const { drawn } = this;
    this.drawn = {};
    return drawn;
  }

  showCode() {
    const { choice } = this;
    const about = [this.state.selected, this.file[0]];
    const isShown = this.coded && isSameChoice(choice, this.coded.choice) && about.every((each, at) => each === this.coded.about[at]);
    if (isShown) return;
    this.coded = { choice, about };
    this.show({ _code: scriptOf(choice, ...about) });
  }

  async set(changes) {
    this.choose(changes);
    return this.take();
  }

  // Texts as they are typed, through lexers that run in the page.
  isWithin(changes) {
    const state = { ...this.state, ...changes };
    if (state.source !== "text" || ofTokenizers(state)) return false;
    return [state.a, state.b].every((word) => this.lexers.isWithin(word));
  }

  choose(changes) {
    const selected = this.state.selected;
    const checked = checkedState(changes);
    for (const [name, value] of Object.entries(checked)) if (value !== changes[name]) this.show({ [name]: value });
    Object.assign(this.state, checked);
    this.refresh();
    if (this.state.selected !== selected) this.tellStory();
  }

  select(selected) {
    if (selected === this.state.selected) return;
    this.state.selected = selected;
    this.show({ selected });
  }

  async ask(verb, fields) {
    const verbs = {
      start: () => this.start(),
      stop: () => this.search?.stop(),
      undo: () => this.undo(),
      shrink: () => this.shrink(),
      file: () => this.openFile(fields.name, bytesOf(fields.buffers[0])),
      preset: () => this.chooseShown(numberedPreset(fields.number)),
    };
    if (!Object.hasOwn(verbs, verb)) return null;
    this.refresh();
    verbs[verb]();
    return { drawn: this.take() };
  }

  // As `choose`, where the page does not know what was chosen.
  chooseShown(state) {
    this.show(checkedState(state));
    this.choose(state);
  }

  refresh() {
    const { choice } = this;
    if (this.search && !isAlike(choice, this.search.choice)) this.abandonSearch(); // its answer would be about other lexers
    if (this.asked && isSameChoice(choice, this.asked)) return;
    this.asked = choice;
    this.publish(choice, this.answer(choice));
  }

  answer(choice) {
    const answer = { status: { error: null, problems: {} }, result: null };
    if (ofTokenizers(choice)) {
      answer.status.error = "two tokenizers are compared by Python: open a live page; here lexers can be compared";
      return answer;
    }
    const lexers = {};
    for (const name of ["a", "b"]) {
      try {
        lexers[name] = this.lexers.get(choice[name]);
      } catch (error) {
        answer.status.problems[name] = problemOf(choice[name], error);
      }
    }
    const { a, b } = lexers;
    if (!a || !b) return { ...answer, patterns: {} };
    try {
      if (choice.source === "text") answer.result = compareOn(a, b, choice.text);
      answer.patterns = comparePatterns(a.pattern, b.pattern);
      answer.graphs = { a: drawGraph(a), b: drawGraph(b) };
      answer.letters = drawLetters(choice, a, b);
    } catch (error) {
      answer.status.error = explainProblem(error);
    }
    return answer;
  }

  publish(choice, { status, result, patterns, graphs, letters }) {
    if (graphs) this.show({ _graphs: graphs });
    if (patterns) this.show({ _patterns: patterns });
    if (letters) this.show({ _letters: letters });
    if (ofTokenizers(choice)) this.show({ _pair: {}, _told: {} });
    else if (result) this.showResult(result, choice);
    else if (this.resultChoice && !hasLexersOf(choice, this.resultChoice)) this.clear();
    this.status = status;
    this.show({ _status: status });
    if (this.undone.to && !isSameChoice(this.undone.to, choice)) this.showUndo({});
  }

  showUndo(undone) {
    this.undone = undone;
    this.show({ _undo: undone });
  }

  showResult(result, choice) {
    this.serial += 1;
    Object.assign(this, { result, resultChoice: choice });
    this.select(Math.min(this.state.selected, Math.max(result.divergences.length - 1, 0)));
    const about = { serial: this.serial, sentence: result.sentence, source: choice.source };
    this.show({ _found: { ...result.drawing, ...about } });
    this.tellStory();
  }

  clear() {
    this.showResult(makeResult(), this.choice);
    this.resultChoice = null;
  }

  lexersOrNull() {
    try {
      return [this.lexers.get(this.state.a), this.lexers.get(this.state.b)];
    } catch {
      return null;
    }
  }

  // Twin: screens/divergence/story.py. A saved page has the stories of what it shows only a part of.
  tellStory() {
    const { selected } = this.state;
    if (this.result.divergences[selected] === null) return;
    const about = { serial: this.serial, selected };
    const lexers = this.lexersOrNull();
    if (!lexers || !this.resultChoice) {
      this.show({ _why: about });
      return;
    }
    const divergence = this.result.divergences[selected] ?? null;
    const told = divergence ?? sameTold(lexers, this.result.drawing.same);
    const story = told ? { ...explainDivergence(lexers, this.patterns, told), pytest: divergence && toPytest(divergence) } : {};
    this.show({ _why: { ...about, ...story, explorer: linkOf(this.resultChoice, divergence) } });
  }

  openFile(name, data) {
    if (data.length > MAX_FILE) {
      throw new AnswerError(
        `${name} has ${count(data.length)} bytes, this page accepts up to ${count(MAX_FILE)}: open a part of it, or use the ` +
          "command line: wordchipper-lab lexers compare",
      );
    }
    this.abandonSearch(); // its answer would be about another file
    this.file = [name, data];
    this.show({ _file: name });
    this.chooseShown({ source: "file" });
    this.clear();
  }

  start() {
    if (this.search?.isBusy) throw new AnswerError("a search is under way: stop it first");
    const { choice } = this;
    if (choice.source === "text") {
      throw new AnswerError("a text is compared as it is typed: choose a file, all strings or a proof to search");
    }
    if (ofTokenizers(choice)) throw new AnswerError("two tokenizers are compared by Python: open a live page");
    const make = () => [this.lexers.get(choice.a), this.lexers.get(choice.b)];
    this.search = new PageSearch(make, choice, this.file, (search) => this.showSearch(search));
    this.clear();
    this.search.run();
  }

  showSearch(search) {
    if (search.isOver && search.result) {
      this.select(0);
      this.showResult(search.result, search.choice);
    }
    this.show({ _progress: search.progress });
    this.page.push(this.take());
  }

  abandonSearch() {
    if (!this.search?.isBusy) return;
    this.search.abandon();
    this.show({ _progress: IDLE });
  }

  shrink() {
    if (ofTokenizers(this.state)) throw new AnswerError("two tokenizers are compared by Python: open a live page");
    const lexers = this.lexersOrNull();
    const chosen = this.result.divergences[this.state.selected];
    if (!lexers || !chosen) throw new AnswerError("there is no divergence to shrink: find one first");
    if (this.status?.error) {
      throw new AnswerError("the divergence that is shown is of an earlier text: find one in this text first");
    }
    const shrunk = shrinkFound(...lexers, chosen);
    const { text, source, selected } = this.state;
    const size = lengthOf(source === "text" ? text : chosen.text);
    const before = { state: { ...this.choice, selected }, result: this.result, choice: this.resultChoice };
    this.showUndo({});
    this.chooseShown({ text: shrunk.text, source: "text", selected: 0 });
    this.before = before;
    const said = `Shrunk from ${count(size)} to ${count(lengthOf(shrunk.text))} characters.`;
    this.showUndo({ state: before.state, to: this.choice, said });
  }

  undo() {
    if (!this.undone.state) return;
    const { state, result, choice } = this.before;
    this.chooseShown(state);
    this.showUndo({});
    if (!choice || choice.source === "text") return;
    this.showResult(result, choice);
    this.chooseShown({ selected: state.selected });
  }
}

function bytesOf(buffer) {
  if (ArrayBuffer.isView(buffer)) return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  return new Uint8Array(buffer);
}

// With the position of the error in a typed pattern.
function problemOf(word, error) {
  if (error.position === undefined) return { at: null, message: explainProblem(error) };
  const [, typed] = partition(word);
  return { at: error.pattern === typed ? error.position : null, message: String(error.problem) };
}

function compareOn(a, b, text) {
  const data = new TextEncoder().encode(text);
  if (data.length > MAX_TEXT) {
    const sentence = `This text has ${count(data.length)} bytes; up to ${count(MAX_TEXT)} are compared while typing: open it as a file.`;
    return makeResult({ sentence });
  }
  if (!text) {
    const drawing = { divergences: [], groups: [], n: 0 };
    return makeResult({ sentence: "Type a text to compare the two lexers on.", drawing });
  }
  const collector = new Collector();
  for (const divergence of findDivergences(a, b, data)) collector.add(divergence);
  const rows = [a.spans(text), b.spans(text)];
  if (collector.n) {
    const kinds = plural(collector.groups.size, "kind");
    const counts = `${count(rows[0].length)} and ${count(rows[1].length)} spans compared`;
    return collector.result(`${plural(collector.n, "divergence")} in ${kinds}: ${counts}.`);
  }
  const sentence = `No divergence: both place the same ${count(rows[0].length)} boundaries in ${plural(data.length, "byte")}.`;
  const result = collector.result(sentence);
  if (data.length <= LOOKED_AT) result.drawing.same = { ...drawDivergence(sameDivergence(text, ...rows)), first: null };
  return result;
}

const sameDivergence = (text, a, b) => makeDivergence({ text, a, b, signature: "", codeA: "", codeB: "" });

const sameTold = (lexers, same) => (same ? sameDivergence(same.text, ...lexers.map((lexer) => lexer.spans(same.text))) : null);

function drawLetters({ alphabet }, a, b) {
  const common = commonAlphabet(a, b);
  const usual = common.sweepCharacters();
  const used = alphabet || usual;
  const shown = [...new Set([...usual, ...used])];
  return {
    usual,
    used,
    shown,
    names: shown.map((character) => common.names[common.symbolOf(character)]),
    called: shown.map(nameCharacter),
  };
}

// The Explorer's state for a divergence, or for the whole text; null if neither lexer has the pattern of a vocabulary.
function linkOf(choice, divergence) {
  const model = modelOf(choice.a) ?? modelOf(choice.b);
  if (model === null) return null;
  const text = divergence ? divergence.before + divergence.text + divergence.after : choice.text;
  if (!text || lengthOf(text) > MOST_LINKED) return null;
  const [kind] = partition(choice.a);
  return { text, model, ...(modelOf(choice.a) && kind !== "specimen" ? { lexer: kind } : {}) };
}
