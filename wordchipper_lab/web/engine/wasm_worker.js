// The engine in a Worker: the kernels as WebAssembly, and what the screens make of their results. It is asked by
// wasm_client.js; each message {ask: its number, verb, ...} gets one answer {ask, problem, ...}.

import { AnswerError, explainProblem } from "../answers/answer_error.js";
import { DivergenceScreen } from "../answers/divergence_screen.js";
import { ExplorerScreen } from "../answers/explorer_screen.js";
import { LabScreen } from "../answers/lab_screen.js";
import { isToy, readToy } from "../answers/merging/toys.js";
import { orElsewhere, readJson, readOpened } from "../answers/opened/read_opened.js";
import { StepperScreen } from "../answers/stepper_screen.js";
import { Tokenizers } from "../answers/tokenizers.js";
import { TrainingScreen } from "../answers/training_screen.js";
import { VocabularyScreen } from "../answers/vocabulary_screen.js";
import { compileLexer } from "../tokenizer/compile_lexer.js";
import { Engine } from "../tokenizer/engine.js";
import { Patterns } from "../tokenizer/match_at.js";
import { findModel } from "../tokenizer/models.js";
import { readAll } from "../tokenizer/read_file.js";
import { Tokenizer } from "../tokenizer/tokenizer.js";
import { Vocabulary } from "../tokenizer/vocabulary.js";
import { readVocabulary } from "../tokenizer/vocabulary_file.js";

const SCREENS = { divergence: DivergenceScreen, explorer: ExplorerScreen, stepper: StepperScreen, training: TrainingScreen, vocabulary: VocabularyScreen };

export class WasmWorker {
  constructor() {
    this.vocabularies = new Map(); // of a model: {vocabulary, compiled}
    this.patterns = new WeakMap();
    this.push = () => {}; // sends what long work of a screen has to show: {to: screen, drawn, offered: see keepOpened}
  }

  // module: bytes of engine.wasm; files: name -> bytes of its vocabulary file; of a site both as {href}, which is read when
  // it is needed; models: names that are offered; screens:
  // name -> public state; for a Lab also what lab_screen.js needs
  async open({ module, files, models, screens, ...lab }) {
    this.module = await WebAssembly.compile(await bytesOf(module));
    this.files = files;
    this.tokenizers = new Tokenizers((model, options) => this.make(model, options), models);
    this.only = lab.screen; // the page's own; none of a live page
    const made = Object.entries(screens).map(([name, state]) => [name, this.screen(name, state)]);
    this.screens = Object.fromEntries(made.filter(([, screen]) => screen));
    if (lab.screen === "lab") this.screens.lab = new LabScreen(this.screens, this.tokenizers, lab);
    return {};
  }

  // More vocabularies; files as of `open`.
  bring({ files, models }) {
    Object.assign(this.files, files);
    this.tokenizers.models.push(...models);
    return {};
  }

  // For a live page with a silent kernel: let "lab" move between the screens that are here.
  host({ along = {}, ...lab }) {
    this.screens.lab = new LabScreen(this.screens, this.tokenizers, { background: { told: {} }, ...lab });
    this.screens.lab.shared.bring(along);
    return {};
  }

  // For a live page: begin with screen `to` in the state that the page has from its kernel. Draws nothing, unless what is
  // drawn there may be of another state (isStale).
  async show({ to, state, isStale }) {
    const screen = (this.screens[to] = this.screen(to, state));
    if (isStale) screen.forget?.();
    const isBeyond = !screen.isWithin({});
    const drawn = isBeyond ? {} : await screen.set({});
    return { isBeyond, drawn: isStale ? drawn : {} };
  }

  // null for a screen that needs Python: it can be looked at.
  screen(name, state) {
    const Screen = SCREENS[name];
    if (!Screen) return null;
    const page = {
      engine: () => new Engine(this.module),
      push: (drawn, offered) => this.push({ to: name, drawn, ...(offered && { offered }) }),
      keep: this.only === "lab" ? (file, data) => this.keepTrained(file, data) : null,
    };
    return new Screen(this.tokenizers, (tokenizer) => this.patternsOf(tokenizer), state, page);
  }

  async make(model, options) {
    let known = this.vocabularies.get(model);
    if (!known) {
      const { ranked, described } = isToy(model) ? readToy(model) : await this.read(model);
      const vocabulary = new Vocabulary(new Engine(this.module), ranked, described);
      known = { vocabulary, compiled: compileLexer(described.pattern) };
      this.vocabularies.set(model, known);
    }
    return new Tokenizer(known.vocabulary, known.compiled, options);
  }

  async read(model) {
    const [name, described] = findModel(model);
    return { ranked: await readVocabulary(await bytesOf(this.files[described.file])), described: { name, ...described } };
  }

  // Files of a visitor: a tokenizer that all screens of this page offer, or the question for its pattern.
  async openTokenizer({ names, packing, pattern, buffers }, to) {
    const files = new Map();
    for (const [at, name] of names.entries()) files.set(name, await unpacked(name, buffers[at], packing));
    const engine = new Engine(this.module);
    const read = await readOpened(engine, files, pattern, (model) => this.published(model));
    if (read.choice) return { pattern_for: read.choice };
    const kept = this.keepOpened(engine, read);
    this.screens[to].opened = kept.opened.name;
    return kept;
  }

  async published(model) {
    return this.tokenizers.models.includes(model) ? (await this.read(model)).ranked : null;
  }

  // offered: what the screens of the page have to choose from now
  keepOpened(engine, read) {
    const opened = this.tokenizers.opened.keep(engine, read);
    return { opened: opened.record(), offered: this.tokenizers.opened.offered() };
  }

  // A vocabulary that was trained here, as if it had been opened from its file.
  keepTrained(file, text) {
    const engine = new Engine(this.module);
    return this.keepOpened(engine, readJson(engine, file, text));
  }

  patternsOf({ vocabulary }) {
    if (!this.patterns.has(vocabulary)) this.patterns.set(vocabulary, new Patterns(vocabulary.engine));
    return this.patterns.get(vocabulary);
  }

  async answer({ ask, verb, ...fields }) {
    try {
      const found = await this.verbs(verb, fields);
      if (found === null) return { ask, isBeyond: true, problem: `This page cannot do “${verb}”: open a live page.` };
      return { ask, problem: null, ...found };
    } catch (error) {
      return { ask, problem: explainProblem(error) };
    }
  }

  // to: the screen that is asked; without one, the page's own
  verbs(verb, { to = this.only, ...fields }) {
    if (verb === "open" && fields.module) return this.open(fields);
    if (verb === "bring") return this.bring(fields);
    if (verb === "host") return this.host(fields);
    if (verb === "show") return this.show({ to, ...fields });
    // A live page has its kernel open files.
    if (verb === "open_tokenizer" && this.only) return orElsewhere(() => this.openTokenizer(fields, to));
    if (verb === "find_closed" && this.only) return { closed: fields.names.filter((name) => !this.tokenizers.opened.has(name)) };
    const screen = this.screens[to];
    if (!screen) return null;
    if (verb === "set" && fields.isNear && !screen.isWithin(fields.state)) return { isBeyond: true };
    if (verb === "set") return screen.set(fields.state).then((drawn) => ({ drawn }));
    return screen.ask(verb, fields);
  }
}

const bytesOf = async (file) => (file.href ? readAll(file.href) : file);

async function unpacked(name, buffer, packing) {
  if (!packing) return new Uint8Array(buffer);
  try {
    const stream = new Blob([buffer]).stream().pipeThrough(new DecompressionStream(packing));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new AnswerError(`${name} arrived damaged (${error.message}): open it again`);
  }
}

// In a Worker: answer what comes, one after the other.
export function serve(scope) {
  const worker = new WasmWorker();
  worker.push = (message) => scope.postMessage(message);
  let before = Promise.resolve();
  scope.onmessage = ({ data }) => {
    before = before.then(async () => scope.postMessage(await worker.answer(data)));
  };
}

const isWorker = typeof WorkerGlobalScope !== "undefined" && globalThis instanceof WorkerGlobalScope;
if (isWorker) serve(globalThis);

export default WasmWorker;
