// The growing vocabulary, and the number of tokens that the toy corpus still has.

import { count, element, plural } from "../../shared/dom.js";
import { tokenLabel } from "../../shared/token_label.js";
import { tokenTile } from "./tokens.js";

export class Growth {
  // onLook(number): the tile of a merge was pressed
  constructor(onLook) {
    this.onLook = onLook;
    this.title = element("h2");
    this.list = element("div", { class: "wct-vocabulary", role: "list", "aria-label": "Tokens that were learned" });
    this.meter = element("div", { class: "wct-meter", "aria-hidden": "true" }, element("i"));
    this.size = element("p", { class: "wcl-hint" });
    this.node = element("section", { class: "wct-growth", "aria-label": "Vocabulary" }, this.title, this.list, this.meter, this.size);
  }

  show(trace, tokens, number) {
    const symbols = trace.level === "bytes" ? "the 256 bytes" : plural(trace.n_symbols, "symbol");
    this.title.textContent = `Vocabulary: ${symbols} and ${plural(number, "merge")}`;
    const items = trace.frames.map((frame, at) => {
      const isMade = at < number;
      const tile = tokenTile(tokens[frame.merge.token], `${isMade ? "" : "wct-future"} ${at === number - 1 ? "wct-made" : ""}`);
      const look = element("button", { type: "button", class: "wct-word", title: `merge ${at + 1}: ${count(frame.merge.frequency)} times`, "aria-label": isMade ? `Merge ${at + 1}, ${tokenLabel(tokens[frame.merge.token])} ${frame.merge.token}` : `Merge ${at + 1}, ${frame.merge.token}, still to come`, onclick: () => this.onLook(at + 1) },
        isMade ? tile : element("span", { class: "wct-tile wct-future" }), " ", element("small", {}, String(frame.merge.token)));
      return element("span", { role: "listitem", class: "wct-word" }, look);
    });
    const focused = [...this.list.children].findIndex((item) => item.contains(document.activeElement));
    this.list.replaceChildren(...items);
    items[focused]?.firstChild.focus({ preventScroll: true }); // keeps the focus on a pressed tile
    const now = number ? trace.frames[number - 1].n_tokens : trace.n_tokens;
    this.meter.firstChild.style.width = `${(now / trace.n_tokens) * 100}%`;
    this.size.textContent = number ? `The corpus has ${count(now)} tokens now, of ${count(trace.n_tokens)} at the start: ${(trace.n_tokens / now).toFixed(2)} symbols per token.` : `The corpus has ${count(now)} tokens, one for each symbol.`;
  }
}
