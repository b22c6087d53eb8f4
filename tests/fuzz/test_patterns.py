"""For any split pattern, the three ways to run it agree or one says why not, and none takes forever."""

from __future__ import annotations

from fuzzing import fuzz_target, refused
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.lab.divergence.limited_lexer import limited_lexer

_ATOMS = [
    *(
        "a",
        "b",
        " ",
        "'",
        ".",
        r"\n",
        r"\r",
        r"\s",
        r"\S",
        r"\w",
        r"\W",
        r"\d",
        r"\D",
        r"\p{L}",
        r"\p{Lu}",
        r"\p{N}",
    ),
    *(
        r"\P{L}",
        r"[ab]",
        r"[^ab]",
        r"[^\s\p{L}\p{N}]",
        r"[a-c\d]",
        r"\p{Han}",
        r"\p{Nope}",
        r"\p{1e999}",
        "é",
        "\U0001f600",
        r"\x61",
    ),
    *(
        "^",
        "$",
        r"\b",
        r"\A",
        r"\z",
        r"\1",
        r"(?:)",
        "[]",
        "[",
        "]",
        "{",
        "}",
        ")",
        "\\",
        r"\u0061",
        "\x00",
        "[[:alpha:]]",
    ),
]
_REPEATS = [
    "*",
    "+",
    "?",
    "{2}",
    "{1,3}",
    "{,2}",
    "{2,}",
    "*?",
    "+?",
    "++",
    "*+",
    "?+",
    "{1000}",
    "{3,1}",
    "{99999999}",
]


def _grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.builds(str.__add__, inner, inner)
        | st.builds("{}|{}".format, inner, inner)
        | st.builds("{}{}".format, inner, st.sampled_from(_REPEATS))
        | st.builds(
            "{}{})".format,
            st.sampled_from(["(", "(?:", "(?i:", "(?=", "(?!", "(?<=", "(?>", "(?P<n>"]),
            inner,
        )
    )


PATTERNS = st.recursive(st.sampled_from(_ATOMS), _grow, max_leaves=10)
TEXTS = st.text(
    st.sampled_from("ab A'. \n\r\t1é\u0e01中\U0001f600\u0301") | st.characters(codec="utf-8"), max_size=30
)


@fuzz_target(PATTERNS, TEXTS, examples=100)
def test_pattern(pattern: str, text: str) -> None:
    """A pattern of meaningful pieces, alone and in groups."""
    found = []
    for kind in ("regex", "automaton"):
        with refused():
            found.append(list(limited_lexer(f"{kind}:(?:{pattern})").spans(text)))
    assert len(found) < 2 or found[0] == found[1]


@fuzz_target(st.text(max_size=40), TEXTS)
def test_any_text_as_pattern(pattern: str, text: str) -> None:
    """Any text as a pattern, valid or not."""
    for kind in (*wl.LEXERS.built_in, "auto"):
        with refused():
            lexer = wl.build_lexer(pattern, kind)
            assert list(lexer.spans(text)) == list(wl.build_lexer(lexer.pattern, "regex").spans(text))


@fuzz_target(PATTERNS, st.integers(1, 4), st.sampled_from([10, 1_000, 20_000]))
def test_large_text(pattern: str, letters: int, length: int) -> None:
    """Matching ends even on a text of a few repeated letters, on which patterns backtrack."""
    for kind in ("regex", "automaton"):
        with refused():
            limited_lexer(f"{kind}:(?:{pattern})", seconds=0.2).spans(("aab "[:letters] * length)[:length])
