"""The documented subset is accepted, everything else is refused at the right place."""

from __future__ import annotations

import pytest

from wordchipper_lab.errors import PatternError, PatternSyntaxError, UnsupportedPatternError
from wordchipper_lab.spanners import RegexLexer
from wordchipper_lab.spanners.automaton.automaton_tables import compile_automaton
from wordchipper_lab.spanners.automaton.pattern_syntax import parse_pattern
from wordchipper_lab.spanners.automaton.syntax_tree import (
    CharSet,
    Choice,
    LookAhead,
    Repeat,
    Sequence,
    TextEnd,
)
from wordchipper_lab.vocab.patterns import PATTERNS

A, B = CharSet("a"), CharSet("b")


@pytest.mark.parametrize(
    ("pattern", "tree"),
    [
        ("a", A),
        ("ab", Sequence((A, B))),
        ("a|b", Choice((A, B))),
        ("a|", Choice((A, Sequence(())))),
        ("(a)", A),
        ("(?:a|b)", Choice((A, B))),
        ("(?i:a)b", Sequence((CharSet("a", ignore_case=True), B))),
        ("(?i:a(?-i:b))", Sequence((CharSet("a", ignore_case=True), B))),
        (r"[^\r\n\p{L}]", CharSet(r"[^\r\n\p{L}]")),
        (r"[\]\-a-z]", CharSet(r"[\]\-a-z]")),
        (r"\.", CharSet(r"\.")),
        (".", CharSet(".")),
        (r"\pL", CharSet(r"\pL")),
        (r"\p{^Lu}", CharSet(r"\p{^Lu}")),
        (r"\u00e9", CharSet(r"\u00e9")),
        ("a?", Repeat(A, 0, 1, False, 0)),
        ("a*", Repeat(A, 0, None, False, 0)),
        ("a++", Repeat(A, 1, None, True, 0)),
        ("ba{3}", Sequence((B, Repeat(A, 3, 3, False, 1)))),
        ("a{2,}", Repeat(A, 2, None, False, 0)),
        ("a{1,3}+", Repeat(A, 1, 3, True, 0)),
        (r"a(?!\S)", Sequence((A, LookAhead(CharSet(r"\S"), True)))),
        (r"a(?=[bc])", Sequence((A, LookAhead(CharSet("[bc]"), False)))),
        (r"\s++$", Sequence((Repeat(CharSet(r"\s"), 1, None, True, 0), TextEnd(CharSet(r"\s"), 4)))),
        (r"a\z", Sequence((A, TextEnd(None, 1)))),
    ],
)
def test_trees(pattern, tree) -> None:
    assert parse_pattern(pattern) == tree


@pytest.mark.parametrize("name", PATTERNS)
def test_published_patterns_are_in_the_subset(name) -> None:
    compile_automaton(PATTERNS[name])


@pytest.mark.parametrize(
    ("pattern", "position", "construct"),
    [
        (r"(a)\1", 3, "back-reference"),
        ("ab(?<=a)", 2, "look-behind"),
        ("(?<!a)b", 0, "look-behind"),
        ("a+?", 1, "lazy quantifier"),
        ("a{1,2}?", 1, "lazy quantifier"),
        (r"a\b", 1, r"word boundary '\b'"),
        (r"\Ba", 0, r"word boundary '\B'"),
        ("(?P<x>a)", 0, "named group"),
        ("(?<x>a)", 0, "named group"),
        ("a(?>b)", 1, "atomic group"),
        ("(?i)a", 0, "flags for the rest of the pattern '(?i)'"),
        ("(?s:a)", 0, "flags '(?s:'"),
        ("[a[b]]", 2, "'[' inside a class"),
        ("[[:alpha:]]", 1, "'[' inside a class"),
        (r"[\w--a]", 3, "set operation '--'"),
        (r"[\w&&a]", 3, "set operation '&&'"),
        ("[]a]", 1, "']' as the first character"),
        ("^a", 0, "start of text '^'"),
        ("a$", 1, "'$'"),
        (r"a\Z", 1, r"'\\Z'"),
        ("(?!ab)c", 0, "look-ahead at anything but one character"),
        ("(?=a)+b", 5, "quantifier after an assertion"),
        ("a{,3}", 1, "'{' that is not a quantifier"),
        ("a{1001}", 1, "above 1000 repetitions"),
        (r"\X", 0, "grapheme"),
        (r"\R", 0, "line break"),
        (r"\N{DIGIT ONE}", 0, "character name"),
        (r"a\q", 1, r"escape '\q'"),
        (r"[\q]", 1, r"escape '\q'"),
        ("(?(1)a|b)", 0, "conditional"),
        ("(?#note)a", 0, "comment"),
        ("(*FAIL)", 0, "verb"),
        (r"[^\n]+$", 6, "'$' after"),
        (r"\s+$\n", 3, "something after '$'"),
        (r"\s+$(?=a)", 3, "something after '$'"),
        ("a*", 0, "matches the empty string"),
        ("", 0, "matches the empty string"),
        ("(?:)", 0, "matches the empty string"),
        (r"b|(?i:\p{Lu})", 6, r"\p{Lu} where case is ignored"),
        (r"(?i:[a\P{Ll}])", 6, r"\P{Ll} where case is ignored"),
        ("b|(?:a|)", 0, "matches the empty string"),
        ("(?:a?)*b", 0, "unlimited repetition of something that can be empty"),
        (r"b\s++\n", 1, "possessive quantifier"),
        (r"\s++(?!\S)", 0, "possessive quantifier"),
        ("(?:ab)++a", 0, "possessive quantifier"),
        ("(?:a++b?)+ab", 3, "possessive quantifier"),
    ],
)
def test_refused_with_construct_and_position(pattern, position, construct) -> None:
    with pytest.raises(UnsupportedPatternError) as caught:
        compile_automaton(pattern)
    assert caught.value.position == position
    assert construct in str(caught.value)
    assert f"at position {position} of the pattern" in str(caught.value)


@pytest.mark.parametrize(
    ("pattern", "position"),
    [
        ("a)", 1),
        ("b(a", 1),
        ("b[a", 1),
        ("a|*", 2),
        ("a**", 2),
        ("a{2,1}", 1),
        ("ab\\", 2),
        (r"\x4", 0),
        (r"a\p{L", 1),
        (r"a|\p{Nonsense}", 2),
        ("(?", 0),
        ("b[z-a]", 1),
        (r"a\p{1e999}", 1),  # regex raises OverflowError here
        (r"a[b\p{" + "9" * 5000 + "}]", 1),
    ],
)
def test_syntax_errors_with_position(pattern, position) -> None:
    with pytest.raises(PatternSyntaxError) as caught:
        compile_automaton(pattern)
    assert caught.value.position == position


def test_errors_are_value_errors() -> None:
    assert issubclass(PatternError, ValueError)
    assert issubclass(PatternSyntaxError, PatternError)
    assert issubclass(UnsupportedPatternError, PatternError)


@pytest.mark.parametrize(
    "pattern", [r"\s++a", "a++", "(?:ab)++", "b(?:ab|a)?+", r"\p{N}{1,3}+", r"\s++$", "[ab]?+c", "a++b?"]
)
def test_harmless_possessive_quantifiers_are_taken(pattern) -> None:
    compile_automaton(pattern)


def test_flags_that_regex_refuses_are_a_syntax_error() -> None:
    with pytest.raises(PatternSyntaxError, match="mutually incompatible"):
        RegexLexer(r"(?V1)[[a|b]|c]")
