r"""How large does a pattern become when the ``regex`` package unrolls its counts? Asked before it compiles one.

It unrolls in C, where no time limit reaches: ``(((a{1000}){1000}){10})`` takes 5 s, one more ``{1000}`` for ever. Nor
does one reach what it prepares to find a long literal in a text, which is cubic: 0.06 s for 500 equal letters, 4 s for
2,000.
"""

from __future__ import annotations

import math
import re

from ..errors import WorkLimitError
from .pattern_limits import PatternLimits, shorten

__all__ = ["check_size", "longest_literal", "pattern_size"]

# Possessive: these see what a visitor typed, and must not go back and forth themselves.
_CLASS = re.compile(r"\[\^?+\]?+(?:\\.|\[:\^?\w++:\]|[^\]\\])*+\]", re.DOTALL)
_BRACES = re.compile(r"\{[^{}]*\}")
_VERBOSE_BRACES = re.compile(r"\{(?:#.*+|[^{}#])*+\}")
_SPACE = re.compile(r"\s|#.*")
_COUNT = re.compile(r"\{0*(\d*),?0*(\d*)\}", re.ASCII)
_CALL = re.compile(r"\(\?(?:R|[+-]?\d|&|P>)")
_BETWEEN_LITERALS = re.compile(r"[|*+{.?]")
# Groups and counts: the package takes the literals before and behind most of them for one.
_PASSED_OVER = re.compile(r"\(\?(?:#[^)]*|P<\w+>|<?[=!]|>|[-\w]*)[:)]?|\{[^{}]*\}|[()]")
_ESCAPED_OR_OPEN = re.compile(r"\\.|\[", re.DOTALL)
_SHORT_CLASS = 12  # characters; it may have a single member
_FLAGS = re.compile(r"\(\?(\w*)(?:-(\w+))?([:)])")


def check_size(pattern: str, limits: PatternLimits) -> None:
    """Raise `WorkLimitError` where `pattern` has more characters or unrolls to more than `limits` say, or calls a
    group: it may call itself, which takes 1 GB of memory in a second, out of reach of any time limit."""
    limits.check_length(pattern)
    if (length := longest_literal(pattern)) > limits.literal:
        raise WorkLimitError(
            f"the pattern {shorten(pattern)} has {length:,} characters that stand for themselves in a row, at most "
            f"{limits.literal:,.0f} are taken: shorten that part, or raise {limits.named('literal')}"
        )
    if pattern_size(pattern, limits.size) > limits.size:
        raise WorkLimitError(
            f"the pattern {shorten(pattern)} stands for more than {limits.size:,.0f} characters and groups once its "
            "counts are multiplied, that many are allowed: use smaller counts, and none around a group that has counts "
            f"itself, or raise {limits.named('size')}"
        )


def longest_literal(pattern: str) -> int:
    r"""How many characters of the pattern, at most, stand for themselves in a row.

    >>> longest_literal("(?:abc|de)+fgh"), longest_literal(r"[^\s\p{L}\p{N}]x")
    (3, 1)
    """
    parts: list[str] = []
    at = 0
    for opened in _ESCAPED_OR_OPEN.finditer(pattern):
        if opened.start() < at or opened[0] != "[":
            continue
        if not (found := _CLASS.match(pattern, opened.start())):
            break  # no bracket closes one behind it either
        parts += [pattern[at : found.start()], "a" if len(found[0]) <= _SHORT_CLASS else "|"]
        at = found.end()
    shown = _PASSED_OVER.sub("", "".join([*parts, pattern[at:]]))
    return max(map(len, _BETWEEN_LITERALS.split(shown)))


def pattern_size(pattern: str, most: float = math.inf) -> int:
    r"""Characters, classes and groups in `pattern`, each as often as the counts around it say; from above.

    What has more than `most` is not counted to its end. A pattern with a mistake has a size, too. Raises
    `WorkLimitError` for a group that is called.

    >>> pattern_size("(ab{3}|[cd]){2,10}"), pattern_size(r"\p{L}{1,20} x{1,20}")
    (100, 101)
    """
    is_verbose = has_no_more_classes = False
    total = last = 0  # of the group that is open, and of what a count would repeat
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
            has_no_more_classes = not found  # no bracket closes one behind it either
        elif pattern.startswith("(?#", at):
            end = (pattern.find(")", at) + 1) or len(pattern)
            size = 0
        elif character == "(":
            if _CALL.match(pattern, at):
                raise WorkLimitError(
                    f"the pattern {shorten(pattern)} has a group that is called by name or number, and may call itself "
                    "without end: write the group out where it is called"
                )
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
        if total > most:
            break
        at = end
    return total + sum(before for before, _ in outer)


def _times(count: re.Match[str]) -> int:
    least, most = (int(digits[:7] or 1) for digits in count.groups())
    return max(least, most, 1)
