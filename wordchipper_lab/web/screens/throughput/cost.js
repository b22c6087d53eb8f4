// What encoding a corpus would cost at a measured speed. The kernel computes; this part asks and displays.

import { fillSelector, labelled, selector } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { drawTable } from "./tables.js";

const UNITS = ["GB", "TB", "million tokens", "billion tokens", "trillion tokens"];

export class CostPanel {
  constructor(onAsk) {
    this.onAsk = onAsk;
    this.contender = selector("Measured contender", () => this.ask());
    this.unit = selector("Unit", () => this.ask());
    const number = (value, more) => element("input", { type: "number", min: 0, step: "any", value, class: "wcl-short", onchange: () => this.ask(), ...more });
    this.size = number(10);
    this.cores = number(64, { min: 1, step: 1 });
    this.price = number(3);
    this.hours = number(24);
    fillSelector(this.unit.node, UNITS, "TB");
    this.answer = element("div");
    this.node = element("div", { class: "wcl-panel-body" },
      element("div", { class: "wcl-bar" }, this.contender.field, labelled("Corpus size", this.size), this.unit.field,
        labelled("Cores per machine", this.cores), labelled("Price per machine hour", this.price), labelled("Deadline (hours)", this.hours)),
      this.answer);
  }

  offer(contenders) {
    const before = this.contender.node.value;
    this.offered = contenders;
    const names = contenders.map((each) => each.name);
    this.node.hidden = !names.length;
    if (!names.length) return;
    fillSelector(this.contender.node, names, names.includes(before) ? before : names[0]);
    this.ask();
  }

  ask() {
    const chosen = this.offered?.find((each) => each.name === this.contender.node.value);
    if (!chosen) return;
    this.onAsk({
      key: chosen.key, size: Number(this.size.value), unit: this.unit.node.value, cores: Number(this.cores.value),
      price: Number(this.price.value), hours: Number(this.hours.value),
    });
  }

  show({ table, sentence, problem }) {
    if (problem) this.answer.replaceChildren(element("p", { class: "wcl-notice" }, problem));
    else if (table) this.answer.replaceChildren(element("p", { class: "wcl-lead" }, sentence ?? ""), drawTable(table));
    else this.answer.replaceChildren();
  }
}
