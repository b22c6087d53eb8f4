"""A story's file is checked when it is read, and what is wrong with it is said clearly."""

from __future__ import annotations

import pytest

from wordchipper_lab.errors import ArgumentError, InputError, UnknownNameError
from wordchipper_lab.lab.stories import check_guess, load_story, read_story, tell_step
from wordchipper_lab.lab.stories.judging import judge_choice, judge_number, judge_text

HEAD = 'title = "A"\nabout = "B"\nminutes = 3\n'
STEP = '[[steps]]\ntext = "T {n}"\nscreen = "explorer"\nstate = { text = "a" }\nfacts.n = { check = "count_tokens", text = "a b" }\n'
QUESTION = '[steps.question]\nkind = "number"\nask = "How many?"\nanswer = "n"\nreveal = "{n:token}"\n'


def test_a_good_story_is_read_and_told() -> None:
    story = read_story("mine", HEAD + STEP + QUESTION)
    assert tell_step(story, 1)["text"] == "T 2"
    assert check_guess(story, 1, "2")["reveal"] == "2 tokens"


@pytest.mark.parametrize(("old", "new", "said"), [
    ("minutes = 3", "", "minutes is missing"),
    ("minutes = 3", 'minutes = "3"', "minutes is '3': expected a whole number"),
    ('"B"', '"B', "story 'mine': "),
    ("{n}", "{m}", "step 1: unknown placeholder 'm': expected one of n"),
    ("T {n}", "T { n }", "belongs to no placeholder"),
    ('"explorer"', '"explorator"', "unknown screen 'explorator'"),
    ('{ text = "a" }', '{ txt = "a" }', "unknown state of the explorer 'txt'"),
    ('{ text = "a" }', '{ text = "@a" }', "unknown fact 'a'"),
    ("count_tokens", "count_stars", "unknown check 'count_stars'"),
    ('text = "a b"', "speed = 3", "the check count_tokens(text: "),
    ('"number"', '"guess"', "unknown kind of question 'guess'"),
    ('answer = "n"', 'answer = "m"', "unknown answer 'm'"),
    ("How many?", "How many, {n}?", "gives its answer away"),
    ('kind = "number"', 'kind = "choice"', "two choices or more"),
    ("ask = ", "asks = ", "unknown field 'asks'"),
])  # fmt: skip
def test_mistakes_are_named(old: str, new: str, said: str) -> None:
    source = HEAD + STEP + QUESTION
    assert old in source
    with pytest.raises(InputError) as found:
        read_story("mine", source.replace(old, new, 1))
    assert said in str(found.value)


def test_unknown_stories_and_steps_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown story 'straw'"):
        load_story("straw")
    for number in (0, 99):
        with pytest.raises(ArgumentError):
            tell_step("space", number)
    with pytest.raises(InputError, match="asks nothing"):
        check_guess("strawberry", 3, 1)


@pytest.mark.parametrize(("guess", "truth", "verdict", "said"), [
    ("3", 3, "right", "Exactly right."),
    (4, 3, "close", "Close: 1 too many."),
    (0, 1, "off", "You said 0 tokens, which is 1 too few."),
    ("1,000", 10, "off", "You said 1,000 tokens, which is exactly 100 times as many."),
    ("10", 33, "off", "You said 10 tokens, which is about a third of it."),
    ("10", 330, "off", "You said 10 tokens, which is too few by a factor of 33."),
    (50, 53, "close", "Close: 3 too few."),
    ("9.0", 8.97, "right", "Exactly right."),
    (0, 0, "right", "Exactly right."),
    (2, 0, "off", "You said 2 tokens, which is 2 too many."),
])  # fmt: skip
def test_numbers(guess: object, truth: float, verdict: str, said: str) -> None:
    judged = judge_number(guess, truth, "token")
    assert (judged["verdict"], judged["said"]) == (verdict, said)


@pytest.mark.parametrize("guess", ["", "three", "1e400", "--1", True, None, [], float("nan"), 10**13])
def test_what_is_no_number_is_refused(guess: object) -> None:
    with pytest.raises(InputError):
        judge_number(guess, 3)


@pytest.mark.parametrize(("guess", "truth", "verdict"), [
    ("st|raw|berry", ["st", "raw", "berry"], "right"),
    (" st | raw |berry ", ["st", "raw", "berry"], "right"),
    ("str|aw|berry", ["st", "raw", "berry"], "close"),
    ("strawberry", ["st", "raw", "berry"], "off"),
    ("··|a", ["··", "a"], "right"),
    ("  |a", ["··", "a"], "right"),
    ("·|·a", ["··", "a"], "close"),
    (" |  a", ["··", "a"], "close"),
    ("␣␣│a", ["··", "a"], "right"),
    ("est</w>", "est</w>", "right"),
    ("est", "est</w>", "off"),
])  # fmt: skip
def test_cuts(guess: str, truth: str | list[str], verdict: str) -> None:
    assert judge_text(guess, truth)["verdict"] == verdict


def test_choices_contain_the_truth_and_the_guess() -> None:
    with pytest.raises(InputError, match="none of the choices"):
        judge_choice("a", "c", {"a": "A", "b": "B"})
    with pytest.raises(InputError, match="not one of the choices"):
        judge_choice("d", "a", {"a": "A", "b": "B"})
