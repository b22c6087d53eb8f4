// The Explorer as its page knows it: public state, and what is drawn of it. Twin: widgets/explorer.py.

import { ENCODERS } from "../tokenizer/trace.js";
import { explainProblem } from "./answer_error.js";
import { findBranch } from "./branches.js";
import { decodeIds, parseIds } from "./decoding.js";
import { answerExplorer } from "./explorer.js";
import { drawTree } from "./merge_tree.js";

const ASKED = ["text", "model", "lexer", "encoder", "special", "compare"];
const WORD = 0;

export class ExplorerScreen {
  // tokenizers: see tokenizers.js; patternsOf: (tokenizer) -> its match_at.js; state: of the page
  constructor(tokenizers, patternsOf, state) {
    Object.assign(this, { tokenizers, patternsOf, state: { ...state } });
  }

  // Takes changes of the public state; resolves to changes of what is drawn.
  async set(changes) {
    const before = this.question();
    Object.assign(this.state, changes);
    const question = this.question();
    const drawn = {};
    if (!this.drawn || !isSame(question, before)) {
      const { status, drawing, comparison } = await answerExplorer(this.tokenizers, question);
      drawn._status = status;
      if (drawing) {
        this.drawn = { question, drawing };
        Object.assign(drawn, { _drawing: drawing, _comparison: comparison });
      }
    }
    drawn._tree = await this.tree();
    return drawn;
  }

  // Whether the page can show the state that `changes` make. So in all screens.
  isWithin(changes) {
    const { model, compare, lexer, encoder } = { ...this.state, ...changes };
    return ENCODERS.includes(encoder) && this.tokenizers.has([model, ...compare], lexer);
  }

  question() {
    return Object.fromEntries(ASKED.map((name) => [name, this.state[name]]));
  }

  async ask(verb, fields) {
    if (verb !== "decode") return null;
    try {
      const { model, lexer, encoder } = this.state;
      return decodeIds(await this.tokenizers.get(model, lexer, encoder), parseIds(fields.ids));
    } catch (error) {
      return { error: explainProblem(error) };
    }
  }

  // The merges that make the pinned token; nothing where none is pinned.
  async tree() {
    const { selected } = this.state;
    if (!this.drawn || selected < 0) return {};
    const { question, drawing } = this.drawn;
    const tokens = columnOf(drawing.tokens);
    if (selected >= tokens.length) return {};
    const tokenizer = await this.tokenizers.get(question.model, question.lexer, question.encoder);
    const tree = drawTree(tokenizer, tokens[selected]) ?? {};
    return { ...tree, place: selected, branch: this.branch(tokenizer, question.text, drawing, selected) };
  }

  // In words, the branch of the split pattern that made the span of token number `selected`; "" if no pattern did it alone.
  branch(tokenizer, text, drawing, selected) {
    const ends = columnOf(drawing.span_ends);
    const span = columnOf(drawing.span_token_ends).findIndex((end) => end > selected);
    if (drawing.span_kinds.getUint8(span) !== WORD) return "";
    const data = new TextEncoder().encode(text);
    try {
      const found = findBranch(this.patternsOf(tokenizer), tokenizer.pattern, data, span > 0 ? ends[span - 1] : 0, ends[span]);
      return found ? `${found.index + 1}: ${found.source}` : "";
    } catch {
      return ""; // a branch alone may be outside the automaton's subset
    }
  }
}

const isSame = (one, other) => ASKED.every((name) => one[name] === other[name] || (name === "compare" && one[name].join() === other[name].join()));

function columnOf(view) {
  return new Uint32Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength));
}
