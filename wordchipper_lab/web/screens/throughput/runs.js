// The runs of this page: the one shown, the one beside it, and their files.

import { element } from "../../shared/dom.js";
import { selector } from "../../shared/controls.js";
import { drawTable } from "./tables.js";

const MAX_RUN_BYTES = 32 << 20;

function offer(node, entries, chosen) {
  node.replaceChildren(...entries.map(([value, label]) => element("option", { value }, label)));
  node.value = String(chosen);
  node.disabled = entries.length < 2;
}

export class RunBar {
  // act: showRun(number), openRun(text, name), problem(text)
  constructor(act) {
    this.choice = selector("Run shown", () => act.showRun(Number(this.choice.node.value)));
    this.file = element("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-hidden": "true", tabindex: "-1", onchange: () => this.read(act) });
    this.node = element("div", { class: "wcl-bar wcl-controls" }, this.choice.field,
      element("button", { type: "button", onclick: () => this.file.click() }, "Open run …"), this.file);
  }

  async read(act) {
    const [file] = this.file.files;
    this.file.value = "";
    if (!file) return;
    if (file.size > MAX_RUN_BYTES) act.problem(`${file.name} is too large to be a saved benchmark.`);
    else act.openRun(await file.text(), file.name);
  }

  show(runs, shown) {
    this.choice.field.hidden = !runs.length;
    offer(this.choice.node, runs.map((name, at) => [at, name]), shown);
    this.freeze(this.frozen ?? false);
  }

  // While a benchmark is in progress, the page shows that run, so no other can be chosen.
  freeze(frozen) {
    this.frozen = frozen;
    this.choice.node.disabled = frozen || this.choice.node.options.length < 2;
  }
}

export class ComparePanel {
  constructor(onChoose) {
    this.choice = selector("Compare with", () => onChoose(Number(this.choice.node.value)));
    this.holder = element("div", { class: "wcl-panel-body" });
    this.hint = element("p", { class: "wcl-hint" }, "Two runs are needed: run again, or open a saved one.");
    this.node = element("div", { class: "wcl-panel-body" }, element("div", { class: "wcl-bar" }, this.choice.field), this.hint, this.holder);
  }

  offer(runs, shown, chosen) {
    const others = runs.map((name, at) => [at, name]).filter(([at]) => at !== shown);
    offer(this.choice.node, [[-1, "no other run"], ...others], chosen);
    this.hint.hidden = others.length > 0;
  }

  show(comparison, bars) {
    this.holder.replaceChildren();
    if (!comparison.tables) return;
    const pairs = comparison.pairs.map((pair) => bars(pair));
    this.holder.replaceChildren(element("div", { class: "wcl-bar-grid" }, ...pairs), ...comparison.tables.map(drawTable));
  }
}
