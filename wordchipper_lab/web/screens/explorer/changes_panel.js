// What the stages before merging changed in the text: in sentences, with the normalized text below them.

import { element } from "../../shared/dom.js";
import { drawText } from "../../shared/draw_block.js";

export class ChangesPanel {
  constructor() {
    this.said = element("p", {});
    this.text = element("div", { class: "wcl-normalized wcl-mono", tabindex: "0", role: "region", "aria-label": "Normalized text" });
    this.cut = element("p", { class: "wcl-hint" }, "The rest is left out.");
    this.whole = element("details", {}, element("summary", {}, "Normalized text"), this.text, this.cut);
    this.node = element("section", { class: "wcl-changes", "aria-label": "What was changed before merging", hidden: true }, this.said, this.whole);
  }

  // changes: a ChangesRecord, or null if nothing was changed
  show(changes) {
    this.node.hidden = !changes;
    if (!changes) return;
    this.said.textContent = changes.sentences.join(" ");
    this.whole.hidden = changes.normalized === null;
    this.cut.hidden = !changes.is_cut;
    if (changes.normalized === null || changes.normalized === this.shown) return;
    this.shown = changes.normalized;
    this.whole.open ||= changes.normalized.length < 300;
    this.text.replaceChildren();
    drawText(this.text, changes.normalized);
  }
}
