import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import "./fake_page.js";
import { bars } from "../web/app/guess.js";
import { StoryPanel } from "../web/app/story_panel.js";
import { plainText, richText } from "../web/shared/rich_text.js";
import stories from "./stories.json" with { type: "json" };

let panel;
let told;
const answers = [];

const settled = () => new Promise((resolve) => setTimeout(resolve));
const click = (node) => node.listeners.click[0]();
const submit = (guess) => guess.form.listeners.submit[0]({ preventDefault() {} });
const key = (name, target = { tagName: "SECTION" }) => panel.press({ key: name, target, preventDefault() {}, stopPropagation() {} });

beforeEach(() => {
  told = [];
  answers.length = 0;
  panel = new StoryPanel({
    onStep: (number) => told.push(number), onClose: () => told.push("closed"),
    onGuess: async (number, guess) => { told.push([number, guess]); return answers.shift(); },
  });
});

test("every step of every story is shown: its text, its question, its choices", () => {
  for (const { step } of stories) {
    panel.show(step);
    assert.ok(panel.node.textContent.includes(plainText(step.text)));
    assert.equal(panel.place.textContent, `Step ${step.number} of ${step.of}`);
    assert.equal(panel.dots.children.length, step.of);
    assert.equal(panel.back.getAttribute("aria-disabled"), String(step.number === 1));
    assert.equal(panel.next.textContent, step.number === step.of ? "Done" : "Next");
    assert.equal(Boolean(panel.guess), Boolean(step.question));
    if (!step.question) continue;
    assert.ok(panel.live.textContent.endsWith(plainText(step.question.ask)));
    assert.deepEqual(panel.guess.choices?.map(({ value }) => value) ?? [], step.question.choices.map(({ value }) => value));
  }
});

test("what the engine says stands beside the guess", async () => {
  for (const { step, results } of stories.filter(({ results: each }) => each.length)) {
    for (const { guess, result } of results) {
      panel.show(step);
      answers.push(result);
      await panel.guess.answer(guess);
      const { reveal } = panel.guess;
      assert.equal(reveal.hidden, false);
      assert.ok(reveal.textContent.includes(plainText(result.reveal)));
      assert.ok(reveal.className.endsWith(result.verdict));
      assert.equal(reveal.querySelectorAll(".wcl-story-bars").length, result.numbers && result.verdict !== "right" ? 1 : 0);
      const marks = panel.guess.node.querySelectorAll(".wcl-story-mark").map((mark) => mark.textContent).filter(Boolean).sort();
      const wanted = step.question.kind !== "choice" ? [] : result.verdict === "off" ? ["✓", "✗"] : ["✓"];
      assert.deepEqual(marks, wanted, `${step.story} ${step.number} ${guess}`);
      assert.ok(panel.live.textContent.endsWith(plainText(result.reveal)), "one announcement");
      assert.equal(document.activeElement, panel.next);
    }
  }
});

test("a field is sent once, an empty one not at all, and a refused one can be mended", async () => {
  const { step, results } = stories.find(({ step: each }) => each.question?.kind === "number");
  panel.show(step);
  submit(panel.guess);
  assert.deepEqual([told, panel.guess.problem.hidden], [[], false]);
  panel.guess.input.value = "many";
  answers.push({ problem: "expected a number, got 'many'" });
  submit(panel.guess);
  await settled();
  assert.equal(panel.guess.problem.textContent, "expected a number, got 'many'");
  panel.guess.input.value = "7";
  answers.push(results[0].result);
  submit(panel.guess);
  submit(panel.guess);
  await settled();
  submit(panel.guess);
  assert.deepEqual(told, [[step.number, "many"], [step.number, "7"]]);
  assert.equal(panel.guess.problem.hidden, true);
});

test("an answer that never comes is a problem that is said", async () => {
  panel.onGuess = async () => { throw new Error("the kernel is gone"); };
  panel.show(stories.find(({ step }) => step.question?.kind === "choice").step);
  await panel.guess.answer(null);
  assert.equal(panel.guess.problem.textContent, "the kernel is gone");
});

test("buttons and keys move, and stop at the first step; after the last one the story is done", async () => {
  const steps = stories.map(({ step }) => step).filter(({ story }) => story === "strawberry");
  panel.show(steps[0]);
  key("ArrowLeft");
  click(panel.back);
  assert.deepEqual(told, []);
  answers.push(stories.find(({ step }) => step === steps[0]).results[0].result);
  assert.ok(key(" "));
  await settled();
  assert.deepEqual(told, [[1, null]], "first the answer");
  told = [];
  for (const name of ["ArrowRight", "PageDown", "Enter", " "]) assert.ok(key(name));
  assert.deepEqual(told, [2, 2, 2, 2]);
  panel.show(steps[1]);
  assert.ok(key("PageUp", { tagName: "INPUT" }));
  assert.deepEqual(told.slice(4), [1]);
  for (const [name, target] of [["ArrowRight", "INPUT"], ["Enter", "INPUT"], ["Enter", "BUTTON"], [" ", "BUTTON"], ["x", "SECTION"]]) assert.equal(key(name, { tagName: target }), false);
  panel.show(steps.at(-1));
  click(panel.next);
  assert.equal(told.at(-1), "closed");
  panel.hide();
  assert.equal(key("ArrowRight"), false);
});

test("folded, only the title is left", () => {
  panel.show(stories[0].step);
  click(panel.fold);
  assert.deepEqual([panel.fold.textContent, panel.fold.getAttribute("aria-expanded"), panel.node.classList.contains("wcl-story-is-folded")], ["Show", "false", true]);
  panel.show(stories[1].step);
  assert.equal(panel.isFolded, false);
});

test("samples become code, and nothing becomes markup", () => {
  const node = document.createElement("p");
  node.append(...richText("cut `<b>x</b>` here"));
  assert.equal(node.markup, "<p>cut <code>&lt;b>x&lt;/b></code> here</p>");
});

test("both bars have one scale", () => {
  const drawn = (numbers) => bars(numbers).querySelectorAll(".wcl-story-bar").map((bar) => bar.getAttribute("style"));
  assert.deepEqual(drawn({ guess: 10, truth: 5, unit: "token" }), ["inline-size: 100.0%", "inline-size: 50.0%"]);
  assert.deepEqual(drawn({ guess: 0, truth: 0, unit: "" }), ["inline-size: 0.0%", "inline-size: 0.0%"]);
  assert.ok(bars({ guess: 40, truth: 53, unit: "percent" }).textContent.includes("53 %"));
});
