/** @typedef {{minimum: number, maximum: number | null, possessive: boolean}} Counts */
/** @typedef {{offset: number}} Place of a node in the pattern, in UTF-16 */

/**
 * The syntax tree of a split pattern. Twin: wordchipper_lab/spanners/automaton/syntax_tree.py.
 *
 * - CharSet: one character out of a set, as its source text
 * - Sequence: one item after the other
 * - Choice: the first branch that leads to a match
 * - Repeat: as many items as possible, at most `maximum` (null: no limit)
 * - LookAhead: the next character is (not) in a set
 * - TextEnd: the text ends here; `behind` is the repeated set before a "$"
 *
 * @typedef {{kind: "CharSet", source: string, ignoreCase: boolean}} CharSet
 * @typedef {{kind: "Sequence", items: Node[]}} Sequence
 * @typedef {{kind: "Choice", branches: Node[]}} Choice
 * @typedef {{kind: "Repeat", item: Node} & Counts & Place} Repeat
 * @typedef {{kind: "LookAhead", chars: CharSet, negative: boolean}} LookAhead
 * @typedef {{kind: "TextEnd", behind: CharSet | null} & Place} TextEnd
 * @typedef {CharSet | Sequence | Choice | Repeat | LookAhead | TextEnd} Node
 */

/**
 * A text that is the same for equal sets only.
 * @param {CharSet} chars
 * @returns {string}
 */
export function keyOf(chars) {
  return (chars.ignoreCase ? "i" : "c") + chars.source;
}

/**
 * `node` and everything below it, in the order of the pattern.
 * @param {Node} node
 * @param {Node[]} [found] what comes before it
 * @returns {Node[]}
 */
export function walk(node, found = []) {
  found.push(node);
  if (node.kind === "Sequence") for (const item of node.items) walk(item, found);
  else if (node.kind === "Choice") for (const branch of node.branches) walk(branch, found);
  else if (node.kind === "Repeat") walk(node.item, found);
  else if (node.kind === "LookAhead") walk(node.chars, found);
  return found;
}
