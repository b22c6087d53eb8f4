// Why a lexer made a span: the branch of its pattern, the path through its automaton, its tokens and their
// repairs.

import { count, element, plural } from "../../shared/dom.js";
import { visibleText } from "../../shared/glyphs.js";

const MOST_STEPS = 40;

function characterOf(step) {
  return step.character === "" ? "end of text" : visibleText(step.character);
}

function markedPattern(pattern, branch) {
  const node = element("code", { class: "wld-pattern wcl-mono" });
  const characters = Array.from(pattern);
  const cut = (from, to) => characters.slice(from, to).join("");
  if (!branch) node.append(pattern);
  else node.append(cut(0, branch.start), element("mark", {}, cut(branch.start, branch.end)), cut(branch.end));
  return node;
}

function path(steps, mark) {
  const node = element("ol", { class: "wld-path" });
  const state = (number, accepts) => element("span", { class: `wld-state${accepts ? " wld-accepts" : ""}`, title: accepts ? `state ${number}: a match may end here` : `state ${number}` }, number);
  steps.slice(0, MOST_STEPS).forEach((step, at) => {
    const isAhead = step.role === "read ahead";
    node.append(element("li", { class: isAhead ? "wld-ahead" : "", "data-step": at }, state(step.state, step.accepts),
      element("span", { class: "wld-arrow", title: isAhead ? "read beyond the end of the span" : "" }, element("b", { class: "wcl-mono" }, characterOf(step)), element("small", {}, step.cell)),
      step.next === null ? element("span", { class: "wld-dead", title: "no transition" }, "✕") : null));
  });
  const last = steps.at(-1);
  if (last && last.next !== null && steps.length <= MOST_STEPS) node.append(element("li", {}, state(last.next, false)));
  if (steps.length > MOST_STEPS) node.append(element("li", {}, `… ${plural(steps.length - MOST_STEPS, "step")} more`));
  return mark ? node : node;
}

export class WhyPanel {
  constructor(letter) {
    this.letter = letter;
    this.title = element("h2", {});
    this.body = element("div", { class: "wld-why-body" });
    this.node = element("section", { class: "wld-why", "aria-label": `Why ${letter}` }, this.title, this.body);
  }

  // story: see explain; position: the selected byte; base: added to byte offsets
  show(story, position, base, name) {
    this.title.replaceChildren(`${this.letter} · `, element("span", { class: "wcl-mono" }, name));
    const span = story?.spans?.find(({ start, end }) => start <= position && position < end);
    if (!story) this.body.replaceChildren(element("p", { class: "wcl-hint" }, "…"));
    else if (story.problem) this.body.replaceChildren(element("p", {}, `This cannot be explained: ${story.problem}`));
    else if (!span) this.body.replaceChildren(element("p", { class: "wcl-hint" }, "In a text this long, only the neighbourhood of the first difference is explained."));
    else this.body.replaceChildren(...this.parts(story, span, base));
  }

  parts(story, span, base) {
    const parts = [element("p", { class: "wld-what" }, element("code", { class: "wcl-mono wld-quoted" }, visibleText(span.text)), ` bytes ${count(base + span.start)} to ${count(base + span.end)}, ${span.kind}`)];
    if (span.kind === "gap") parts.push(element("p", {}, "No branch of the pattern matches here: the text between two matches is a gap."));
    else if (span.branch) parts.push(element("p", {}, "made by branch ", element("b", {}, String(span.branch.index + 1)), " of the pattern"));
    else if (story.pattern && story.kind === "logos") parts.push(element("p", {}, "no branch of the pattern makes this span"));
    if (story.pattern) parts.push(markedPattern(story.pattern, span.branch));
    if (span.tokens.length) {
      parts.push(element("h3", {}, "Longest-match tokens"));
      parts.push(element("ul", { class: "wld-tokens" }, ...span.tokens.map(({ start, end, token, role }) =>
        element("li", {}, element("b", {}, token || "no token"), ` bytes ${count(base + start)} to ${count(base + end)}, `, element("code", { class: "wcl-mono" }, role)))));
      parts.push(element("h3", {}, "Repairs"));
      parts.push(span.repairs.length
        ? element("ul", { class: "wld-tokens" }, ...span.repairs.map(({ name, text }) => element("li", {}, element("b", {}, name), `: ${text}`)))
        : element("p", { class: "wcl-hint" }, "none fired here"));
    }
    if (span.steps.length) {
      parts.push(element("h3", {}, "Path through the automaton"), path(span.steps));
      const back = span.given_back ? `${plural(span.given_back, "character")} read in vain beyond the end of the match, then given back. ` : "";
      parts.push(element("p", { class: "wcl-hint" }, `${back}Double ring: a match may end before this character. Dashed: read beyond the end of the span.`));
    }
    if (story.note) parts.push(element("p", { class: "wcl-hint" }, story.note));
    return parts;
  }
}
