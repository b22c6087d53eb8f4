// What the signs in the lanes mean.

import { element } from "../../shared/dom.js";

export function legend() {
  const entry = (sign, words) => element("span", {}, sign, words);
  const sample = (classes, text) => element("i", { class: classes, "aria-hidden": "true" }, text);
  return element("p", { class: "wcl-legend wcm-legend wcl-controls" },
    entry(sample("wcm-pair wcm-sample", "262"), "rank of a pair"),
    entry(sample("wcm-pair wcm-winner wcm-sample", "▲ 262"), "the lowest: merged next"),
    entry(sample("wcm-token wcm-merged wcm-sample", "en"), "just merged"),
    entry(sample("wcm-pair wcm-fresh wcm-sample", "262"), "looked up in this step"),
    entry(sample("wcm-token wcm-torn wcm-sample", "f0"), "part of a character"));
}
