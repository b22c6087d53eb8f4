// Explorer: joins the page to its engine.

import { saveFile } from "../../shared/clipboard.js";
import { fillSelector } from "../../shared/controls.js";
import { count, plural } from "../../shared/dom.js";
import { suiting, TokenizerOpener } from "../../shared/open_tokenizer.js";
import { PageSession, pageView } from "../../engine/page_session.js";
import { ExplorerPage } from "./page.js";
import { KINDS, readDrawing, spanSegmentation, tokenSegmentation } from "../../shared/segmentation.js";
import { setText } from "../../shared/text_box.js";

const STATE = ["text", "model", "lexer", "encoder", "special", "compare", "glyphs", "selected"];

function sentenceOf({ bytes, tokens, bytes_per_token: ratio }) {
  return tokens ? `${plural(bytes, "byte")} become ${plural(tokens, "token")}: ${ratio.toFixed(2)} bytes a token.` : "";
}

function tooLong(size, most, kept) {
  return `This text has ${size}; this page accepts up to ${count(most)} bytes. Nothing is lost: ${kept}. For long texts use the command line: wordchipper-lab encode`;
}

class ExplorerSession extends PageSession {
  constructor(model, el) {
    super(model, STATE);
    this.options = this.get("_options");
    this.mount(new ExplorerPage(this.actions(), this.options.max_bytes), el);
    this.opener = new TokenizerOpener(this, this.page.model.field, {
      use: ({ name, lexers, encoders }) => this.set({ model: name, ...this.suited(name, { lexers, encoders }) }),
      offer: ({ models }) => this.page.comparison.offer(models, this.get("compare")),
      text: { limit: this.options.max_bytes, open: (text) => this.replaceText(text) },
    });
    this.page.comparison.offer(this.options.models, this.get("compare"));
    this.open({
      "change:text": () => this.showText(),
      "change:model change:lexer change:encoder change:special change:_options": () => this.showChoices(),
      "change:glyphs": () => this.showGlyphs(),
      "change:selected": () => this.page.showPin(this.get("selected"), true),
      "change:_drawing": () => this.showDrawing(),
      "change:_status": () => this.showStatus(),
      "change:_tree": () => this.page.tokens.inspector.showTree(this.get("_tree")),
      "change:compare": () => this.showCompared(),
      "change:_comparison": () => this.page.comparison.show(this.get("_comparison")),
    });
  }

  actions() {
    const set = (name) => (value) => this.set({ [name]: value });
    return {
      model: (model) => this.set({ model, ...this.suited(model) }), lexer: set("lexer"), encoder: set("encoder"), special: set("special"), compare: set("compare"),
      modelShown: () => this.get("model"),
      glyphs: (shown) => { this.engine.look({ glyphs: shown }); this.showGlyphs(); },
      pin: (number) => this.engine.look({ selected: number ?? -1 }),
      text: (text) => this.typed(text),
      refuse: (length) => this.page.warn(tooLong(`${count(length)} characters`, this.options.max_bytes, "the box has its earlier text")),
      example: (text) => this.replaceText(text),
      replaceText: (text) => this.replaceText(text),
      problem: (problem) => this.page.warn(problem),
      decode: (ids) => this.decode(ids),
    };
  }

  // Lexer and encoder for a vocabulary: the present ones, unless it is an opened tokenizer that they do not suit.
  suited(model, known = this.options.suiting[model]) {
    if (!known) return {};
    return { lexer: suiting(known.lexers, this.get("lexer")), encoder: suiting(known.encoders, this.get("encoder")) };
  }

  dataItems(item) {
    return [
      item("Copy ids", () => this.copy(this.idsText(), "Ids copied")),
      item("Save ids as text", () => saveFile("ids.txt", `${Array.from(this.data.ids).join("\n")}\n`, "text/plain")),
      item("Save tokens as JSON", () => saveFile("tokens.json", this.json(), "application/json")),
    ];
  }

  get textBox() {
    return this.page.text;
  }

  typed(text) {
    const size = text.length * 3 > this.options.max_bytes ? new TextEncoder().encode(text).length : 0;
    const wire = size ? JSON.stringify(text).length : 0;
    if (size <= this.options.max_bytes && wire <= 2 * this.options.max_bytes) {
      this.set({ text: text.toWellFormed ? text.toWellFormed() : text });
      return;
    }
    this.page.warn(tooLong(`${count(size)} bytes`, this.options.max_bytes, "your text is still in the box, and the tokens below are those of the previous text"));
  }

  replaceText(text) {
    setText(this.page.text, text);
    this.typed(text);
  }

  async decode(ids) {
    const answer = await this.ask("decode", { ids });
    if (!answer.problem) this.page.decode.show(ids, answer);
  }

  refresh() {
    this.showText();
    this.showChoices();
  }

  showText() {
    const text = this.get("text");
    setText(this.page.text, text);
  }

  showChoices() {
    const { page } = this;
    this.options = this.get("_options");
    fillSelector(page.model.node, this.options.models, this.get("model"));
    const own = this.options.own.includes(this.get("model"));
    const known = this.options.suiting[this.get("model")];
    fillSelector(page.lexer.node, known?.lexers ?? this.options.lexers, this.get("lexer"));
    fillSelector(page.encoder.node, known?.encoders ?? this.options.encoders, this.get("encoder"));
    page.showRefused(known?.refused ?? {});
    page.lexer.node.disabled = page.encoder.node.disabled = own;
    page.policy.choose(this.get("special"));
    const values = [`${this.get("lexer")} lexer`, this.get("encoder"), `special tokens: ${this.get("special")}`];
    page.settings.show(values);
    page.used.textContent = [`Vocabulary: ${this.get("model")}`, ...values].join(" · ");
  }

  showCompared() {
    const compared = this.get("compare");
    if (compared.length) this.page.comparisonPanel.open = true;
    this.page.comparison.choose(compared);
  }

  showGlyphs() {
    const shown = this.get("glyphs");
    this.page.glyphs.checked = shown;
    this.page.node.classList.toggle("wcl-no-glyphs", !shown);
  }

  showDrawing() {
    const drawing = this.get("_drawing");
    this.data = readDrawing(drawing);
    this.page.tokens.inspector.model = this.options.own.includes(drawing.name) ? null : drawing.name;
    this.page.tokens.inspector.word = drawing.word;
    this.page.tokens.show(tokenSegmentation(this.data));
    this.page.spans.show(spanSegmentation(this.data));
    this.page.ids.show(this.data.ids);
    this.page.showPin(this.get("selected"), false);
  }

  showStatus() {
    const status = this.get("_status");
    this.page.warn(status.error ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.error));
    this.page.statistics.show(status.error ? null : status.statistics);
    this.page.tell(status.error ? "" : sentenceOf(status.statistics));
    this.page.policy.show(status.policies);
    this.page.changes.show(status.error ? null : status.changes ?? null);
    this.page.code.textContent = status.code ?? "";
    if (!status.error && this.announced !== status.statistics.tokens) {
      this.announced = status.statistics.tokens;
      this.page.tokens.live.textContent = `${count(status.statistics.tokens)} tokens, ${count(status.statistics.bytes)} bytes`;
    }
  }

  idsText() {
    return `[${Array.from(this.data.ids).join(", ")}]`;
  }

  json() {
    const { ids, tokenEnds, spanEnds, spanKinds, spanTokenEnds, text } = this.data;
    const { name, lexer, encoder, special } = this.get("_drawing");
    const lists = { tokens: ids, token_ends: tokenEnds, span_ends: spanEnds, span_kinds: spanKinds, span_token_ends: spanTokenEnds };
    const arrays = Object.fromEntries(Object.entries(lists).map(([key, array]) => [key, Array.from(array)]));
    arrays.span_kinds = arrays.span_kinds.map((kind) => KINDS[kind]);
    return JSON.stringify({ text, vocabulary: name, lexer, encoder, special, ...arrays });
  }
}

export default pageView(ExplorerSession);
