r"""The size of a pattern once the ``regex`` package has unrolled its counts, checked before compiling it.

The package unrolls in C, where no time limit applies: ``(((a{1000}){1000}){10})`` takes 5 s, and one more
``{1000}`` takes forever. No limit applies either while it prepares to find a long literal in a text, which
takes cubic time: 0.06 s for 500 equal letters, 4 s for 2,000.
"""

from __future__ import annotations

import math
import re

from ..errors import WorkLimitError
from .pattern_limits import PatternLimits, shorten

__all__ = ["check_size", "longest_literal", "pattern_size"]

# Possessive, because these run on what a visitor typed and must not backtrack themselves.
_CLASS = re.compile(r"\[\^?+\]?+(?:\\.|\[:\^?\w++:\]|[^\]\\])*+\]", re.DOTALL)
_BRACES = re.compile(r"\{[^{}]*\}")
_VERBOSE_BRACES = re.compile(r"\{(?:#.*+|[^{}#])*+\}")
_SPACE = re.compile(r"\s|#.*")
_COUNT = re.compile(r"\{0*(\d*),?0*(\d*)\}", re.ASCII)
_CALL = re.compile(r"\(\?(?:R|[+-]?\d|&|P>)")
_BETWEEN_LITERALS = re.compile(r"[|*+{.?]")
# Groups and counts: the package merges the literals before and after most of them.
_PASSED_OVER = re.compile(r"\(\?(?:#[^)]*|P<\w+>|<?[=!]|>|[-\w]*)[:)]?|\{[^{}]*\}|[()]")
_ESCAPED_OR_OPEN = re.compile(r"\\.|\[", re.DOTALL)
_SHORT_CLASS = 12  # characters; it may have a single member
_FLAGS = re.compile(r"\(\?(\w*)(?:-(\w+))?([:)])")


def check_size(pattern: str, limits: PatternLimits) -> None:
    """Raise `WorkLimitError` if `pattern` exceeds `limits` in characters or unrolled size, or calls a group:
    such a group may call itself, which takes 1 GB of memory in a second, where no time limit applies."""
    limits.check_length(pattern)
    if (length := longest_literal(pattern)) > limits.literal:
        raise WorkLimitError(
            f"the pattern {shorten(pattern)} has {length:,} literal characters in a row, but at most "
            f"{limits.literal:,.0f} are allowed: shorten that part, or raise {limits.named('literal')}"
        )
    if pattern_size(pattern, limits.size) > limits.size:
        raise WorkLimitError(
            f"the pattern {shorten(pattern)} has more than the {limits.size:,.0f} characters and groups "
            "allowed once its counts are multiplied: use smaller counts, and none around a group that "
            f"contains counts, or raise {limits.named('size')}"
        )


def longest_literal(pattern: str) -> int:
    r"""The largest number of literal characters in a row in the pattern.

    >>> longest_literal("(?:abc|de)+fgh"), longest_literal(r"[^\s\p{L}\p{N}]x")
    (3, 1)
    """
    parts: list[str] = []
    at = 0
    for opened in _ESCAPED_OR_OPEN.finditer(pattern):
        if opened.start() < at or opened[0] != "[":
            continue
        if not (found := _CLASS.match(pattern, opened.start())):
            break  # no bracket closes one after it either
        parts += [pattern[at : found.start()], "a" if len(found[0]) <= _SHORT_CLASS else "|"]
        at = found.end()
    shown = _PASSED_OVER.sub("", "".join([*parts, pattern[at:]]))
    return max(map(len, _BETWEEN_LITERALS.split(shown)))


def pattern_size(pattern: str, most: float = math.inf) -> int:
    r"""Upper bound of the characters, classes and groups in `pattern`, each multiplied by the counts around
    it.

    Counting stops above `most`. A pattern with a mistake has a size too. Raises `WorkLimitError` for a group
    that is called.

    >>> pattern_size("(ab{3}|[cd]){2,10}"), pattern_size(r"\p{L}{1,20} x{1,20}")
    (100, 101)
    """
    is_verbose = has_no_more_classes = False
    total = last = 0  # of the open group, and of the item that a count would repeat
    outer: list[tuple[int, bool]] = []
    at = 0
    while at < len(pattern):
        character, end, size = pattern[at], at + 1, 1
        if is_verbose and (space := _SPACE.match(pattern, at)):
            end, size = space.end(), 0
        elif character == "\\":
            end += 1
        elif character == "[" and not has_no_more_classes:
            if found := _CLASS.match(pattern, at):
                end = found.end()
                size = end - at
            has_no_more_classes = not found  # no bracket closes one after it either
        elif pattern.startswith("(?#", at):
            end = (pattern.find(")", at) + 1) or len(pattern)
            size = 0
        elif character == "(":
            if _CALL.match(pattern, at):
                raise WorkLimitError(
                    f"the pattern {shorten(pattern)} has a group that is called by name or number, and may "
                    "call itself without end: write the group out where it is called"
                )
            flags = _FLAGS.match(pattern, at)
            if (
                not flags or flags[3] == ":"
            ):  # otherwise it is not a group, and extends to the end of the enclosing one
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
        if total > most:
            break
        at = end
    return total + sum(before for before, _ in outer)


def _times(count: re.Match[str]) -> int:
    least, most = (int(digits[:7] or 1) for digits in count.groups())
    return max(least, most, 1)
