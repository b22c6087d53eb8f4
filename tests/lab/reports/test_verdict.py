"""The verdict: the fastest and its ratios, ties where rounds overlap, and nothing where nothing can be said."""

from __future__ import annotations

import pytest

from wordchipper_lab.lab.reports import headline, places, verdict

FAST, NEXT, SLOW = (84, 85, 86), (64, 65, 66), (13, 13.6, 14)


def test_the_fastest_with_its_ratios(make, run_with) -> None:
    run = run_with(make(NEXT, encoder="merge_heap"), make(FAST), make(SLOW, "tiktoken"))
    sentence = "On english (seen before) the fastest is automaton + bpe_backtrack: 85 MB/s, 1.3 times merge_heap and 6.2 times tiktoken."
    assert verdict(run) == [sentence]
    assert headline(run) == sentence


def test_a_peer_that_wins_is_said_to(make, run_with) -> None:
    run = run_with(make(SLOW), make(FAST, "gigatoken"), make(NEXT, "toktok"))
    assert verdict(run) == [
        "On english (seen before) the fastest is gigatoken: 85 MB/s, 1.3 times toktok and 6.2 times automaton + bpe_backtrack."
    ]


def test_rounds_that_overlap_are_too_noisy_to_rank(make, run_with) -> None:
    two = (make((80, 85, 90)), make((79, 82, 85), encoder="merge_heap"))
    assert verdict(run_with(*two, make(SLOW, "tiktoken"))) == [
        "On english (seen before) automaton + bpe_backtrack (85 MB/s) and automaton + merge_heap (82 MB/s) are too noisy to rank; the "
        "first is 6.2 times tiktoken."
    ]
    three = (*two, make((70, 81, 84), encoder="tail_sweep"))
    assert verdict(run_with(*three, make(SLOW, "tiktoken"))) == [
        "On english (seen before) the first 3 are too noisy to rank. automaton + bpe_backtrack has the best median, 85 MB/s, 6.2 times "
        "tiktoken."
    ]
    assert verdict(run_with(*three)) == [
        "On english (seen before) all 3 are too noisy to rank, from 81 to 85 MB/s."
    ]


def test_the_headline_says_the_second_comparison_in_short(make, run_with) -> None:
    def two(*diverse):
        english = (make(FAST), make(NEXT, encoder="merge_heap"))
        return headline(run_with(*english, *(make(each, name, corpus="diverse") for name, each in diverse)))

    assert two(("a", FAST), ("b", SLOW)).endswith(
        "1.3 times merge_heap. On diverse (seen before) it is a, 85 MB/s."
    )
    assert two(("a", FAST), ("b", FAST)).endswith(
        "1.3 times merge_heap. On diverse (seen before) the first 2 are too noisy to rank."
    )


def test_a_place_counts_who_is_certainly_faster(make) -> None:
    group = [make((99, 101)), make((60, 98), "wide"), make((80, 82), "middle"), make((10, 12), "last")]
    assert [str(place) for place in places(group).values()] == ["1", "2=", "2=", "4"]


def test_one_disturbed_round_of_ten_does_not_make_a_tie(make) -> None:
    steady, disturbed = make((80,) * 10, "steady"), make((90,) * 9 + (20,), "disturbed")
    assert [str(place) for place in places([steady, disturbed]).values()] == ["2", "1"]
    few = make((90,) * 5 + (20,), "few")
    assert [str(place) for place in places([steady, few]).values()] == ["1=", "1="]


@pytest.mark.parametrize("speeds", [(), (5,)])
def test_nothing_to_compare(make, run_with, speeds) -> None:
    said = (
        ["On english (seen before) automaton + bpe_backtrack (5.0 MB/s) has nothing to be compared with."]
        if speeds
        else []
    )
    assert verdict(run_with(make(speeds))) == said
    assert not headline(run_with(make(())))


def test_wrong_results_do_not_win(make, run_with) -> None:
    run = run_with(make(FAST, "quick", exact=False), make(NEXT), make(SLOW, "tiktoken"))
    (sentence,) = verdict(run)
    assert sentence.startswith("On english (seen before) the fastest is automaton + bpe_backtrack: 65 MB/s")
    assert sentence.endswith("Left out, because its results are wrong: quick.")
    assert verdict(run_with(make(FAST, "quick", exact=False)))[0].startswith(
        "On english (seen before) every result is wrong."
    )


def test_ids_that_were_not_compared_are_named(make, run_with) -> None:
    (sentence,) = verdict(run_with(make(FAST, "mine", exact=None), make(NEXT)))
    assert sentence.startswith("On english (seen before) the fastest is mine: 85 MB/s")
    assert sentence.endswith("Ids not compared: mine.")
    several = [make(FAST, f"mine {number}", exact=None) for number in range(5)]
    assert verdict(run_with(*several[:3]))[0].endswith("Ids not compared: mine 0, mine 1 and mine 2.")
    assert verdict(run_with(*several))[0].endswith("Ids not compared: mine 0, mine 1 and 3 more.")


def test_many_comparisons_get_a_headline(make, run_with) -> None:
    corpora = ("english", "diverse", "code", "mixed")
    run = run_with(
        *(
            make(speeds, name, corpus=corpus)
            for corpus in corpora
            for name, speeds in (("a", FAST), ("b", SLOW))
        )
    )
    assert headline(run).startswith("On english (seen before) the fastest is a: 85 MB/s")
    assert headline(run).endswith("Of 4 comparisons, a is first, or tied for it, in 4.")
    assert len(verdict(run)) == 4


def test_a_run_under_way_says_so_far(make, run_with) -> None:
    run = run_with(make(FAST), make(SLOW, "tiktoken"), finished=False)
    assert headline(run).startswith("So far, on english (seen before) the fastest is")


def test_what_differs_in_the_run_is_named(make, run_with) -> None:
    run = run_with(*(make(FAST, mode=mode) for mode in ("encode", "count")))
    assert [sentence[: sentence.index(")")] for sentence in verdict(run)] == [
        "On english (seen before, encode",
        "On english (seen before, count",
    ]
