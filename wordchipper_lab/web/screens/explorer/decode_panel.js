// Ids back to text.

import { element } from "../../shared/dom.js";
import { drawText } from "../../shared/draw_block.js";
import { labelled } from "../../shared/controls.js";

export class DecodePanel {
  constructor(onInput) {
    this.input = element("input", {
      type: "text", class: "wcl-mono", spellcheck: "false", autocomplete: "off", placeholder: "24912, 2375",
      oninput: () => onInput(this.input.value),
    });
    this.text = element("output", { class: "wcl-decoded wcl-mono", for: "", "aria-live": "polite" });
    this.bytes = element("p", { class: "wcl-hint wcl-mono" });
    this.node = element("div", { class: "wcl-decode" }, labelled("Ids to decode", this.input), this.text, this.bytes);
  }

  show(ids, decoded) {
    if (document.activeElement !== this.input) this.input.value = ids;
    this.text.classList.toggle("wcl-problem", Boolean(decoded.error));
    this.text.replaceChildren();
    drawText(this.text, decoded.error ?? decoded.text ?? "");
    const note = decoded.valid === false ? " (not valid UTF-8 on its own: � marks what is missing)" : "";
    this.bytes.textContent = decoded.hex ? `bytes ${decoded.hex}${note}` : "";
  }
}
