"""Each term has one plain sentence, and a screen that opens."""

from __future__ import annotations

import pytest

from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab.words import all_words, explain_word
from wordchipper_lab.screens.registry import SCREENS


@pytest.mark.parametrize("name", all_words())
def test_its_screen_opens(name: str) -> None:
    word = all_words()[name]
    view = SCREENS[word.screen].load()(**word.state)
    try:
        assert not getattr(view, "_status", {}).get("error")
    finally:
        view.close()


@pytest.mark.parametrize("name", all_words())
def test_it_is_one_short_sentence(name: str) -> None:
    says = all_words()[name].says
    assert says.count(".") == 1
    assert says.endswith(".")
    assert len(says) < 170


def test_every_label_belongs_to_one_word() -> None:
    labels = [label.casefold() for word in all_words().values() for label in (word.name, *word.labels)]
    assert len(set(labels)) == len(labels)
    assert explain_word("special TOKENS").name == "special token"
    with pytest.raises(UnknownNameError, match="unknown word 'chunk'"):
        explain_word("chunk")
