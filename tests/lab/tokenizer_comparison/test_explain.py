"""One text, stage by stage, as a page shows it."""

from __future__ import annotations

import json

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab import ForeignTokenizer, explain_difference
from wordchipper_lab.lab.tokenizer_comparison import as_side
from wordchipper_lab.lab.tokenizer_comparison.stages import STAGES

from .planted import PLANTED, planted


def contents(*bugs: str) -> bytes:
    return json.dumps(planted(*bugs)).encode()


@pytest.mark.parametrize("bug", [bug for bug in PLANTED if bug != "no decoder"])
def test_the_stage_and_the_first_stage(bug: str) -> None:
    stage, _, text = PLANTED[bug]
    found = explain_difference(contents(), contents(bug), text)
    assert (found.cause, found.stages, found.how) == (stage, (stage,), "exchange")
    assert found.first_stage == stage
    assert {each.stage for each in found.results} == set(STAGES)
    assert found.signature
    assert found.evidence


def test_the_rows_stand_for_the_text() -> None:
    text = "the cafe\u0301<|end|>  <mask> 123"
    found = explain_difference(contents(), contents("begin", "no NFC"), text)
    for row, tok in ((found.a, contents()), (found.b, contents("begin", "no NFC"))):
        assert row.ids == [token.id for token in row.tokens] == as_side(tok).encode(text)
        assert row.is_known
    kinds = [token.kind for token in found.b.tokens]
    assert kinds[0] == "post-processor"
    assert kinds.count("special token") == 2
    places = {text[token.start : token.end]: token.text for token in found.a.tokens}
    assert places["  <mask>"] == "  <mask>"
    assert places[" cafe"] == " caf\u00e9"
    assert found.first_difference == text.index(" cafe")
    assert found.to_json()["first_difference"] == 3
    assert json.loads(json.dumps(found.to_json()))["a"]["tokens"][0] == {
        "id": found.a.ids[0],
        "text": "the",
        "data": b"the".hex(),
        "start": 0,
        "end": 3,
        "kind": "token",
        "piece": 0,
    }


def test_two_that_agree() -> None:
    found = explain_difference("r50k_base", "gpt2", "hello")
    assert (found.cause, found.stages, found.how, found.first_stage, found.first_difference) == (
        None,
        (),
        None,
        None,
        None,
    )
    assert not any(each.differs for each in found.results)


def test_decoding() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    sides = [
        as_side(tokenizers.Tokenizer.from_str(contents(*bugs).decode())) for bugs in ((), ("no decoder",))
    ]
    found = explain_difference(*sides, "the sea")
    assert (found.cause, found.first_stage) == ("decoding", "decoding")
    assert (found.a.decoded, found.b.decoded) == ("the sea", "the \u0120sea")


def test_a_function_shows_its_tokens_only() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    found = explain_difference(tok, lambda text: tok.encode(text.lower()), "A b")
    assert (found.cause, found.how, found.first_stage) == ("normalizer", "candidate", "normalizer")
    assert not found.b.is_known
    assert found.b.problem
    assert [(token.text, token.start) for token in found.b.tokens] == [("", None), ("", None)]
    results = {each.stage: each for each in found.results}
    assert results["normalizer"].b is None
    assert results["normalizer"].differs is None
    assert results["post-processor"].differs is True
    json.dumps(found.to_json())


def test_programs_that_tell_bytes_have_places() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    other = ForeignTokenizer(lambda text: [5, *tok.encode(text)], token_bytes=tok.id_to_bytes)
    found = explain_difference(tok, other, "h\u00e9 you")
    assert [(token.start, token.end) for token in found.b.tokens] == [
        (None, None),
        *((token.start, token.end) for token in found.a.tokens),
    ]
    assert found.b.tokens[0].kind == "post-processor"
