// The events that traced kernels record: codes, and the four values of each. Twin: encoders/events.py.

export const LOOKUP = 1; // position, left, right, rank (-1 for no merge)
export const MERGE = 2; // position, merged token, tokens left, elements moved to close the hole
export const PUSH = 3; // rank, position, left, right
export const POP = 4; // the same
export const STALE = 5; // the same
export const MATCH = 6; // position, token, bytes of the walk down the trie
export const CHECK = 7; // left, right, limit, rank of the pair (-1 for no merge)
export const ACCEPT = 8; // position, token
export const SHORTER = 9; // position, token, shorter token
export const BACKTRACK = 10; // position, token removed (-1 for none)
export const SCAN = 11; // how many ranks were compared
export const SIFT = 12; // levels that a heap entry moved, its place in the heap
export const BIT = 13; // position, token, end, whether the bit there is set
export const SHIFT = 14; // position, token

// A rank as kernels give it: -1 is no merge.
export function asRank(rank) {
  return rank < 0 ? null : rank;
}
