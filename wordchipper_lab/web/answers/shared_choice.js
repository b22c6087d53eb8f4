// What the screens of a Lab share: one text, one tokenizer, one pinned span or token. Twin: widgets/shared_choice.py.

const SHARED = ["text", "model", "lexer", "encoder", "special", "span", "token"];
const PINS = ["span", "token"];
const MOST_CARRIED = 20_000; // characters

export class SharedChoice {
  constructor() {
    this.chosen = {};
    this.noted = {};
  }

  // Remember what `screen` holds now: it was not chosen there.
  note(screen, given) {
    this.noted[screen] = { ...given };
  }

  // Take over what has changed on `screen` since the last note. Another text has no pins of the former one.
  collect(screen, given) {
    const before = this.noted[screen] ?? {};
    const changed = Object.entries(given).filter(([name, value]) => !(name in before) || before[name] !== value);
    if (changed.some(([name]) => name === "text" || name === "model")) for (const pin of PINS) delete this.chosen[pin];
    Object.assign(this.chosen, Object.fromEntries(changed));
    this.note(screen, given);
  }

  // What a page keeps, to `bring` it when it is loaded again.
  get carried() {
    const isCarried = ([name, value]) => !PINS.includes(name) && Array.from(value).length <= MOST_CARRIED;
    return Object.fromEntries(Object.entries(this.chosen).filter(isCarried));
  }

  bring(carried) {
    const isBrought = ([name, value]) => SHARED.includes(name) && !PINS.includes(name) && typeof value === "string";
    Object.assign(this.chosen, Object.fromEntries(Object.entries(carried).filter(isBrought)));
  }
}
