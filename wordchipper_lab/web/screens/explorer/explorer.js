// Explorer: joins the page to the widget's state. The kernel computes; answers older than the newest are dropped.

import { saveFile } from "../../shared/clipboard.js";
import { fillSelector } from "../../shared/controls.js";
import { count } from "../../shared/dom.js";
import { ExplorerPage } from "./page.js";
import { PageSession } from "../../engine/page_session.js";
import { readDrawing, spanSegmentation, tokenSegmentation } from "../../shared/segmentation.js";
import { setText } from "../../shared/text_box.js";

const WAITING = 10000; // milliseconds without an answer after which the page says so

// Milliseconds to wait for the next key: longer texts take longer to travel.
function patience(length) {
  return length < 20000 ? 60 : length < 300000 ? 250 : 600;
}

class Session extends PageSession {
  constructor(model, el) {
    super(model);
    this.options = model.get("_options");
    this.mount(new ExplorerPage(this.actions(), this.options.max_bytes), el);
    this.listen({
      "change:text": () => this.showText(),
      "change:model change:lexer change:encoder change:special change:_options": () => this.showChoices(),
      "change:glyphs": () => this.showGlyphs(),
      "change:selected": () => this.page.showPin(this.model.get("selected"), true),
      "change:_drawing": () => this.showDrawing(),
      "change:_status": () => this.showStatus(),
      "change:_tree": () => this.page.tokens.inspector.showTree(this.model.get("_tree")),
      "change:_decoded": () => this.page.decode.show(this.model.get("_decode"), this.model.get("_decoded")),
      "change:compare": () => this.page.comparison.choose(this.model.get("compare")),
      "change:_comparison": () => this.page.comparison.show(this.model.get("_comparison")),
      "msg:custom": (message) => this.receive(message),
    });
    this.page.comparisonPanel.open = model.get("compare").length > 0;
    this.page.comparison.offer(this.options.models, model.get("compare"));
    this.showAll();
    this.openLink();
  }

  actions() {
    const set = (name) => (value) => this.ask({ [name]: value });
    const keep = (name) => (value) => this.set({ [name]: value });
    return {
      model: set("model"), lexer: set("lexer"), encoder: set("encoder"), special: set("special"), compare: set("compare"),
      glyphs: (shown) => { this.set({ glyphs: shown }); this.showGlyphs(); },
      pin: (number) => keep("selected")(number ?? -1),
      text: (text) => this.typed(text),
      example: (text) => this.replaceText(text),
      replaceText: (text) => this.replaceText(text),
      problem: (problem) => this.page.warn(problem),
      decode: keep("_decode"),
      copyIds: () => this.copy(this.idsText(), "Ids copied"),
      copyCode: () => this.copy(this.page.code.textContent, "Python code copied"),
      copyLink: () => this.copyLink(),
      saveText: () => saveFile("ids.txt", `${Array.from(this.data.ids).join("\n")}\n`, "text/plain"),
      saveJson: () => saveFile("tokens.json", this.json(), "application/json"),
    };
  }

  ask(changes) {
    if (this.model.isSaved) return; // a saved page has no kernel to ask
    const sequence = this.model.get("_sequence") + 1;
    this.set({ ...changes, _sequence: sequence });
    this.page.busy(true);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.ready();
      this.page.warn("No answer from the kernel yet. If it has gone, what is drawn here stays: it can still be read, pinned and copied.");
    }, WAITING);
  }

  // Not while typed text still waits to be sent.
  ready() {
    if (!this.typing) this.page.busy(false);
  }

  typed(text) {
    if (this.model.isSaved) return;
    clearTimeout(this.typing);
    this.page.node.setAttribute("aria-busy", "true");
    this.typing = setTimeout(() => {
      this.typing = null;
      this.sendText(text.toWellFormed ? text.toWellFormed() : text);
    }, patience(text.length));
  }

  sendText(text) {
    const size = text.length * 3 > this.options.max_bytes ? new TextEncoder().encode(text).length : 0;
    const wire = size ? JSON.stringify(text).length : 0;
    if (size > this.options.max_bytes || wire > 2 * this.options.max_bytes) {
      this.page.busy(false);
      this.page.warn(`This text has ${count(size)} bytes; this page takes up to ${count(this.options.max_bytes)}. Nothing is lost: your text is still ` +
        "in the box, and the tokens below are those of the text before. For long texts use the command line: wordchipper-lab encode");
      return;
    }
    this.ask({ text });
  }

  replaceText(text) {
    setText(this.page.text, text);
    this.typed(text);
  }

  showText() {
    const text = this.model.get("text");
    if (!this.typing && this.page.text.value !== text) setText(this.page.text, text);
  }

  showChoices() {
    const { page, model } = this;
    this.options = model.get("_options");
    fillSelector(page.model.node, this.options.models, model.get("model"));
    const own = this.options.own.includes(model.get("model"));
    fillSelector(page.lexer.node, this.options.lexers, model.get("lexer"));
    fillSelector(page.encoder.node, this.options.encoders, model.get("encoder"));
    page.lexer.node.disabled = page.encoder.node.disabled = own;
    page.policy.choose(model.get("special"));
  }

  showGlyphs() {
    const shown = this.model.get("glyphs");
    this.page.glyphs.checked = shown;
    this.page.node.classList.toggle("wcl-no-glyphs", !shown);
  }

  showDrawing() {
    const drawing = this.model.get("_drawing");
    this.data = readDrawing(drawing);
    this.page.tokens.inspector.model = this.options.own.includes(drawing.name) ? null : drawing.name;
    this.page.tokens.show(tokenSegmentation(this.data));
    this.page.spans.show(spanSegmentation(this.data));
    this.page.ids.show(this.data.ids);
    this.page.showPin(this.model.get("selected"), false);
  }

  showStatus() {
    const status = this.model.get("_status");
    if (status.sequence < this.model.get("_sequence")) return; // stale: a newer question is under way
    clearTimeout(this.waiting);
    this.ready();
    this.page.warn(status.error ?? status.note ?? null);
    this.page.node.classList.toggle("wcl-is-stale", Boolean(status.error));
    this.page.statistics.show(status.error ? null : status.statistics);
    this.page.policy.show(status.policies);
    this.page.code.textContent = status.code ?? "";
    if (!status.error && this.announced !== status.statistics.tokens) {
      this.announced = status.statistics.tokens;
      this.page.tokens.live.textContent = `${count(status.statistics.tokens)} tokens, ${count(status.statistics.bytes)} bytes`;
    }
  }

  receive(message) {
    if (!message.problem) return;
    clearTimeout(this.waiting);
    this.ready();
    this.page.warn(message.problem);
  }

  idsText() {
    return `[${Array.from(this.data.ids).join(", ")}]`;
  }

  json() {
    const { ids, tokenEnds, spanEnds, spanKinds, spanTokenEnds, text } = this.data;
    const { name, lexer, encoder, special } = this.model.get("_drawing");
    const lists = { tokens: ids, token_ends: tokenEnds, span_ends: spanEnds, span_kinds: spanKinds, span_token_ends: spanTokenEnds };
    const arrays = Object.fromEntries(Object.entries(lists).map(([key, array]) => [key, Array.from(array)]));
    arrays.span_kinds = arrays.span_kinds.map((kind) => ["word", "special", "gap"][kind]);
    return JSON.stringify({ text, vocabulary: name, lexer, encoder, special, ...arrays });
  }

  copyLink() {
    const { link, link_problem: problem } = this.model.get("_status");
    this.copyAddress(link, problem);
  }

  openLink() {
    const link = this.linkedState();
    if (link && !this.model.get("_link")) this.ask({ _link: link });
  }
}

function render({ model, el }) {
  const session = new Session(model, el);
  return () => session.destroy();
}

export default { render };
