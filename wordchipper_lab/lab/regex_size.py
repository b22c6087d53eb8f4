r"""How large does a pattern become when the ``regex`` package unrolls its counts? Asked before it compiles one.

It unrolls in C, where no time limit reaches: ``(((a{1000}){1000}){10})`` takes 5 s, one more ``{1000}`` for ever.
"""

from __future__ import annotations

import re

from ..errors import WorkLimitError

__all__ = ["MOST_CHARACTERS", "MOST_STEPS", "check_size", "pattern_size"]

MOST_STEPS = 100_000
"""30 to 70 ms of compiling."""

MOST_CHARACTERS = 2000
"""Counting so many brackets that nothing closes takes 60 ms, and grows with their square."""

# Possessive: these see what a visitor typed, and must not go back and forth themselves.
_CLASS = re.compile(r"\[\^?+\]?+(?:\\.|\[:\^?\w++:\]|[^\]\\])*+\]", re.DOTALL)
_BRACES = re.compile(r"\{[^}]*\}")
_VERBOSE_BRACES = re.compile(r"\{(?:#.*+|[^}#])*+\}")
_SPACE = re.compile(r"\s|#.*")
_COUNT = re.compile(r"\{0*(\d*),?0*(\d*)\}", re.ASCII)
_CALL = re.compile(rf"\\.|{_CLASS.pattern}|\(\?(?:R|[+-]?\d|&|P>)", re.DOTALL)
_FLAGS = re.compile(r"\(\?(\w*)(?:-(\w+))?([:)])")


def check_size(pattern: str) -> None:
    """Raise `WorkLimitError` where `pattern` has more than `MOST_CHARACTERS`, calls a group (it may call itself: 1 GB
    of memory in a second, out of reach of any time limit), or unrolls to more than `MOST_STEPS`."""
    if len(pattern) > MOST_CHARACTERS:
        raise WorkLimitError(
            f"the pattern has {len(pattern):,} characters, up to {MOST_CHARACTERS:,} are taken here: shorten it"
        )
    if any(found[0].startswith("(?") for found in _CALL.finditer(pattern)):
        raise WorkLimitError(
            f"the pattern {pattern[:60]!r} has a group that is called by name or number, and may call itself "
            "without end: write the group out where it is called"
        )
    if pattern_size(pattern) > MOST_STEPS:
        shown = pattern if len(pattern) <= 60 else pattern[:60] + "…"
        raise WorkLimitError(
            f"the pattern {shown!r} stands for more than {MOST_STEPS:,} characters and groups once its counts are "
            "multiplied, that many are allowed: use smaller counts, and none around a group that has counts itself"
        )


def pattern_size(pattern: str) -> int:
    r"""Characters, classes and groups in `pattern`, each as often as the counts around it say; from above.

    What has more than `MOST_STEPS` is not counted to its end. A pattern with a mistake has a size, too.

    >>> pattern_size("(ab{3}|[cd]){2,10}"), pattern_size(r"\p{L}{1,20} x{1,20}")
    (100, 101)
    """
    is_verbose = False
    total = last = 0  # of the group that is open, and of what a count would repeat
    outer: list[tuple[int, bool]] = []
    at = 0
    while at < len(pattern):
        character, end, size = pattern[at], at + 1, 1
        if is_verbose and (space := _SPACE.match(pattern, at)):
            end, size = space.end(), 0
        elif character == "\\":
            end += 1
        elif character == "[" and (found := _CLASS.match(pattern, at)):
            end = found.end()
            size = end - at
        elif pattern.startswith("(?#", at):
            end = (pattern.find(")", at) + 1) or len(pattern)
            size = 0
        elif character == "(":
            flags = _FLAGS.match(pattern, at)
            if (
                not flags or flags[3] == ":"
            ):  # else it is no group, and holds up to the end of the one it stands in
                outer.append((total, is_verbose))
                total = last = 0
            size = 0
            if flags:
                end = flags.end()
                is_verbose = "x" in flags[1] or (is_verbose and "x" not in (flags[2] or ""))
        elif character == ")" and outer:
            size = total + 1
            total, is_verbose = outer.pop()
        elif character in "*+?":
            size = 0
        elif character == "{" and (braces := (_VERBOSE_BRACES if is_verbose else _BRACES).match(pattern, at)):
            end = braces.end()
            bare = _SPACE.sub("", braces[0]) if is_verbose else braces[0]
            count = _COUNT.fullmatch(bare)
            size = last * _times(count) if count else last + end - at
            total -= last
        if size:
            total, last = total + size, size
        if total > MOST_STEPS:
            break
        at = end
    return total + sum(before for before, _ in outer)


def _times(count: re.Match[str]) -> int:
    least, most = (int(digits[:7] or 1) for digits in count.groups())
    return max(least, most, 1)
