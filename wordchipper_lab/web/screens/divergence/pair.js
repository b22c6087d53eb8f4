// Two tokenizers beside each other: which, the text with both rows of tokens, the stage that makes the difference, and all
// kinds of differences that were found.

import { fillSelector, selector } from "../../shared/controls.js";
import { count, element, plural } from "../../shared/dom.js";
import { spoken, visibleText } from "../../shared/glyphs.js";
import { panel } from "../../shared/page_frame.js";
import { ChoiceList, shortened } from "./list.js";
import { PairRows } from "./pair_rows.js";

const SAID = { true: "≠ differs", false: "= the same", null: "not known" };
const HOW_FAR = 120; // characters of a part in the table

export class PairView {
  // act: tokenizer(name, model), select(number), around(wanted)
  constructor(act) {
    this.pickers = Object.fromEntries(["a", "b"].map((name) => [name, selector(`Tokenizer ${name.toUpperCase()}`, (model) => act.tokenizer(`tok_${name}`, model))]));
    this.around = element("input", { type: "checkbox", onchange: () => act.around(this.around.checked) });
    this.option = element("label", { class: "wcl-check" }, this.around, element("span", {}, "With the ids that post-processors put around a text"));
    this.alone = element("p", { class: "wcl-hint", hidden: true });
    this.rows = new PairRows();
    this.who = element("p", { class: "wld-who" });
    this.picture = element("div", { class: "wld-picture" }, this.rows.node, this.who);
    this.evidence = element("ul", { class: "wld-evidence" });
    this.proof = element("ul", { class: "wld-evidence", hidden: true });
    this.stages = element("div", { class: "wcl-scroll", tabindex: "0", role: "region", "aria-label": "Stage by stage" });
    this.stagesPanel = panel("Stage by stage", true, element("div", { class: "wcl-panel-body" },
      element("p", { class: "wcl-hint" }, "What both have after each stage, in the order in which they act. A difference goes on to what comes after it, so the first one counts, and what remains if that stage is exchanged."), this.stages, this.evidence));
    this.kindsTitle = element("h2", {}, "Kinds");
    this.kinds = new ChoiceList("Kinds of differences", (at) => act.select(this.found.groups[at].example));
    this.textsTitle = element("h2", {}, "Texts");
    this.texts = new ChoiceList("Texts on which they differ", (number) => act.select(number));
    this.list = element("div", { class: "wld-found" }, this.kindsTitle, this.kinds.node, this.textsTitle, this.texts.node);
    this.pytest = element("pre", { class: "wcl-code wcl-mono", tabindex: "0", "aria-label": "pytest case" });
    this.pytestPanel = panel("pytest case", false, this.pytest);
    this.body = element("div", { class: "wld-pair" }, this.alone, this.proof, this.picture, this.stagesPanel, this.list, this.pytestPanel);
  }

  showChoice({ models, tok_a: a, tok_b: b, around, alone = [] }) {
    fillSelector(this.pickers.a.node, models, a);
    fillSelector(this.pickers.b.node, models, b);
    this.around.checked = around;
    this.alone.hidden = !alone.length;
    this.alone.textContent = alone.join(" ");
  }

  // found: a PairFoundRecord
  showFound(found) {
    this.found = found;
    const { groups = [], differences = [], proof = [] } = found;
    this.proof.hidden = !proof.length;
    this.proof.replaceChildren(...proof.map((fact) => element("li", {}, fact)));
    this.list.hidden = !groups.length;
    this.kindsTitle.textContent = plural(groups.length, "kind");
    this.kinds.show(groups.map(({ cause, stages, signature, count: times, shrunk }, at) => ({
      key: at, label: `${stages.join(" and ")}: ${signature}, ${plural(times, "time")}, such as ${spoken(shrunk)}`,
      cells: [element("b", { class: "wld-times" }, `${count(times)}×`), element("code", { class: "wld-example wcl-mono" }, shortened(shrunk, 18)),
        element("span", { class: "wld-signature" }, element("b", {}, cause), ` ${visibleText(signature)}`)],
    })));
    this.textsTitle.textContent = `${count(differences.filter((one) => !one.is_whole).length)} of ${plural(found.n ?? 0, "difference")}`;
    this.texts.show(differences.map((one, number) => this.textRow(one, number)));
  }

  textRow({ text, start, source, cause, is_whole: isWhole }, number) {
    const where = isWhole ? "the whole text" : `${source ? `${source}: ` : ""}character ${count(start)}, ${cause}`;
    return {
      key: number, label: `${where}, ${spoken(text)}`,
      cells: [element("small", {}, where), element("code", { class: "wcl-mono" }, shortened(text))],
    };
  }

  select(number) {
    const groups = this.found?.groups ?? [];
    const one = this.found?.differences?.[number];
    this.kinds.choose(groups.findIndex(({ example, cause, signature }) => example === number || (one && !one.is_whole && cause === one.cause && signature === one.signature)));
    this.texts.choose(number);
  }

  // told: a PairToldRecord, or null while it is being worked out
  showTold(told) {
    const isKnown = Boolean(told?.columns);
    this.picture.hidden = this.stagesPanel.hidden = !isKnown;
    this.pytestPanel.hidden = !told?.pytest;
    this.pytest.textContent = told?.pytest ?? "";
    if (!isKnown) return;
    this.rows.show(told);
    this.who.replaceChildren(...["a", "b"].map((name) => element("span", {}, element("b", {}, name.toUpperCase()), ` ${told[name]}`)));
    this.stages.replaceChildren(this.table(told));
    this.evidence.replaceChildren(...[...told.problems, ...told.evidence].map((fact) => element("li", {}, fact)));
  }

  table({ results, stages }) {
    const parts = (found) => (found === null ? [element("span", { class: "wcl-hint" }, "not known")]
      : found.length ? found.map((part) => element("span", { class: "wld-part wcl-mono" }, visibleText(part.slice(0, HOW_FAR)))) : [element("span", { class: "wcl-hint" }, "none")]);
    const head = ["Stage", "Result", "A", "B"].map((title) => element("th", { scope: "col" }, title));
    const rows = results.map(({ stage, differs, a, b }) => element("tr", { class: differs ? "wld-stage-differs" : "" },
      element("th", { scope: "row" }, stage, stages.includes(stage) ? element("b", { class: "wld-is-cause" }, " ◀ cause") : null),
      element("td", { class: "wld-stage-said" }, SAID[differs]), element("td", {}, ...parts(a)), element("td", {}, ...parts(b))));
    return element("table", { class: "wcl-table wld-stage-table" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  }

  destroy() {
    this.rows.destroy();
  }
}
