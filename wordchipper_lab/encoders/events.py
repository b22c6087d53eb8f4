"""The events that traced span encoders record: event codes, and the four values of each.

`position` is an index into the encoder's own list of tokens for the sweeps, merge_heap and the wrong
encoders, and a byte offset in the span for priority_merge (its node numbers) and bpe_backtrack. Values that
are not listed are 0.
"""

from __future__ import annotations

__all__ = [
    "ACCEPT",
    "BACKTRACK",
    "BIT",
    "CHECK",
    "EVENT_NAMES",
    "LOOKUP",
    "MATCH",
    "MERGE",
    "POP",
    "PUSH",
    "SCAN",
    "SHIFT",
    "SHORTER",
    "SIFT",
    "STALE",
]

LOOKUP = 1
"""A pair was looked up: position, left, right, rank (-1 for no merge)."""
MERGE = 2
"""The winner of a round was merged: position, merged token, tokens left, elements moved to close the hole."""
PUSH = 3
"""A heap entry was pushed: rank, position, left, right."""
POP = 4
"""A heap entry was popped and is still valid: rank, position, left, right."""
STALE = 5
"""A heap entry was popped, but its tokens no longer exist: rank, position, left, right."""
MATCH = 6
"""The longest token at a place was found: position, token, bytes of the walk down the trie."""
CHECK = 7
"""A step of the valid-pair check: left, right, limit, rank of the pair (-1 for no merge)."""
ACCEPT = 8
"""A token was appended: position, token."""
SHORTER = 9
"""The next shorter prefix is tried: position, token, shorter token."""
BACKTRACK = 10
"""A position was found to be a dead end: position (cleared permanently), token removed (-1 for none)."""
SCAN = 11
"""Ranks were compared one after another to find the lowest: how many."""
SIFT = 12
"""A heap entry reached its place: levels it moved, place in the heap."""
BIT = 13
"""The bit of the place where a token would end was read: position, token, end, whether it is set."""
SHIFT = 14
"""A byte was pushed onto the stack: position, token."""

EVENT_NAMES = {
    LOOKUP: "lookup",
    MERGE: "merge",
    PUSH: "push",
    POP: "pop",
    STALE: "stale",
    MATCH: "match",
    CHECK: "check",
    ACCEPT: "accept",
    SHORTER: "shorter",
    BACKTRACK: "backtrack",
    SCAN: "scan",
    SIFT: "sift",
    BIT: "bit",
    SHIFT: "shift",
}
