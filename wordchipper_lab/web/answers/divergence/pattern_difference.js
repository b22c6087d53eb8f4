// Two patterns side by side: branches that both have, and the characters in which the others differ. Twin:
// screens/divergence/pattern_difference.py.

import { splitBranches } from "../branches.js";
import { opcodes, similarity } from "./sequence_matcher.js";

const MOST_COMPARED = 300_000; // characters of one times characters of the other
const MOST_PAIRED = 200; // branches of one times branches of the other that are looked at for pairs
const ALIKE = 0.4; // share of characters in common that makes two branches a pair

export function comparePatterns(a, b) {
  if (!a || !b) return {};
  const [ours, theirs] = [a, b].map((pattern) => splitBranches(pattern).map(({ source }) => source));
  const isSmall = Array.from(a).length * Array.from(b).length <= MOST_COMPARED;
  const pairs = isSmall ? pairUp(ours, theirs) : apart(ours, theirs);
  return {
    branches: pairs.map(([one, other]) => compareBranches(one, other)),
    same: pairs.filter(([one, other]) => one === other).length,
  };
}

const apart = (ours, theirs) => [...ours.map((one) => [one, null]), ...theirs.map((other) => [null, other])];

// Every branch once, in order; equal ones as pairs, and between them those that are alike.
function pairUp(ours, theirs) {
  return opcodes(ours, theirs).flatMap(([what, i, toI, j, toJ]) => {
    const [mine, others] = [ours.slice(i, toI), theirs.slice(j, toJ)];
    return what === "equal" ? mine.map((one, at) => [one, others[at]]) : pairAlike(mine, others);
  });
}

// The most similar two are a pair; what is before them and what is behind them likewise.
function pairAlike(ours, theirs) {
  const alike = [];
  if (ours.length * theirs.length <= MOST_PAIRED) {
    const [mine, others] = [ours, theirs].map((branches) => branches.map((branch) => Array.from(branch)));
    mine.forEach((one, i) => others.forEach((other, j) => alike.push({ i, j, share: similarity(one, other) })));
  }
  const pair = (i, toI, j, toJ) => {
    let best = null;
    for (const each of alike) {
      const isInside = i <= each.i && each.i < toI && j <= each.j && each.j < toJ;
      if (isInside && !(best?.share >= each.share)) best = each;
    }
    if (!best || best.share < ALIKE) return apart(ours.slice(i, toI), theirs.slice(j, toJ));
    return [...pair(i, best.i, j, best.j), [ours[best.i], theirs[best.j]], ...pair(best.i + 1, toI, best.j + 1, toJ)];
  };
  return pair(0, ours.length, 0, theirs.length);
}

function compareBranches(one, other) {
  if (one === null || other === null) return { a: whole(one), b: whole(other) };
  const [mine, others] = [Array.from(one), Array.from(other)];
  const changes = opcodes(mine, others);
  return {
    a: pieces(changes.map(([what, i, toI]) => [what !== "equal", mine.slice(i, toI).join("")])),
    b: pieces(changes.map(([what, , , j, toJ]) => [what !== "equal", others.slice(j, toJ).join("")])),
  };
}

const whole = (branch) => (branch === null ? null : pieces([[true, branch]]));

function pieces(found) {
  const kept = found.filter(([, text]) => text);
  return { text: kept.map(([, text]) => text), differs: kept.map(([differs]) => differs) };
}
