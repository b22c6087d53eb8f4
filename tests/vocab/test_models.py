"""Model names map to vocabularies as tiktoken maps them."""

from __future__ import annotations

import pytest
from tiktoken import model as reference

from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.vocab.models import MODEL_PREFIXES, MODELS, vocabulary_for_model
from wordchipper_lab.vocab.pretrained import pretrained_names, pretrained_spec


def test_tables_are_tiktokens():
    expected = {model: pretrained_spec(name).name for model, name in reference.MODEL_TO_ENCODING.items()}
    assert expected == MODELS
    assert list(reference.MODEL_PREFIX_TO_ENCODING.items()) == list(MODEL_PREFIXES.items())


@pytest.mark.parametrize("model", [*reference.MODEL_TO_ENCODING, *reference.MODEL_PREFIX_TO_ENCODING])
@pytest.mark.parametrize("ending", ["", "2030-01-01", "-mini"])
def test_every_name_and_prefix_as_tiktoken(model, ending):
    try:
        expected = pretrained_spec(reference.encoding_name_for_model(model + ending)).name
    except KeyError:
        with pytest.raises(UnknownNameError):
            vocabulary_for_model(model + ending)
    else:
        assert vocabulary_for_model(model + ending) == expected


def test_every_model_has_a_pretrained_vocabulary():
    assert {*MODELS.values(), *MODEL_PREFIXES.values()} <= set(pretrained_names())


@pytest.mark.parametrize("model", ["", "gpt", "GPT-4o", "claude", "o200k_base", None, 4])
def test_unknown_models_list_what_there_is(model):
    with pytest.raises(UnknownNameError, match=r"gpt-4o.*text-davinci-003.*gpt-4o-\.\.\."):
        vocabulary_for_model(model)
