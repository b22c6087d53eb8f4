"""Special tokens for training must be several texts: a single text would be read as its letters."""

from __future__ import annotations

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import TrainingError
from wordchipper_lab.training import TrainingOptions, run_training

TEXTS = ["low low lower lowest"]


@pytest.mark.parametrize("wrong", ["<s>", "", b"<s>", {"<s>": 5}, None, 7, [b"<s>"], ["<s>", 3], [None]])
@pytest.mark.parametrize("train", [
    lambda wrong: wl.train_bpe(TEXTS, 270, special_tokens=wrong),
    lambda wrong: run_training(TEXTS, TrainingOptions(270, special_tokens=wrong)),
])  # fmt: skip
def test_what_is_not_several_texts_is_refused(train, wrong: object) -> None:
    with pytest.raises(TrainingError, match="expected a sequence of texts"):
        train(wrong)


def test_a_single_text_is_told_where_to_go() -> None:
    with pytest.raises(
        TrainingError,
        match="special_tokens is '<s>': expected a sequence of texts; put a single one in a list",
    ):
        wl.train_bpe(TEXTS, 270, special_tokens="<s>")


@pytest.mark.parametrize("given", [["<s>"], ("<s>",), iter(["<s>"]), {"<s>"}])
def test_several_texts_in_any_form(given) -> None:
    tok = wl.train_bpe(TEXTS, 258, special_tokens=given)
    assert tok.get_special_tokens() == [("<s>", 257)]
