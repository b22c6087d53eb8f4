/**
 * Parser of split patterns.
 *
 * Twin: wordchipper_lab/spanners/automaton/pattern_syntax.py, which lists the constructs. Recursive descent
 * over
 *
 *     choice = sequence ("|" sequence)*
 *     sequence = (atom quantifier?)*
 *     atom = group | class | escape | character
 */

import { syntaxError, unsupportedError } from "./pattern_errors.js";
import { repr } from "./python_words.js";

/** @typedef {import("./syntax_tree.js").Node} Node */
/** @typedef {import("./syntax_tree.js").CharSet} CharSet */

export const MAX_REPEAT = 1000; // larger counts are refused: each repetition costs automaton states
const MAX_DEPTH = 100; // groups within groups; the parser and the compiler recurse

// A property that is not written like this is "p" and more characters to `regex`, and refused here.
const PROPERTY = /[pP](?:\{\^?(?:[\w &.-]+|[\w &.-]*[:=] *[\w&.-][\w &.-]*)\}|[CLMNPSZ])/.source;
const SET_ESCAPE = new RegExp(String.raw`\\(?:[sSdDwW]|${PROPERTY})`, "uy");
const CHAR_ESCAPE = /\\(?:[nrtfva]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^A-Za-z0-9])/suy;
const QUANTIFIER = /([?*+]|\{([0-9]+)(,)?([0-9]*)\})/uy;
const FLAGS = /\(\?([A-Za-z0-9]*)(-[A-Za-z]+)?([:)])/uy;
const CALL = /\(\?(?:R|[+-]?[0-9])/uy;
const SPECIAL = /[()[\]{}?*+\-|^$\\.&~# \t\n\r\v\f]/u;
const ANY_ATOM = /./suy;
const IN_CLASS = /[^\\]/suy;

const UNSUPPORTED_GROUPS = [
  ["(?<=", "look-behind '(?<='"],
  ["(?<!", "look-behind '(?<!'"],
  ["(?>", "atomic group '(?>' (use a possessive quantifier)"],
  ["(?P<", "named group '(?P<'"],
  ["(?<", "named group '(?<'"],
  ["(?P=", "back-reference '(?P='"],
  ["(?P>", "recursion '(?P>'"],
  ["(?R", "recursion '(?R'"],
  ["(?&", "recursion '(?&'"],
  ["(?#", "comment '(?#'"],
  ["(?(", "conditional '(?('"],
  ["(?|", "branch reset '(?|'"],
  ["(*", "verb '(*'"],
];
const UNSUPPORTED_ESCAPES = new Map([
  ["b", "word boundary"],
  ["B", "word boundary"],
  ["m", "word boundary"],
  ["M", "word boundary"],
  ["A", "start of text"],
  ["G", "search anchor"],
  ["K", "keep"],
  ["R", "line break"],
  ["X", "grapheme"],
  ["N", "character name"],
  ["g", "back-reference"],
  ["L", "named list"],
  ["h", "horizontal space"],
]);

/**
 * Parse a split pattern of the supported subset into its syntax tree.
 * @param {string} pattern
 * @returns {Node}
 */
export function parsePattern(pattern) {
  const parser = new Parser(pattern);
  const node = parser.parseChoice();
  if (parser.offset < pattern.length) throw parser.failure("unbalanced ')'");
  return node;
}

/**
 * The source of a set that has one character only.
 * @param {string} character
 * @returns {string}
 */
export function escapeCharacter(character) {
  return SPECIAL.test(character) ? `\\${character}` : character;
}

/** @param {string} digits @returns {number} */
function countOf(digits) {
  const bare = digits.replace(/^0+/, "");
  return bare.length > String(MAX_REPEAT).length ? MAX_REPEAT + 1 : Number(bare);
}

class Parser {
  /** @param {string} pattern */
  constructor(pattern) {
    this.pattern = pattern;
    this.offset = 0;
    this.ignoreCase = false;
    this.depth = 0;
  }

  /** @param {string} problem */
  failure(problem, offset = this.offset) {
    return syntaxError(this.pattern, offset, problem);
  }

  /** @param {string} construct */
  refusal(construct, offset = this.offset) {
    return unsupportedError(this.pattern, offset, `unsupported ${construct}`);
  }

  /** @param {string} text */
  at(text) {
    return this.pattern.startsWith(text, this.offset);
  }

  /** @param {RegExp} expression a sticky one */
  match(expression, offset = this.offset) {
    expression.lastIndex = offset;
    return expression.exec(this.pattern);
  }

  /** @returns {Node} */
  parseChoice() {
    const branches = [this.parseSequence()];
    while (this.at("|")) {
      this.offset += 1;
      branches.push(this.parseSequence());
    }
    return branches.length === 1 ? branches[0] : { kind: "Choice", branches };
  }

  /** @returns {Node} */
  parseSequence() {
    /** @type {Node[]} */
    const items = [];
    while (this.offset < this.pattern.length && !this.at("|") && !this.at(")")) {
      const start = this.offset;
      const atom = this.parseAtom(items);
      items.push(this.parseQuantifier(atom, start));
    }
    return items.length === 1 ? items[0] : { kind: "Sequence", items };
  }

  /** @param {Node} atom @param {number} atomOffset @returns {Node} */
  parseQuantifier(atom, atomOffset) {
    const found = this.match(QUANTIFIER);
    if (!found) {
      if (!this.at("{")) return atom;
      throw this.refusal("'{' that is not a quantifier {m}, {m,} or {m,n} (write '\\{' for the character)");
    }
    if (atom.kind === "LookAhead" || atom.kind === "TextEnd")
      throw this.refusal("quantifier after an assertion");
    const [symbol, , low, comma, high] = found;
    const minimum = low === undefined ? Number(symbol === "+") : countOf(low);
    let maximum = symbol === "?" ? 1 : null;
    if (low !== undefined) maximum = high ? countOf(high) : comma ? null : minimum;
    const shown = repr(symbol.slice(0, 20));
    if (maximum !== null && maximum < minimum) {
      throw this.failure(`quantifier ${shown} with its bounds in the wrong order`);
    }
    if (Math.max(minimum, maximum ?? 0) > MAX_REPEAT) {
      throw this.refusal(`quantifier ${shown} above ${MAX_REPEAT} repetitions`);
    }
    this.offset += symbol.length;
    if (this.at("?")) throw this.refusal("lazy quantifier", found.index);
    const possessive = this.at("+");
    this.offset += Number(possessive);
    if (this.match(QUANTIFIER)) throw this.failure("quantifier after a quantifier");
    return { kind: "Repeat", item: atom, minimum, maximum, possessive, offset: atomOffset };
  }

  /** @param {Node[]} before @returns {Node} */
  parseAtom(before) {
    const [character] = /** @type {RegExpExecArray} */ (this.match(ANY_ATOM));
    if (character === "(") return this.parseGroup();
    if (character === "[") return this.parseClass();
    if (character === "\\") return this.parseEscape(before);
    if (character === "$") return this.parseTextEnd("$", before);
    if (character === "^") throw this.refusal("start of text '^'");
    if ("?*+".includes(character)) throw this.failure(`quantifier '${character}' with nothing to repeat`);
    if (character === "{") throw this.refusal("'{' that is not a quantifier (write '\\{' for the character)");
    this.offset += character.length;
    return this.charSet(character === "." ? character : escapeCharacter(character));
  }

  /** @param {string} source @returns {CharSet} */
  charSet(source) {
    return { kind: "CharSet", source, ignoreCase: this.ignoreCase };
  }

  /** @returns {Node} */
  parseGroup() {
    const start = this.offset;
    const outerCase = this.ignoreCase;
    const isNegative = this.at("(?!");
    const isLookAhead = isNegative || this.at("(?=");
    if (isLookAhead) this.offset += 3;
    else this.openGroup();
    if (this.depth === MAX_DEPTH) throw this.refusal(`nesting of more than ${MAX_DEPTH} groups`, start);
    this.depth += 1;
    const node = this.parseChoice();
    this.depth -= 1;
    if (!this.at(")")) throw this.failure("missing ')'", start);
    this.offset += 1;
    this.ignoreCase = outerCase;
    if (!isLookAhead) return node;
    if (node.kind !== "CharSet")
      throw this.refusal("look-ahead at anything but one character of a set", start);
    return { kind: "LookAhead", chars: node, negative: isNegative };
  }

  openGroup() {
    if (this.match(CALL)) {
      throw this.refusal("recursion: a group that is called by its number, or the whole pattern");
    }
    const flags = this.match(FLAGS);
    if (flags) {
      const [written, on, off, end] = flags;
      if (end === ")") {
        throw this.refusal(`flags for the rest of the pattern ${repr(written)} (write '(?i:...)')`);
      }
      if (!["", "i"].includes(on) || ![undefined, "-i"].includes(off) || (on && off)) {
        throw this.refusal(`flags ${repr(written)} (only 'i' is known)`);
      }
      this.ignoreCase = Boolean(on) || (this.ignoreCase && !off);
      this.offset += written.length;
    } else if (this.at("(?") || this.at("(*")) {
      const named = UNSUPPORTED_GROUPS.find(([opening]) => this.at(opening));
      if (!named) throw this.failure("unknown group '(?'");
      throw this.refusal(named[1]);
    } else {
      this.offset += 1;
    }
  }

  /** @param {Node[]} before @returns {Node} */
  parseEscape(before) {
    const found = this.match(SET_ESCAPE) ?? this.match(CHAR_ESCAPE);
    if (!found) {
      const letter = this.pattern.slice(this.offset + 1, this.offset + 2);
      if (letter === "z" || letter === "Z") return this.parseTextEnd(`\\${letter}`, before);
      throw this.escapeRefusal();
    }
    this.offset += found[0].length;
    return this.charSet(found[0]);
  }

  escapeRefusal() {
    const letter = this.pattern.slice(this.offset + 1, this.offset + 2);
    if (!letter) return this.failure("escape '\\' at the end");
    if (/[0-9]/.test(letter)) return this.refusal(`back-reference or octal escape '\\${letter}'`);
    const named = UNSUPPORTED_ESCAPES.get(letter);
    if (named) return this.refusal(`${named} '\\${letter}'`);
    if ("pPxuU".includes(letter)) return this.failure(`malformed escape '\\${letter}'`);
    return this.refusal(`escape '\\${letter}'`);
  }

  /** @returns {CharSet} */
  parseClass() {
    const start = this.offset;
    this.offset += this.at("[^") ? 2 : 1;
    if (this.at("]")) throw this.refusal("']' as the first character of a class (write '\\]')");
    while (!this.at("]")) {
      if (this.offset >= this.pattern.length) throw this.failure("missing ']'", start);
      if (this.at("[")) {
        throw this.refusal(
          "'[' inside a class: nested sets and POSIX classes (write '\\[' for the character)",
        );
      }
      const operation = ["&&", "||", "~~", "--"].find((each) => this.at(each));
      if (operation) throw this.refusal(`set operation '${operation}'`);
      const found = this.match(IN_CLASS) ?? this.match(SET_ESCAPE) ?? this.match(CHAR_ESCAPE);
      if (!found) throw this.escapeRefusal();
      this.offset += found[0].length;
    }
    this.offset += 1;
    return this.charSet(this.pattern.slice(start, this.offset));
  }

  /** @param {string} symbol @param {Node[]} before @returns {Node} */
  parseTextEnd(symbol, before) {
    const offset = this.offset;
    this.offset += symbol.length;
    if (symbol === "\\z") return { kind: "TextEnd", behind: null, offset };
    const last = before.at(-1);
    if (last?.kind === "Repeat" && last.maximum === null && last.item.kind === "CharSet") {
      return { kind: "TextEnd", behind: last.item, offset };
    }
    const place = "that is not directly after an unlimited repetition of a set, as in '\\s++$'";
    throw this.refusal(`${repr(symbol)} ${place}`, offset);
  }
}
