"""All short strings: the sweep finds what itertools finds, with any number of threads."""

from __future__ import annotations

import json
import threading
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.errors import LexerError, UnknownNameError
from wordchipper_lab.lab import sweep_equivalence
from wordchipper_lab.lab.divergence import sweep_blocks
from wordchipper_lab.lab.divergence.alphabet import common_alphabet
from wordchipper_lab.spanners import WholeTextLexer, build_lexer
from wordchipper_lab.spanners.specimens import SPECIMENS

from .drawn_lexers import built, draw_lexers

FAMILIES = ("r50k_base", "cl100k_base", "o200k_base")
PATTERNS = (r"a+", r"\w+", r"\s+(?!\S)|\s", r" ?\w+|\s+", r"\w+|[^\w]", r"a{1,2}|\S")
LEXERS = draw_lexers(PATTERNS)


def naive_sweep(a, b, characters: str, k: int, naive_row) -> list[str]:
    texts = ("".join(text) for length in range(1, k + 1) for text in product(characters, repeat=length))
    return [text for text in texts if naive_row(a, text) != naive_row(b, text)]


@settings(max_examples=40)
@given(
    a=LEXERS,
    b=LEXERS,
    characters=st.sampled_from(["a", "a ", "a \u00e9!", "\U0001f600a \n"]),
    k=st.integers(1, 3),
)
def test_equal_to_a_naive_sweep(a, b, characters: str, k: int, naive_row) -> None:
    a, b = built(a, b)
    expected = naive_sweep(a, b, characters, k, naive_row)
    result = sweep_equivalence(a, b, k, alphabet=characters)
    assert [found.text for found in result.divergences] == expected
    assert [(list(found.a), list(found.b)) for found in result.divergences] == [
        (naive_row(a, text), naive_row(b, text)) for text in expected
    ]
    assert (result.n_divergent, result.stopped, result.alphabet) == (len(expected), False, characters)
    assert [(row.length, row.cases) for row in result.by_length] == [
        (n, len(characters) ** n) for n in range(1, k + 1)
    ]
    assert [row.divergent for row in result.by_length] == [
        sum(len(text) == n for text in expected) for n in range(1, k + 1)
    ]
    kept = sweep_equivalence(a, b, k, alphabet=characters, most=3)
    assert [found.text for found in kept.divergences] == expected[:3]
    assert kept.n_divergent == len(expected)


@pytest.mark.sampled("[262144]")
@pytest.mark.parametrize("block_bytes", [16, 100, 1 << 18])
def test_any_number_of_threads_and_any_block(block_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lexers, characters = ("automaton:r50k_base", "automaton:cl100k_base"), "a 1'S\n"
    expected = sweep_equivalence(*lexers, 4, alphabet=characters, num_threads=1)
    assert 100 < expected.n_divergent == len(expected.divergences)
    monkeypatch.setattr(sweep_blocks, "_BLOCK_BYTES", block_bytes)
    for num_threads in (1, 2, 5):
        for most in (1000, 7):
            found = sweep_equivalence(*lexers, 4, alphabet=characters, num_threads=num_threads, most=most)
            assert (found.by_length, found.divergences) == (expected.by_length, expected.divergences[:most])


def test_the_first_is_the_shortest_and_ends_the_sweep() -> None:
    for num_threads in (1, 2):
        result = sweep_equivalence(
            "regex:cl100k_base", "specimen:no_whitespace_give_back", 6, most=1, num_threads=num_threads
        )
        assert (result.stopped, len(result.divergences), len(result.divergences[0].text)) == (True, 1, 3)
        assert [row.divergent for row in result.by_length[:2]] == [0, 0]
        assert result.cases < 30_000
        assert "the first" in str(result)


@pytest.mark.sampled("isalpha", "marks_are_letters", "digits_without_space", "no_trailing_whitespace")
@pytest.mark.parametrize("name", SPECIMENS)
def test_each_specimen_is_right_on_all_shorter_strings(name: str) -> None:
    specimen = SPECIMENS[name]
    regex = build_lexer(specimen.pattern_name, "regex")
    result = sweep_equivalence(regex, specimen.build(), min(specimen.first_k, 4), most=1)
    assert len(result.divergences[0].text) == specimen.first_k


@pytest.mark.deep
@pytest.mark.parametrize("model", FAMILIES)
def test_automaton_and_logos_agree_on_all_strings_of_5(model: str) -> None:
    result = sweep_equivalence(f"automaton:{model}", f"logos:{model}", 5)
    assert (result.cases, result.n_divergent, result.divergences) == (sum(29**n for n in range(1, 6)), 0, [])
    assert str(result) == (
        f"automaton:{model} and logos:{model} agree on all 21,243,689 strings of 1 to 5 of 29 characters"
    )


@pytest.mark.deep
@pytest.mark.parametrize("model", FAMILIES)
def test_automaton_and_logos_agree_on_all_strings_of_6(model: str) -> None:
    """Of the characters the family distinguishes and one per width in bytes: half a minute for o200k's 29."""
    lexers = build_lexer(model, "automaton"), build_lexer(model, "logos")
    alphabet = "".join(dict.fromkeys(common_alphabet(*lexers).characters + "\u00a0\u4e2d\U0001f600"))
    result = sweep_equivalence(*lexers, 6, alphabet=alphabet)
    assert (result.by_length[-1].cases, result.n_divergent) == (len(alphabet) ** 6, 0)
    assert len(alphabet) == {"r50k_base": 18, "cl100k_base": 15, "o200k_base": 29}[model]


@pytest.mark.exhaustive
@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base"])
def test_automaton_and_logos_agree_on_all_strings_of_6_of_29_characters(model: str) -> None:
    result = sweep_equivalence(f"automaton:{model}", f"logos:{model}", 6)
    assert (result.by_length[-1].cases, result.n_divergent) == (594_823_321, 0)


def test_the_automaton_stands_in_where_it_was_shown_equal() -> None:
    result = sweep_equivalence("regex:r50k_base", "logos:r50k_base", 6, alphabet="a 's")
    assert "beyond 4 characters the automaton of r50k_base replaced the regex" in result.stand_in
    assert (result.n_divergent, result.cases) == (0, sum(4**n for n in range(1, 7)))
    wrong = sweep_equivalence("specimen:digits_unlimited", "regex:cl100k_base", 6, alphabet="1")
    assert [found.text for found in wrong.divergences] == ["1111", "11111", "111111"]
    assert wrong.stand_in
    assert wrong.divergences[2].code_b == "build_lexer('cl100k_base', 'regex')"


@pytest.mark.deep
def test_nothing_stands_in_against_itself_or_unasked_or_below_5() -> None:
    def stand_in(a: str, b: str, k: int, **options: object) -> str:
        return sweep_equivalence(a, b, k, alphabet="a '", **options).stand_in

    assert not stand_in("regex:r50k_base", "automaton:r50k_base", 5)
    assert not stand_in("automaton:r50k_base", "regex:r50k_base", 5)
    assert not stand_in("regex:r50k_base", "logos:r50k_base", 4)
    assert not stand_in("regex:r50k_base", "logos:r50k_base", 5, stand_in=False)
    assert not stand_in(r"regex:(?<!a)'|\w", r"automaton:\w", 5)  # look-behind: no automaton for it
    assert stand_in("regex:r50k_base", "regex:cl100k_base", 5).count("replaced the regex") == 2


def test_progress_and_stop() -> None:
    seen, threads = [], set()
    result = sweep_equivalence(
        "automaton:o200k_base",
        "logos:o200k_base",
        4,
        progress=lambda at: (seen.append(at), threads.add(threading.get_ident())),
    )
    assert [at.done for at in seen] == sorted(at.done for at in seen)
    assert (seen[-1].done, seen[-1].total, seen[-1].where) == (732_540, 732_540, "4 characters")
    assert result.seconds > 0
    stopped = sweep_equivalence(
        "automaton:o200k_base",
        "logos:o200k_base",
        6,
        should_stop=lambda: len(seen) > 60,
        progress=seen.append,
    )
    assert stopped.stopped
    assert 0 < stopped.cases < 10_000_000
    assert "agree on the first" in str(stopped)
    assert sweep_equivalence("regex:r50k_base", "logos:r50k_base", 5, should_stop=lambda: True).cases == 0


def test_a_lexer_that_fails_ends_the_sweep(faulty_lexer) -> None:
    for lexers in ((faulty_lexer(3), "automaton:o200k_base"), ("automaton:o200k_base", faulty_lexer())):
        with pytest.raises(LexerError, match="FaultyLexer"):
            sweep_equivalence(*lexers, 3, num_threads=2)

    class Failing(WholeTextLexer):
        def find_words(self, text):
            raise RuntimeError("no words")

    with pytest.raises(RuntimeError, match="no words"):
        sweep_equivalence(Failing(), "automaton:o200k_base", 2)


def test_a_progress_that_fails_ends_the_sweep() -> None:
    def fail(at: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep_equivalence("automaton:o200k_base", "logos:o200k_base", 6, progress=fail)


@pytest.mark.parametrize(
    ("k", "options", "problem"),
    [
        (0, {}, "k is 0"),
        (2, {"most": 0}, "most is 0"),
        (2, {"alphabet": ""}, "different characters"),
        (2, {"alphabet": "aa"}, "different characters"),
        (2, {"alphabet": "a\ud800"}, "lone surrogates"),
        (100, {}, "choose a smaller k"),
        (2, {"num_threads": 0}, "num_threads is 0"),
    ],
)
def test_wrong_arguments(k: int, options: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        sweep_equivalence("automaton:o200k_base", "logos:o200k_base", k, **options)
    with pytest.raises(UnknownNameError):
        sweep_equivalence("automaton:o200k_base", "nope", 1)


def test_json_and_groups() -> None:
    result = sweep_equivalence("automaton:r50k_base", "automaton:cl100k_base", 2)
    written = json.loads(json.dumps(result.to_json()))
    assert (
        written["n_divergent"]
        == len(written["divergences"])
        == sum(row["divergent"] for row in written["by_length"])
    )
    assert sum(group.count for group in result.groups) == result.n_divergent
    assert written["groups"][0]["count"] == result.groups[0].count
    assert "diverge on" in str(result)
