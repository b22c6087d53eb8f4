// The controls above the tokens. They offer the available choices, and report the one made.

import { count, element, uniqueId } from "./dom.js";
import { EXAMPLES } from "./examples.js";

export function labelled(label, control) {
  control.id ||= uniqueId("control");
  return element("div", { class: "wcl-field" }, element("label", { for: control.id }, label), control);
}

export function selector(label, onChange) {
  const node = element("select", { onchange: () => onChange(node.value) });
  return { node, field: labelled(label, node) };
}

export function fillSelector(node, names, chosen, describe = (name) => name) {
  const known = names.includes(chosen) ? names : [...names, chosen];
  node.replaceChildren(...known.map((name) => element("option", { value: name }, describe(name))));
  node.value = chosen;
}

export const POLICIES = {
  parse: "special tokens become their ids",
  text: "special tokens are encoded as ordinary text",
  error: "a special token in the text is an error",
};

// Radio buttons for the special-token policy, each with the number of tokens it would give.
export class PolicyField {
  constructor(onChange) {
    const name = uniqueId("policy");
    this.inputs = {};
    this.counts = {};
    const choices = Object.entries(POLICIES).map(([policy, title]) => {
      this.inputs[policy] = element("input", { type: "radio", name, value: policy, onchange: () => onChange(policy) });
      this.counts[policy] = element("span", { class: "wcl-policy-count" });
      return element("label", { title }, this.inputs[policy], element("span", {}, policy), this.counts[policy]);
    });
    this.node = element("fieldset", { class: "wcl-policies" }, element("legend", {}, "Special tokens"),
      element("div", { class: "wcl-choices" }, ...choices));
  }

  choose(policy) {
    for (const [name, input] of Object.entries(this.inputs)) input.checked = name === policy;
  }

  show(policies) {
    if (!policies) return;
    for (const [name, node] of Object.entries(this.counts)) {
      node.textContent = policies[name] === null ? "refused" : count(policies[name]);
    }
  }
}

export function exampleSelector(onChoose) {
  const node = element("select", {
    onchange: () => {
      if (node.value) onChoose(EXAMPLES[node.value]);
      node.value = "";
    },
  }, element("option", { value: "" }, "choose one …"), ...Object.keys(EXAMPLES).map((name) => element("option", { value: name }, name)));
  return labelled("Examples", node);
}

export function fileButton(onText, onProblem, limit) {
  const input = element("input", {
    type: "file", hidden: true, "aria-hidden": "true", tabindex: "-1",
    onchange: async () => {
      const [file] = input.files;
      input.value = "";
      if (!file) return;
      if (file.size > limit) onProblem(`${file.name} has ${count(file.size)} bytes; this page accepts up to ${count(limit)}. Open a part of it, or use the command line: wordchipper-lab encode`);
      else onText(await file.text());
    },
  });
  return element("span", {}, element("button", { type: "button", onclick: () => input.click() }, "Open file …"), input);
}
