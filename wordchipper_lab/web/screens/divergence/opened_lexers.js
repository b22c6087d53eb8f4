// The lexers of opened tokenizers, added to the two selectors.

import { element } from "../../shared/dom.js";

// pickers: LexerPickers; groups: as in the options of the screen
export function addLexers(pickers, groups) {
  for (const picker of pickers) {
    for (const { label, lexers } of groups) {
      const added = lexers.filter(({ word, label: shown }) => picker.known.get(word)?.label !== shown);
      if (!added.length) continue;
      for (const lexer of added) picker.known.set(lexer.word, lexer);
      const known = [...picker.select.children].find((group) => group.label === label);
      const options = added.map(({ word, label: shown }) => element("option", { value: word }, shown));
      if (known) known.prepend(...options);
      else picker.select.prepend(element("optgroup", { label }, ...options));
    }
  }
}
