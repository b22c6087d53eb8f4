// A question of a story: its input, and afterwards the guess beside the truth.

import { element, plural, uniqueId } from "../shared/dom.js";
import { plainText, richText } from "../shared/rich_text.js";

const SIGNS = { right: "✓", close: "≈", off: "→", shown: "→" };
const CALLED = { right: "Right", close: "Close", off: "Surprise", shown: "Answer" };

export class Guess {
  // onGuess(guess) -> Promise<result>; onRevealed(result): the answer is shown
  constructor(question, onGuess, onRevealed) {
    Object.assign(this, { question, onGuess, onRevealed });
    const id = uniqueId("ask");
    this.problem = element("p", { class: "wcl-notice", role: "alert", hidden: true });
    this.reveal = element("div", { class: "wcl-story-reveal", hidden: true });
    this.skip = element("button", { type: "button", class: "wcl-story-skip", onclick: () => this.answer(null) }, "Just show me");
    this.form = element("form", { class: "wcl-story-ask", "aria-labelledby": id, onsubmit: (event) => this.submit(event) },
      element("p", { class: "wcl-story-question", id }, ...richText(question.ask)), this.makeInput(id), this.problem);
    this.node = element("div", { class: "wcl-story-guess" }, this.form, this.reveal);
  }

  makeInput(id) {
    if (this.question.kind === "choice") {
      this.choices = this.question.choices.map(({ value, label }) => {
        const node = element("button", { type: "button", "aria-pressed": "false", onclick: () => this.answer(value) }, element("span", { class: "wcl-story-mark", "aria-hidden": "true" }), element("span", {}, ...richText(label)));
        return { value, label, node };
      });
      return element("div", { class: "wcl-story-choices", role: "group", "aria-labelledby": id }, ...this.choices.map(({ node }) => node), this.skip);
    }
    const isNumber = this.question.kind === "number";
    const unit = this.question.unit === "percent" ? "%" : this.question.unit ? `${this.question.unit}s` : "";
    this.input = element("input", {
      type: "text", "aria-labelledby": id, autocomplete: "off", autocapitalize: "off", spellcheck: "false", inputmode: isNumber ? "decimal" : "text", class: isNumber ? "wcl-story-number" : "wcl-story-text",
    });
    return element("div", { class: "wcl-story-row" }, this.input, isNumber && unit ? element("span", { class: "wcl-story-unit" }, unit) : null,
      element("button", { type: "submit", class: "wcl-story-primary" }, "Guess"), this.skip);
  }

  submit(event) {
    event.preventDefault();
    if (this.input.value.trim()) this.answer(this.input.value);
    else this.warn("Write down what you expect first, or let the answer be shown.");
  }

  warn(text) {
    this.problem.hidden = !text;
    this.problem.textContent = text ?? "";
  }

  async answer(guess) {
    if (this.isBusy || this.result) return;
    this.isBusy = true;
    this.form.setAttribute("aria-busy", "true");
    let result;
    try {
      result = await this.onGuess(guess);
    } catch (error) {
      result = { problem: error.message };
    }
    this.isBusy = false;
    this.form.removeAttribute("aria-busy");
    this.warn(result.problem);
    if (!result.problem) this.show(result, guess);
  }

  show(result, guess) {
    this.result = result;
    for (const { value, label, node } of this.choices ?? []) {
      node.setAttribute("aria-disabled", "true");
      node.setAttribute("aria-pressed", String(value === guess));
      const mark = label === result.truth ? "✓" : value === guess ? "✗" : "";
      node.firstChild.textContent = mark;
      node.classList.toggle("wcl-story-true", mark === "✓");
    }
    if (this.input) this.input.readOnly = true;
    for (const node of this.form.querySelectorAll(".wcl-story-primary")) node.hidden = true;
    this.skip.hidden = true;
    this.reveal.hidden = false;
    this.reveal.className = `wcl-story-reveal wcl-story-is-${result.verdict}`;
    this.reveal.replaceChildren(
      element("p", { class: "wcl-story-verdict" }, element("span", { class: "wcl-story-sign", "aria-hidden": "true" }, SIGNS[result.verdict]), element("b", {}, `${CALLED[result.verdict]}.`), result.said ? ` ${saidOf(result)}` : ""),
      ...this.comparison(result), element("p", {}, ...richText(result.reveal)));
    this.onRevealed(result);
  }

  comparison({ numbers, guess, truth, verdict }) {
    if (numbers && verdict !== "right") return [bars(numbers)];
    if (this.question.kind === "text" && verdict !== "shown" && verdict !== "right") {
      return [element("dl", { class: "wcl-story-pair" }, element("dt", {}, "your guess"), element("dd", {}, element("code", {}, guess)), element("dt", {}, "the truth"), element("dd", {}, element("code", {}, truth)))];
    }
    return [];
  }
}

// What is said after the verdict, where it adds something to it.
function saidOf({ verdict, said }) {
  if (verdict === "right" || said === "Not this time.") return "";
  const rest = said.replace(/^Close: /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

// Both numbers as bars on one scale.
export function bars({ guess, truth, unit }) {
  const most = Math.max(guess, truth, 0) || 1;
  const row = (name, value) => [element("dt", {}, name), element("dd", {},
    element("span", { class: "wcl-story-bar", style: `inline-size: ${Math.max(0, (100 * value) / most).toFixed(1)}%` }), element("span", {}, unit === "percent" ? `${value} %` : unit ? plural(value, unit) : String(value)))];
  return element("dl", { class: "wcl-story-bars" }, ...row("your guess", guess), ...row("the truth", truth));
}

// One sentence for screen readers.
export function announcement(result) {
  return plainText([`${CALLED[result.verdict]}.`, saidOf(result), result.reveal].filter(Boolean).join(" "));
}
