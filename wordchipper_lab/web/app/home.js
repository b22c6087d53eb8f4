// The first page: what one can do here, the first screen in miniature, the stories and the screens.

import { Canvas } from "../shared/canvas.js";
import { count, element, plural } from "../shared/dom.js";
import { readDrawing, tokenSegmentation } from "../shared/segmentation.js";
import { setText, textBox } from "../shared/text_box.js";
import { CHART } from "./address.js";
import { openEngine } from "../engine/engine.js";

const FEW = 2000; // UTF-16 units: a longer text is shown on the Explorer only

export class Home {
  // model: of the Explorer; lists: {screens, stories}; address: (screen) -> href; follow: called when the text has changed
  // tools: a node with what there is to share
  // isServed: see engine/place.js; changed: called when the kernel falls silent, or answers again
  constructor(model, { screens, stories = [] }, address, follow, tools, { isServed, changed }) {
    this.engine = openEngine(model);
    this.tools = tools;
    this.canvas = new Canvas("Tokens over the text");
    this.text = textBox((text) => {
      tools.warn(null);
      this.engine.set({ text: text.toWellFormed?.() ?? text });
      follow();
    }, { most: this.engine.get("_options").max_bytes, refuse: (length) => tools.warn(`This text has ${count(length)} characters, too many for one page. Nothing is lost: the box has its earlier text.`) });
    this.text.rows = 2;
    this.text.setAttribute("aria-label", "Text");
    this.sentence = element("p", { class: "wcl-sentence", role: "status" });
    this.used = element("p", { class: "wcl-used" });
    this.ids = element("p", { class: "wcl-mono wcl-hint wcl-home-ids" });
    const card = (href, title, about, note) => element("li", {}, element("a", { class: "wcl-card", href },
      element("b", {}, title), element("span", {}, about), note ? element("small", {}, note) : null));
    this.stories = element("ul", { class: "wcl-cards", "aria-label": "Stories" },
      ...stories.map(({ name, title, about, minutes }) => card(address("home", { name, step: 1 }), title, about, plural(minutes, "minute"))));
    this.screens = element("ul", { class: "wcl-cards", "aria-label": "Screens" }, ...screens.map(({ name, title, about }) => card(address(name), title, about)));
    this.node = element("section", { class: "wcl-home", "aria-label": "Home", hidden: true },
      element("div", { class: "wcl-home-head" }, element("h1", {}, "See how a tokenizer works"), tools.node), tools.notice,
      element("p", { class: "wcl-lead" }, "Type a text and see the tokens that a language model reads. Follow the merges that make them, and find out where two tokenizers disagree. Everything is computed by a real tokenizer, exactly as OpenAI's models have it."),
      this.text, this.sentence, this.used, this.canvas.node, this.canvas.help, this.ids,
      element("p", { class: "wcl-home-links" }, element("a", { class: "wcl-page-link", href: address("explorer") }, "Look closer in the Explorer"),
        this.engine.canAsk ? element("a", { class: "wcl-page-link", href: address(CHART) }, "The same sentence in sixty languages") : null),
      stories.length ? element("h2", {}, "Stories") : null, stories.length ? this.stories : null,
      element("h2", {}, "Screens"), this.screens);
    this.engine.nearby("explorer", Object.keys(model.get("_usual")), isServed);
    this.engine.listen({ "change:text": () => this.showText(), "change:_drawing": () => this.showDrawing() });
    this.engine.watch(changed);
    this.showText();
    this.showDrawing();
  }

  get picture() {
    return this.canvas.node.hidden ? null : this.canvas.node;
  }

  showText() {
    setText(this.text, this.engine.get("text"));
  }

  showDrawing() {
    if (this.node.hidden && this.shown) return;
    this.shown = true;
    const drawing = this.engine.get("_drawing");
    if (!drawing?.statistics) return;
    this.used.textContent = `Vocabulary: ${drawing.name} · ${drawing.lexer} lexer · ${drawing.encoder}`;
    const isLong = drawing.text.length > FEW;
    this.canvas.node.hidden = this.ids.hidden = isLong;
    const { bytes, tokens, characters } = drawing.statistics;
    this.sentence.textContent = isLong ? `${plural(tokens, "token")}: this text is shown in the Explorer.` : `${plural(characters, "character")}, ${plural(bytes, "byte")}: ${plural(tokens, "token")}.`;
    if (isLong) return;
    const data = readDrawing(drawing);
    this.canvas.show(tokenSegmentation(data));
    this.ids.textContent = Array.from(data.ids).join("  ");
    this.idList = `[${Array.from(data.ids).join(", ")}]`;
  }

  show() {
    this.node.hidden = false;
    this.engine.wake();
    this.showText();
    this.showDrawing();
  }

  hide() {
    this.node.hidden = true;
    this.engine.rest();
  }

  destroy() {
    this.engine.close();
    this.tools.destroy();
    this.canvas.destroy();
  }
}
