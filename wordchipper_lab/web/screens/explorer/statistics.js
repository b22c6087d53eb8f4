// The counts of one text.

import { count, element } from "../../shared/dom.js";

const FIELDS = [
  ["tokens", "Tokens"],
  ["bytes", "Bytes"],
  ["characters", "Characters"],
  ["bytes_per_token", "Bytes per token"],
  ["spans", "Spans"],
  ["single_token_spans", "Spans that are one token"],
  ["split_characters", "Split characters"],
];

export class Statistics {
  constructor() {
    this.values = {};
    const items = FIELDS.map(([name, label]) => {
      this.values[name] = element("dd", { "data-statistic": name }, "–");
      return element("div", {}, element("dt", {}, label), this.values[name]);
    });
    this.node = element("dl", { class: "wcl-statistics", "aria-label": "Counts" }, ...items);
  }

  show(statistics) {
    for (const [name] of FIELDS) {
      const value = statistics?.[name];
      this.values[name].textContent = value === undefined ? "–" : name === "bytes_per_token" ? value.toFixed(2) : count(value);
    }
    if (statistics) this.values.single_token_spans.append(element("small", {}, ` of ${count(statistics.word_spans)}`));
  }
}
