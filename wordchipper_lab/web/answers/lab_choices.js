// What each screen gives to the others of a Lab, and how it shows what was chosen there: `given` and `taken` of Python's
// widgets.

import { isToy } from "./merging/toys.js";

const CARRIED = ["text", "model", "lexer", "encoder", "special"];
const MOST_TEXT = 20_000; // bytes of which the merge stepper lists spans
const MOST_SPANS = 400;
const WORD = 0;

const bytesOf = (text) => new TextEncoder().encode(text);

const explorer = {
  given({ state, drawn }) {
    const given = Object.fromEntries(CARRIED.map((name) => [name, state[name]]));
    const isDrawn = drawn && Object.entries(drawn.question).every(([name, value]) => JSON.stringify(state[name]) === JSON.stringify(value));
    if (!isDrawn || state.selected < 0) return given;
    const tokens = columnOf(drawn.drawing.tokens);
    if (state.selected >= tokens.length) return given;
    const span = columnOf(drawn.drawing.span_token_ends).findIndex((end) => end > state.selected);
    return { ...given, token: tokens[state.selected], span };
  },

  taken({ state }, chosen) {
    const taken = Object.fromEntries(CARRIED.filter((name) => name in chosen).map((name) => [name, chosen[name]]));
    const isOther = ["text", "model"].some((name) => (taken[name] ?? state[name]) !== state[name]);
    return isOther ? { ...taken, selected: -1 } : taken;
  },
};

const stepper = {
  given({ state }) {
    return isToy(state.model) || state.whole ? {} : { text: state.text, model: state.model, span: state.span };
  },

  async taken({ state }, chosen, tokenizers) {
    const model = chosen.model ?? (isToy(state.model) ? "o200k_base" : state.model);
    if (!("text" in chosen)) return "model" in chosen ? { model } : {};
    return spanState(await tokenizers.get(model, "automaton", "bpe_backtrack"), chosen.text, model, chosen.span, state);
  },
};

// The state of the stepper that shows a span of a text; of one that is too long to pick spans from, the span alone.
function spanState(tokenizer, text, model, span, shown) {
  if (span === undefined && shown.text === text && shown.model === model) return {};
  const at = { text, model, whole: false, step: 0 };
  const isShort = bytesOf(text).length <= MOST_TEXT;
  const spans = tokenizer.spans(text, "parse");
  const startOf = (number) => (number > 0 ? spans.ends[number - 1] : 0);
  if (span === undefined && isShort) {
    const first = spans.ends.findIndex((end, number) => spans.kinds[number] === WORD && end - startOf(number) > 1);
    return { ...at, span: Math.max(first, 0) };
  }
  if (spans.length === 0) return { ...at, span: 0 };
  const chosen = Math.min(span ?? 0, spans.length - 1);
  if (isShort && chosen < MOST_SPANS) return { ...at, span: chosen };
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { ...at, text: decoder.decode(bytesOf(text).subarray(startOf(chosen), spans.ends[chosen])), span: 0, whole: true };
}

const vocabulary = {
  given({ state }) {
    return state.selected >= 0 ? { model: state.model, token: state.selected } : { model: state.model };
  },

  taken({ state }, chosen) {
    const isOther = (chosen.model ?? state.model) !== state.model;
    const taken = isOther ? { model: chosen.model } : {};
    return isOther || "token" in chosen ? { ...taken, query: "", selected: chosen.token ?? -1 } : taken;
  },
};

const divergence = {
  // The text, and the opened tokenizer whose lexer is A.
  given({ state, opened }, tokenizers) {
    const given = state.source === "text" ? { text: state.text } : {};
    return tokenizers.opened.find(opened)?.word === state.a ? { ...given, model: opened } : given;
  },

  // As A the lexer of the chosen tokenizer, if that was opened from a file.
  taken(screen, chosen, tokenizers) {
    const { state } = screen;
    const text = chosen.text ?? state.text;
    const changed = text === state.text ? {} : { text, source: "text", selected: 0 };
    const found = tokenizers.opened.find(chosen.model);
    if (!found) return changed;
    screen.opened = chosen.model;
    return found.word === state.a ? changed : { a: found.word, selected: 0, ...changed };
  },
};

const training = {
  given: () => ({}),
  taken: ({ state }, chosen) => ((chosen.text ?? state.probe) === state.probe ? {} : { probe: chosen.text }),
};

// By the name of the screen; those of a screen without are none.
export const LAB_CHOICES = { explorer, stepper, vocabulary, divergence, training };

function columnOf(view) {
  return new Uint32Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
}
