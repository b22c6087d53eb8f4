// The box in which a pattern is written: several lines, coloured by what its parts do, with the places underlined in
// which it differs from the other lexer's pattern.

import { element, uniqueId } from "../../shared/dom.js";
import { InkedBox } from "./ink.js";
import { drawPattern } from "./pattern_ink.js";
import { laidOut, patternOf } from "./pattern_text.js";

export class PatternBox {
  // label: its accessible name; onPattern(pattern)
  constructor(label, onPattern) {
    this.marks = [];
    const rule = uniqueId("rule");
    this.box = element("textarea", {
      rows: 1, dir: "ltr", spellcheck: "false", autocomplete: "off", autocapitalize: "off", class: "wcl-mono", "aria-label": label, "aria-describedby": rule,
      placeholder: "a regular expression, such as \\w+|\\s+",
      oninput: () => {
        this.mark([]);
        if (this.pattern) onPattern(this.pattern);
      },
    });
    this.inked = new InkedBox(this.box, (text) => drawPattern(text, this.marks), "wld-pattern-box");
    this.node = element("div", { class: "wld-written" }, this.inked.node,
      element("p", { class: "wcl-hint", id: rule }, "A line break and the blanks after it are only for reading: not part of the pattern. For a real one, write \\n."));
  }

  get pattern() {
    return patternOf(this.box.value);
  }

  // The box keeps the user's own layout as long as it says the same pattern.
  show(pattern) {
    const isBeginning = !this.box.value && this.box.matches(":focus"); // everything was deleted, to write anew
    if (isBeginning || this.pattern === pattern || this.box.value === laidOut(pattern)) return;
    this.box.value = laidOut(pattern);
    this.inked.follow();
  }

  // ranges: [[from, to), ...] into the pattern, in which it differs from the other one
  mark(ranges) {
    this.marks = ranges;
    this.inked.follow();
  }
}
