// The trained vocabulary: a text encoded with it, a comparison with the pretrained ones, links to other pages, files.

import { labelled } from "../../shared/controls.js";
import { count, element, plural } from "../../shared/dom.js";
import { button } from "../../shared/page_frame.js";
import { readDrawing, tokenSegmentation } from "../../shared/segmentation.js";
import { textBox } from "../../shared/text_box.js";
import { figure } from "../../shared/numbers.js";
import { TokenPanel } from "../../shared/token_panel.js";

const FILES = { tiktoken: ".tiktoken", json: "tokenizer.json", gpt2: "vocab.bpe + encoder.json" };

export class ResultPanel {
  // act: probe(text), compare(on), export(format), copyName()
  constructor(act) {
    this.title = element("p", { class: "wcl-lead" });
    this.links = element("div", { class: "wcl-bar wcl-tools wct-links" });
    this.text = textBox((text) => act.probe(text));
    this.text.rows = 3;
    this.ids = element("p", { class: "wct-ids wcl-mono", role: "group", tabindex: "0", "aria-label": "Token ids" });
    this.tokens = new TokenPanel();
    this.compare = element("input", { type: "checkbox", onchange: () => act.compare(this.compare.checked) });
    this.table = element("div", { class: "wcl-scroll", tabindex: "0", role: "region", "aria-label": "Vocabularies on this text", hidden: true });
    this.problem = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    const files = Object.entries(FILES).map(([format, label]) => button(`Save ${label}`, () => act.export(format)));
    this.code = element("code", { class: "wcl-mono" });
    this.copy = button("Copy", act.copyName, "Copy this line");
    this.here = element("p", { class: "wcl-hint" }, "In a notebook: ", this.code, " ", this.copy);
    this.node = element("section", { class: "wct-result", hidden: true, "aria-label": "Result" }, this.title,
      element("div", { class: "wcl-bar wcl-tools" }, this.links, ...files), this.here,
      labelled("Encode a text with it", this.text), this.problem,
      element("label", { class: "wcl-check" }, this.compare, element("span", {}, "Compare with the pretrained vocabularies on this text")), this.table,
      this.ids, this.tokens.node);
  }

  show(result) {
    this.node.hidden = !result.name;
    if (!result.name) return;
    const specials = Object.keys(result.special_tokens).length;
    this.title.textContent = `${plural(result.merges, "merge")}: a vocabulary of ${plural(result.vocab_size, "token")}${specials ? ` and ${plural(specials, "special token")}` : ""}, ${figure(result.bytes_per_token)} bytes per token on its corpus`;
    this.isKept = result.kept || result.opened;
    this.code.textContent = `Explorer(model=${JSON.stringify(result.name)})`;
  }

  // addresses: page name -> address, null if there are no pages; isLive: whether Python has it, too
  showLinks(addresses, isLive) {
    this.links.replaceChildren(...addresses.filter(([, address]) => address).map(([name, address]) => element("a", { class: "wcl-page-link", href: address }, `Open in ${name}`)));
    this.links.hidden = !this.links.childElementCount;
    this.here.hidden = !this.links.hidden || !this.isKept || !isLive;
  }

  showProbe(text, compare) {
    if (this.text.value !== text) this.text.value = text;
    this.compare.checked = compare;
  }

  showEncoded(encoded) {
    this.problem.hidden = !encoded.problem;
    this.problem.textContent = encoded.problem ?? "";
    if (!encoded.drawing) return;
    const drawing = readDrawing(encoded.drawing);
    const segmentation = tokenSegmentation(drawing);
    this.tokens.show(segmentation);
    const ids = Array.from(drawing.ids);
    const rest = ids.length > 400 ? ` … ${count(ids.length - 400)} more` : "";
    this.ids.textContent = `[${ids.slice(0, 400).join(", ")}${rest}]`;
    this.showWorth(encoded.worth ?? []);
  }

  showWorth(rows) {
    const most = Math.max(...rows.map((row) => row.tokens), 1);
    const head = (text, classes = "wcl-number") => element("th", { scope: "col", class: classes }, text);
    this.table.hidden = rows.length < 2;
    this.table.replaceChildren(element("table", { class: "wcl-table" },
      element("thead", {}, element("tr", {}, head("vocabulary", ""), head("size"), head("tokens"), head("bytes per token"), head("", ""))),
      element("tbody", {}, ...rows.map((row, at) => element("tr", {},
        element("th", { scope: "row" }, at ? row.name : element("b", {}, "trained here")), element("td", { class: "wcl-number" }, count(row.vocab_size)),
        element("td", { class: "wcl-number" }, count(row.tokens)), element("td", { class: "wcl-number" }, figure(row.bytes_per_token)),
        element("td", {}, element("i", { class: `wct-worth ${at ? "" : "wct-worth-own"}`, style: `width: ${(row.tokens / most) * 220}px` })))))));
  }

  destroy() {
    this.tokens.destroy();
  }
}
