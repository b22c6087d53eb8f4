"""One sentence in sixty languages: the texts are what they say, and costs are the engine's."""

from __future__ import annotations

import json

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import ArgumentTypeError, InputError, UnknownNameError
from wordchipper_lab.lab.languages import MODELS, all_languages, find_language, language_costs
from wordchipper_lab.lab.languages.cost import _script


def test_the_texts_are_sixty_and_in_their_scripts() -> None:
    languages = all_languages()
    assert len(languages) == 60
    assert len({one.tag for one in languages.values()}) == len({one.text for one in languages.values()}) == 60
    for one in languages.values():
        assert 30 < len(one.text) < 400
        found = {"Hiragana": "Japanese", "Canadian_Aboriginal": "Canadian syllabics"}.get(
            _script(one.text), _script(one.text)
        )
        assert found == one.script, one.name


def test_rows_are_counted_by_the_engine_and_sorted() -> None:
    costs = language_costs()
    json.dumps(costs)
    assert costs["models"] == list(MODELS)
    rows = costs["rows"]
    counts = [row["tokens"]["o200k_base"] for row in rows]
    assert counts == sorted(counts, reverse=True)
    hindi = next(row for row in rows if row["name"] == "Hindi")
    for model in MODELS:
        tok = wl.Tokenizer.from_pretrained(model)
        own, english = (len(tok.encode(find_language(name).text)) for name in ("Hindi", "English"))
        assert hindi["tokens"][model] == own
        assert hindi["times"][model] == round(own / english, 4)
        assert hindi["per_character"][model] == round(own / len(find_language("Hindi").text), 4)


def test_own_texts_are_compared_with_the_first() -> None:
    costs = language_costs(
        ["cl100k_base"], {"mine": "Good morning", "also mine": "おはようございます", "signs": "123 \ud800!"}
    )
    assert not costs["is_sample"]
    assert costs["base"] == "mine"
    assert {row["name"]: row["script"] for row in costs["rows"]} == {
        "mine": "Latin",
        "also mine": "Hiragana",
        "signs": "Common",
    }
    json.dumps(costs, ensure_ascii=False).encode()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        language_costs(["gpt9"])
    with pytest.raises(InputError, match="is empty"):
        language_costs(texts={"a": " "})
    with pytest.raises(ArgumentTypeError):
        language_costs(texts=["a"])  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="unknown language"):
        find_language("Klingon")
