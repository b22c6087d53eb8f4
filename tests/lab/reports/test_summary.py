"""Sentences follow the figures: opposite figures, opposite sentences."""

from __future__ import annotations

import pytest

from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab.reports import summarise


def the(sentences: list[str], words: str) -> str:
    """The one sentence with these words."""
    (found,) = [sentence for sentence in sentences if words in sentence]
    return found


PAPER_LIKE = {
    ("automaton", "tail_sweep"): (120.0, 36.0),
    ("automaton", "bpe_backtrack"): (100.0, 80.0),
    ("regex", "tail_sweep"): (10.0, 9.9),
    ("regex", "bpe_backtrack"): (9.8, 9.8),
}
OPPOSITE = {
    ("automaton", "tail_sweep"): (100.0, 99.0),
    ("automaton", "bpe_backtrack"): (99.0, 50.0),
    ("regex", "tail_sweep"): (10.0, 9.0),
    ("regex", "bpe_backtrack"): (5.0, 4.0),
}


def test_which_lexer_hides_the_encoders(run_of_encoders) -> None:
    found = the(
        summarise(run_of_encoders(PAPER_LIKE)), "english text (encode_array, 1 thread, memo off): the slowest"
    )
    assert "0.83 under automaton (bpe_backtrack over tail_sweep)" in found
    assert found.endswith("The differences are hidden (within 5 %) under regex and visible under automaton.")
    found = the(
        summarise(run_of_encoders(OPPOSITE)), "english text (encode_array, 1 thread, memo off): the slowest"
    )
    assert found.endswith("The differences are hidden (within 5 %) under automaton and visible under regex.")


def test_where_the_order_inverts_and_who_loses(run_of_encoders) -> None:
    found = the(
        summarise(run_of_encoders(PAPER_LIKE)),
        "under automaton (encode_array, 1 thread, memo off): the speed",
    )
    assert "0.30 with tail_sweep and 0.80 with bpe_backtrack." in found
    assert "Every sweep loses more than every other encoder." in found
    assert (
        "The order inverts: on English tail_sweep is the fastest (120.0 MB/s; bpe_backtrack 100.0), "
        "on diverse text bpe_backtrack (80.0 MB/s; tail_sweep 36.0)." in found
    )
    found = the(
        summarise(run_of_encoders(OPPOSITE)), "under automaton (encode_array, 1 thread, memo off): the speed"
    )
    assert "0.51 with bpe_backtrack and 0.99 with tail_sweep." in found
    assert "Every sweep loses less than every other encoder." in found
    assert "No inversion: tail_sweep is the fastest on both (100.0 and 99.0 MB/s)." in found


def test_sweeps_that_do_not_stand_apart(run_of_encoders) -> None:
    speeds = {
        ("automaton", "tail_sweep"): (10.0, 5.0),
        ("automaton", "buffer_sweep"): (10.0, 9.0),
        ("automaton", "merge_heap"): (10.0, 7.0),
    }
    assert "The sweeps do not stand apart" in the(summarise(run_of_encoders(speeds)), "the speed on diverse")


def test_differences_smaller_than_the_scatter_are_called_that(make, run_with) -> None:
    run = run_with(
        make((80, 100, 120), encoder="tail_sweep"),
        make((70, 80, 90), encoder="merge_heap"),
        make((10, 10), lexer="regex", encoder="tail_sweep"),
        make((5, 5), lexer="regex", encoder="merge_heap"),
    )
    found = the(summarise(run), "the slowest encoder")
    assert found.endswith(
        "visible under automaton and regex, most under regex. Within the scatter of the rounds: automaton."
    )


def test_a_tie_is_no_inversion(run_of_encoders) -> None:
    speeds = {("logos", "tail_sweep"): (10.0, 5.0), ("logos", "merge_heap"): (10.0, 7.0)}
    found = the(summarise(run_of_encoders(speeds)), "the speed on diverse")
    assert "No inversion: merge_heap is the fastest on both" in found


def test_a_lead_within_the_scatter_is_called_that(make, run_with) -> None:
    run = run_with(
        make((99, 101), encoder="tail_sweep"),
        make((98, 100), encoder="merge_heap"),
        make((30, 31), encoder="tail_sweep", corpus="diverse"),
        make((60, 61), encoder="merge_heap", corpus="diverse"),
    )
    assert "though the smaller lead, 1 %, is within the scatter of the rounds." in the(
        summarise(run), "inverts"
    )


@pytest.mark.parametrize(
    ("with_memo", "words"),
    [((300, 297), "It narrows"), ((300, 60), "It widens"), ((300, 150), "It makes no clear difference")],
)
def test_what_the_memo_does(make, run_with, with_memo, words) -> None:
    run = run_with(
        make(100, encoder="tail_sweep"),
        make(50, encoder="merge_heap"),
        make(with_memo[0], encoder="tail_sweep", memo=True),
        make(with_memo[1], encoder="merge_heap", memo=True),
    )
    found = the(summarise(run), "with the memo the speed is")
    assert words in found
    assert f"{with_memo[1] / 300:.2f} with it and 0.50 without" in found


def test_what_the_memo_does_within_the_scatter(make, run_with) -> None:
    run = run_with(
        make((50, 150), encoder="tail_sweep"),
        make((25, 75), encoder="merge_heap"),
        make((150, 450), encoder="tail_sweep", memo=True),
        make((140, 440), encoder="merge_heap", memo=True),
    )
    assert "It makes no clear difference" in the(summarise(run), "with the memo the speed is")


def test_the_memo_on_diverse_text(make, run_with) -> None:
    run = run_with(
        *(make(100, memo=memo) for memo in (True, False)),
        make(90, memo=True, corpus="diverse"),
        make(40, memo=False, corpus="diverse"),
    )
    found = the(summarise(run), "keeps")
    assert "0.90 (bpe_backtrack) with the memo and 0.40 (bpe_backtrack) without" in found


def test_the_whole_run(whole_run) -> None:
    sentences = summarise(whole_run)
    assert sentences[0] == (
        "On english (seen before, encode_array, 1 thread) automaton + tail_sweep + memo (200 MB/s) leads, 2.0 times automaton + "
        "tail_sweep and 10 times tiktoken; one round says nothing about the noise. Left out, because its results are "
        "wrong: quick."
    )
    (at,) = (at for at, sentence in enumerate(sentences) if sentence.startswith("Cases measured"))
    assert sentences[at] == "Cases measured: 14, rounds each: 1 to 3. Speeds are means."
    assert "20 % of its mean" in sentences[at + 1]
    assert "Cases without a figure: 1 (broken)." in sentences
    assert the(sentences, "Not exact").endswith("quick.")
    assert the(
        sentences, "memo off (encode_array, 1 thread): of the time to encode, spanning takes"
    ).endswith("12 % to 25 % under automaton and 50 % under regex.")
    assert the(sentences, "batch of documents").endswith(
        "2 threads are 1.90 (automaton + bpe_backtrack + memo) times as fast as one."
    )
    assert "is 10.00 times the fastest exact peer, tiktoken at 20.0 MB/s" in the(
        sentences, "english text (encode_array, 1 thread): automaton + tail_sweep + memo at 200.0"
    )


def test_a_run_that_was_stopped_says_so(make, run_with) -> None:
    assert "This run was not finished." in summarise(run_with(make(1), finished=False))
    assert "This run was not finished." not in summarise(run_with(make(1)))


def test_a_slower_package_is_told_as_plainly(make, run_with) -> None:
    found = the(summarise(run_with(make(10), make(20, "toktok"))), "fastest exact peer")
    assert "is 0.50 times the fastest exact peer, toktok" in found


def test_only_what_was_asked(whole_run) -> None:
    assert summarise(whole_run, about=["threads"]) == [the(summarise(whole_run), "batch of documents")]
    with pytest.raises(UnknownNameError, match="unknown question 'weather'"):
        summarise(whole_run, about=["weather"])
