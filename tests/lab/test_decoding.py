"""Ids as people type them."""

from __future__ import annotations

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownTokenError
from wordchipper_lab.lab import decode_ids, parse_ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", []),
        ("[24912, 2375]", [24912, 2375]),
        ("24912 2375", [24912, 2375]),
        ("24912,2375,", [24912, 2375]),
        ("1\n2\t3;4", [1, 2, 3, 4]),
    ],
)
def test_every_usual_notation(text: str, ids: list[int]) -> None:
    assert parse_ids(text) == ids


@pytest.mark.parametrize("text", ["12 hello", "1.5", "-3", "0x10", "²", "1" * 5000])
def test_what_is_no_id_is_named(text: str) -> None:
    with pytest.raises(UnknownTokenError, match="expected whole numbers") as caught:
        parse_ids(text)
    assert len(str(caught.value)) < 200


def test_part_of_a_character_is_marked_as_such() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    whole = decode_ids(tok, tok.encode("ꙮ"))
    assert (whole.text, whole.valid) == ("ꙮ", True)
    part = decode_ids(tok, tok.encode("ꙮ")[:1])
    assert not part.valid
    assert "\ufffd" in part.text
    with pytest.raises(UnknownTokenError):
        decode_ids(tok, [10**9])
