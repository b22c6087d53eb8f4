// bpe_backtrack: one frame for each token that is tried at a position, with everything that decided about it.
// Twin: lab/merging/replay_bpe_backtrack.py.

import { ACCEPT, BACKTRACK, BIT, CHECK, MATCH, SHORTER, asRank } from "./events.js";

// A token being tried, from the event that names it to the one that decides.
const newAttempt = () => ({ position: 0, tried: null, how: "start", chain: [], end: 0, is_open: true, checks: [], trie_steps: 0 });

export function replayBpeBacktrack(vocabulary, span, events) {
  const bounds = vocabulary.tables.token_starts.view;
  const size = (token) => bounds[token + 1] - bounds[token];
  const tokens = [];
  const starts = [];
  const bits = new Array(span.length + 1).fill(1);
  const drafts = [];
  let attempt = newAttempt();

  // last: number of the token before the border, which a step back has removed
  const draw = (outcome, shorter, stop, last = -1) => {
    const ends = starts.map((start, i) => start + size(tokens[i]));
    const candidates = attempt.checks.map(({ left, right, rank }) => {
      const [start, end] = [attempt.position - size(left), attempt.position + size(right)];
      return { index: last, left, right, rank, start, end, is_fresh: true, token: rank };
    });
    const { chain, checks } = attempt;
    const state = { ...attempt, chain: [...chain], checks: [...checks], outcome, shorter, bits: [...bits] };
    drafts.push({ merges: drafts.length, tokens: [...tokens], starts: [...starts], ends, candidates, winner: null, merged: null, state, stop });
  };

  draw("start", null, 0);
  let how = "back";
  events.forEach(([code, a, b, c, d], at) => {
    const last = tokens.length - 1;
    if (code === MATCH) {
      attempt = { ...newAttempt(), trie_steps: c };
      how = "match";
    } else if (code === BIT) {
      if (how === "back") attempt = newAttempt();
      Object.assign(attempt, { position: a, tried: b, end: c, is_open: d !== 0, how, checks: [], chain: [...attempt.chain, b] });
    } else if (code === CHECK) {
      addCheck(attempt.checks, a, b, c > bounds.length ? null : c, asRank(d));
    } else if (code === ACCEPT) {
      tokens.push(b);
      starts.push(a);
      draw("accepted", null, at + 1, last);
    } else if (code === SHORTER) {
      draw("shorter", c, at + 1, last);
      how = "shorter";
      attempt.trie_steps = 0;
    } else if (code === BACKTRACK) {
      bits[a] = 0;
      if (b >= 0) {
        tokens.pop();
        starts.pop();
      }
      draw("back", null, at + 1, last);
      how = "back";
    }
  });
  return drafts;
}

// One round of "is (left, right) valid". What it undid to get there belongs to the round before.
function addCheck(checks, left, right, limit, rank) {
  if (checks.length) {
    const before = checks.at(-1);
    checks[checks.length - 1] = { ...before, undone: before.left === left ? before.right : before.left };
  }
  checks.push({ left, right, limit, rank, refuses: rank !== null && (limit === null || rank < limit), undone: null });
}
