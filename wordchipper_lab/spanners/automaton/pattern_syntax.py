r"""Parser of split patterns: the subset of regular expressions that the automaton supports.

| construct | notes |
|---|---|
| ``abc`` ``\.`` ``\n`` ``\x41`` ``\u00e9`` ``\U0001F600`` | one character |
| ``.`` ``\s \S \d \D \w \W`` ``\p{..}`` ``\P{..}`` ``\pL`` | one character of a set, as ``regex`` has it |
| ``[a-z\p{L}]`` ``[^...]`` | one level; nested sets and set operations are refused |
| ``A|B`` ``(A)`` ``(?:A)`` | the first branch that matches wins; groups only group |
| ``(?i:A)`` ``(?-i:A)`` | case-insensitive by simple case folding (``s`` is also ``ſ``), but no property of case |
| ``A? A* A+ A{m} A{m,} A{m,n}`` | greedy |
| ``A?+ A*+ A++ A{m,n}+`` | possessive, where that cannot differ from greedy (checked by the compiler) |
| ``(?=C)`` ``(?!C)`` | look-ahead at one character of a set |
| ``$`` ``\Z`` ``\z`` | the end of the text |

``$`` also matches before a final line feed in Python, but not in Rust (where tiktoken runs it). It is
accepted only where both agree: directly after ``C*``, ``C+``, ``C++`` ... of a set C that contains the line
feed, with nothing required after it, as in ``\s++$``.

Any other regular expression raises `UnsupportedPatternError`, and anything that is not one raises
`PatternSyntaxError`; both name the construct and its character position. A recursive descent over

    choice = sequence ("|" sequence)*      sequence = (atom quantifier?)*      atom = group | class | escape | character
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from ...errors import PatternSyntaxError, UnsupportedPatternError
from .syntax_tree import CharSet, Choice, LookAhead, Node, Repeat, Sequence, TextEnd

__all__ = ["MAX_REPEAT", "parse_pattern"]

MAX_REPEAT = 1000  #: larger counts are refused: each repetition costs automaton states
MAX_DEPTH = 100  #: groups within groups; the parser and the compiler recurse

_SET_ESCAPE = re.compile(r"\\(?:[sSdDwW]|[pP](?:\{\^?[\w\s=:.&-]+\}|[A-Za-z]))")
_CHAR_ESCAPE = re.compile(
    r"\\(?:[nrtfva]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^A-Za-z0-9])", re.S
)
_QUANTIFIER = re.compile(r"([?*+]|\{(\d+)(,)?(\d*)\})", re.ASCII)
_UNSUPPORTED_GROUPS = {
    "(?<=": "look-behind '(?<='", "(?<!": "look-behind '(?<!'",
    "(?>": "atomic group '(?>' (use a possessive quantifier)",
    "(?P<": "named group '(?P<'", "(?<": "named group '(?<'", "(?P=": "back-reference '(?P='",
    "(?P>": "recursion '(?P>'", "(?R": "recursion '(?R'", "(?&": "recursion '(?&'",
    "(?#": "comment '(?#'", "(?(": "conditional '(?('", "(?|": "branch reset '(?|'", "(*": "verb '(*'",
}  # fmt: skip
_UNSUPPORTED_ESCAPES = {
    "b": "word boundary", "B": "word boundary", "m": "word boundary", "M": "word boundary", "A": "start of " "text",
    "G": "search anchor", "K": "keep", "R": "line break", "X": "grapheme", "N": "character name", "g": "back-reference",
    "L": "named list", "h": "horizontal space",
}  # fmt: skip


@lru_cache(maxsize=128)
def parse_pattern(pattern: str) -> Node:
    r"""Parse a split pattern of the subset above into its syntax tree.

    >>> parse_pattern(r"\s|(?i:a)")
    Choice(branches=(CharSet(source='\\s', ignore_case=False), CharSet(source='a', ignore_case=True)))
    """
    parser = _Parser(pattern)
    node = parser.parse_choice()
    if parser.position < len(pattern):
        parser.fail("unbalanced ')'")
    return node


def _count(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    return (
        int(digits) if len(digits) <= len(str(MAX_REPEAT)) else MAX_REPEAT + 1
    )  # Python reads at most 4,300 digits


class _Parser:
    def __init__(self, pattern: str) -> None:
        self.pattern, self.position, self.ignore_case, self.depth = pattern, 0, False, 0

    def fail(self, problem: str, position: int | None = None) -> NoReturn:
        raise PatternSyntaxError(self.pattern, self.position if position is None else position, problem)

    def refuse(self, construct: str, position: int | None = None) -> NoReturn:
        problem = f"unsupported {construct}"
        raise UnsupportedPatternError(self.pattern, self.position if position is None else position, problem)

    def at(self, text: str) -> bool:
        return self.pattern.startswith(text, self.position)

    def parse_choice(self) -> Node:
        branches = [self.parse_sequence()]
        while self.at("|"):
            self.position += 1
            branches.append(self.parse_sequence())
        return branches[0] if len(branches) == 1 else Choice(tuple(branches))

    def parse_sequence(self) -> Node:
        items: list[Node] = []
        while self.position < len(self.pattern) and not self.at("|") and not self.at(")"):
            start = self.position
            atom = self.parse_atom(items)
            items.append(self.parse_quantifier(atom, start))
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def parse_quantifier(self, atom: Node, atom_position: int) -> Node:
        found = _QUANTIFIER.match(self.pattern, self.position)
        if not found:
            if self.at("{"):
                self.refuse("'{' that is not a quantifier {m}, {m,} or {m,n} (write '\\{' for the character)")
            return atom
        if isinstance(atom, LookAhead | TextEnd):
            self.refuse("quantifier after an assertion")
        symbol, low, comma, high = found.groups()
        if low is None:
            minimum, maximum = {"?": (0, 1), "*": (0, None), "+": (1, None)}[symbol]
        else:
            minimum = _count(low)
            maximum = _count(high) if high else (None if comma else minimum)
        if maximum is not None and maximum < minimum:
            self.fail(f"quantifier {symbol[:20]!r} with its bounds in the wrong order")
        if max(minimum, maximum or 0) > MAX_REPEAT:
            self.refuse(f"quantifier {symbol[:20]!r} above {MAX_REPEAT} repetitions")
        self.position = found.end()
        if self.at("?"):
            self.refuse("lazy quantifier", found.start())
        possessive = self.at("+")
        self.position += possessive
        if _QUANTIFIER.match(self.pattern, self.position):
            self.fail("quantifier after a quantifier")
        return Repeat(atom, minimum, maximum, possessive, atom_position)

    def parse_atom(self, before: list[Node]) -> Node:
        char = self.pattern[self.position]
        if char == "(":
            return self.parse_group()
        if char == "[":
            return self.parse_class()
        if char == "\\":
            return self.parse_escape(before)
        if char == "$":
            return self.parse_text_end("$", before)
        if char == "^":
            self.refuse("start of text '^'")
        if char in "?*+":
            self.fail(f"quantifier {char!r} with nothing to repeat")
        if char == "{":
            self.refuse("'{' that is not a quantifier (write '\\{' for the character)")
        self.position += 1
        return CharSet(char if char == "." else re.escape(char), self.ignore_case)

    def parse_group(self) -> Node:
        start, outer_case = self.position, self.ignore_case
        flags = re.compile(r"\(\?([A-Za-z0-9]*)(-[A-Za-z]+)?([:)])").match(self.pattern, start)
        look_ahead = self.at("(?=") or self.at("(?!")
        if look_ahead:
            self.position += 3
        elif re.compile(r"\(\?(?:R|[+-]?[0-9])").match(self.pattern, start):
            self.refuse("recursion: a group that is called by its number, or the whole pattern")
        elif flags:
            if flags[3] == ")":
                self.refuse(f"flags for the rest of the pattern {flags[0]!r} (write '(?i:...)')")
            if flags[1] not in ("", "i") or flags[2] not in (None, "-i") or (flags[1] and flags[2]):
                self.refuse(f"flags {flags[0]!r} (only 'i' is known)")
            self.ignore_case = bool(flags[1]) or (outer_case and not flags[2])
            self.position = flags.end()
        elif self.at("(?") or self.at("(*"):
            names = [name for opening, name in _UNSUPPORTED_GROUPS.items() if self.at(opening)]
            if not names:
                self.fail("unknown group '(?'")
            self.refuse(names[0])
        else:
            self.position += 1
        if self.depth == MAX_DEPTH:
            self.refuse(f"nesting of more than {MAX_DEPTH} groups", start)
        self.depth += 1
        node = self.parse_choice()
        self.depth -= 1
        if not self.at(")"):
            self.fail("missing ')'", start)
        self.position += 1
        self.ignore_case = outer_case
        if not look_ahead:
            return node
        if not isinstance(node, CharSet):
            self.refuse("look-ahead at anything but one character of a set", start)
        return LookAhead(node, self.pattern.startswith("(?!", start))

    def parse_escape(self, before: list[Node]) -> Node:
        found = _SET_ESCAPE.match(self.pattern, self.position) or _CHAR_ESCAPE.match(
            self.pattern, self.position
        )
        if found:
            self.position = found.end()
            return CharSet(found[0], self.ignore_case)
        return self.refuse_escape(before)

    def refuse_escape(self, before: list[Node] | None) -> Node:
        letter = self.pattern[self.position + 1 : self.position + 2]
        if not letter:
            self.fail("escape '\\' at the end")
        if letter in "zZ" and before is not None:
            return self.parse_text_end("\\" + letter, before)
        if letter.isdigit():
            self.refuse(f"back-reference or octal escape '\\{letter}'")
        if letter in _UNSUPPORTED_ESCAPES:
            self.refuse(f"{_UNSUPPORTED_ESCAPES[letter]} '\\{letter}'")
        if letter in "pPxuU":
            self.fail(f"malformed escape '\\{letter}'")
        self.refuse(f"escape '\\{letter}'")

    def parse_class(self) -> CharSet:
        start = self.position
        self.position += 2 if self.at("[^") else 1
        if self.at("]"):
            self.refuse("']' as the first character of a class (write '\\]')")
        while not self.at("]"):
            if self.position >= len(self.pattern):
                self.fail("missing ']'", start)
            if self.at("["):
                self.refuse(
                    "'[' inside a class: nested sets and POSIX classes (write '\\[' for the character)"
                )
            if any(self.at(operation) for operation in ("&&", "||", "~~", "--")):
                self.refuse(f"set operation {self.pattern[self.position : self.position + 2]!r}")
            if not self.at("\\"):
                self.position += 1
            elif found := _SET_ESCAPE.match(self.pattern, self.position) or _CHAR_ESCAPE.match(
                self.pattern, self.position
            ):
                self.position = found.end()
            else:
                self.refuse_escape(None)
        self.position += 1
        return CharSet(self.pattern[start : self.position], self.ignore_case)

    def parse_text_end(self, symbol: str, before: list[Node]) -> TextEnd:
        start, behind = self.position, None
        self.position += len(symbol)
        if symbol == "\\z":
            return TextEnd(None, start)
        if before and isinstance(before[-1], Repeat) and before[-1].maximum is None:
            behind = before[-1].item
        if not isinstance(behind, CharSet):
            self.refuse(
                f"{symbol!r} that is not directly after an unlimited repetition of a set, as in '\\s++$'",
                start,
            )
        return TextEnd(behind, start)
