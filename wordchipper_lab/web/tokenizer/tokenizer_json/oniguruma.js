/**
 * Where Oniguruma, the engine behind `tokenizer.json`, reads a pattern differently from the `regex` package.
 *
 * Twin: wordchipper_lab/vocab/formats/oniguruma.py, which says why. Offsets are in UTF-16.
 */

const INTERVAL_PLUS = /\{\d*,?\d*\}\+/y;
const FLAGS = /\(\?([a-zA-Z]+)?(-[a-zA-Z]+)?[:)]/y;
const LAZY_INTERVAL = /\{\d+\}\?/y;
const PROPERTIES = /\\[pP](?!\{)|\\[pP]\{\^?(?:x ?digit|word|[^}]*=)/iy;
const FOLDED_OTHERWISE = /\\[pPwW]|[^\x00-\x7f]|[iI-]|s[st]|f[fil]/i;

/** @type {Readonly<Record<string, string>>} */
const ESCAPES = {
  N: "all but a line feed there, a character's name here",
  b: "other characters are word characters there",
  B: "other characters are word characters there",
  h: "a hexadecimal digit there, horizontal space here",
  Z: "before a last newline there, the very end here",
};

/**
 * Offset and description of the first construct that the two read differently, or null.
 * @param {string} pattern
 * @returns {[number, string] | null}
 */
export function findDialectDifference(pattern) {
  let isInClass = false;
  let i = 0;
  /** @param {RegExp} expression a sticky one */
  const match = (expression) => {
    expression.lastIndex = i;
    return expression.exec(pattern);
  };
  while (i < pattern.length) {
    const character = pattern[i];
    if (character === "\\") {
      const escaped = pattern[i + 1] ?? "";
      const found = match(PROPERTIES);
      if (found) return [i, `${found[0]} (another property there)`];
      if (escaped === "W" && isInClass) {
        return [i, "\\W in a character class (other characters are word characters there)"];
      }
      if (Object.hasOwn(ESCAPES, escaped)) return [i, `\\${escaped} (${ESCAPES[escaped]})`];
      i += 2;
      continue;
    }
    if (isInClass) {
      if (character === "[" || pattern.startsWith("&&", i)) {
        const what = character === "[" ? "[" : "&&";
        return [i, `${what} in a character class (a set operation there, a character here)`];
      }
      isInClass = character !== "]";
    } else if (character === "[") {
      isInClass = true;
      i += headOfClass(pattern, i);
      continue;
    } else if (character === "^" || character === "$") {
      return [i, `${character} (at every line there, of the whole text here)`];
    } else {
      const difference = findGroupDifference(pattern, match);
      if (difference) return [i, difference];
    }
    i += 1;
  }
  return null;
}

/** @param {string} pattern @param {(expression: RegExp) => RegExpExecArray | null} match */
function findGroupDifference(pattern, match) {
  const possessive = match(INTERVAL_PLUS);
  if (possessive) return `${possessive[0]} (repeated there, possessive here)`;
  const lazy = match(LAZY_INTERVAL);
  if (lazy) return `${lazy[0]} (optional there, lazy here)`;
  const flags = match(FLAGS);
  if (!flags) return null;
  const [written, on = "", off = ""] = flags;
  if (/[^ix-]/.test(on + off)) return `the flags of ${written} (other meanings there)`;
  if (on.includes("i") && FOLDED_OTHERWISE.test(groupFrom(pattern, flags.index + written.length))) {
    return `${written} of more than a few plain letters (case is folded differently there)`;
  }
  return null;
}

/**
 * What a class begins with: a "]" that comes first is a member.
 * @param {string} pattern
 * @param {number} start
 * @returns {number}
 */
function headOfClass(pattern, start) {
  const size = 1 + Number(pattern.startsWith("^", start + 1));
  return size + Number(pattern.startsWith("]", start + size));
}

/**
 * Contents of the group whose inside begins at `start`; for flags without a group, the rest.
 * @param {string} pattern
 * @param {number} start
 */
function groupFrom(pattern, start) {
  let depth = 1;
  let i = start;
  for (; i < pattern.length && depth > 0; i++) {
    if (pattern[i] === "\\") i++;
    else depth += Number(pattern[i] === "(") - Number(pattern[i] === ")");
  }
  return pattern.slice(start, i);
}

const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}`;

/** Superscripts and fractions of Latin-1 are word characters for Oniguruma, but not within a class. */
const NUMBERS_THERE = "\u00b2\u00b3\u00b9\u00bc\u00bd\u00be";

/**
 * An Oniguruma pattern with `\w` and `\W` spelt out.
 * @param {string} pattern
 * @returns {string}
 */
export function fromOniguruma(pattern) {
  const spelt = [];
  let isInClass = false;
  for (let i = 0; i < pattern.length; ) {
    let piece = pattern[i];
    let size = 1;
    if (piece === "\\") {
      piece = pattern.slice(i, i + 2);
      size = 2;
      if (piece === "\\w") piece = isInClass ? WORD : `[${NUMBERS_THERE}${WORD}]`;
      else if (piece === "\\W" && !isInClass) piece = `[^${NUMBERS_THERE}${WORD}]`;
    } else if (isInClass) {
      isInClass = piece !== "]";
    } else if (piece === "[") {
      isInClass = true;
      size = headOfClass(pattern, i);
      piece = pattern.slice(i, i + size);
    }
    spelt.push(piece);
    i += size;
  }
  return spelt.join("");
}
