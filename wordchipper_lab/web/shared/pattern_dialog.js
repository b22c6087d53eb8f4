// Asks which pattern splits the text, for a vocabulary in a file that does not say it.

import { element, uniqueId } from "./dom.js";
import { labelled } from "./controls.js";

// where: the node that holds the dialog; choice: {file, patterns, suggested, why}. Resolves with a pattern's name, or
// null if none was chosen.
export function askPattern(where, { file, patterns, suggested, why }) {
  return new Promise((resolve) => {
    const select = element("select", {}, ...patterns.map((name) => element("option", { value: name }, name === suggested ? `${name} (suggested)` : name)));
    select.value = suggested;
    const title = element("p", { id: uniqueId("title"), class: "wcl-dialog-title" }, `Which pattern splits the text for ${file}?`);
    const about = element("p", { id: uniqueId("about"), class: "wcl-hint" },
      `The file holds tokens, but neither the pattern that cuts text into spans nor special tokens. Suggested: ${suggested} (${why}). With another pattern than the model's own some ids would be different.`);
    const open = element("button", { type: "submit", class: "wcl-primary" }, "Open");
    const cancel = element("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
    const form = element("form", { method: "dialog" }, title, about, labelled("Pattern", select), element("div", { class: "wcl-dialog-buttons" }, open, cancel));
    let chosen = null;
    form.addEventListener("submit", () => { chosen = select.value; });
    const dialog = element("dialog", {
      class: "wcl-dialog", "aria-labelledby": title.id, "aria-describedby": about.id,
      onclose: () => {
        dialog.remove();
        before?.focus?.();
        resolve(chosen);
      },
      onkeydown: (event) => event.stopPropagation(), // Escape ends the dialog, not a presentation
    }, form);
    const before = document.activeElement;
    where.append(dialog);
    dialog.showModal();
    select.focus();
  });
}
