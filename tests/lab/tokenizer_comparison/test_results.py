"""What a comparison reads and reports: sources, counts, groups, cases, limits."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, TextError
from wordchipper_lab.lab import (
    DifferenceGroup,
    ForeignTokenizer,
    SearchProgress,
    TokenizerComparison,
    TokenizerDifference,
    compare_tokenizers,
)
from wordchipper_lab.lab.tokenizer_comparison.excerpts import LONG
from wordchipper_lab.lab.tokenizer_comparison.rows import differing_rows, pack_rows
from wordchipper_lab.lab.tokenizer_comparison.shrink import shrink_text

from .planted import good, planted

PAIR = ("r50k_base", "cl100k_base")


def places(source: Any, **options: Any) -> list[tuple[str, int, str]]:
    found = compare_tokenizers("r50k_base", digits_alone(), source, **options)
    return [(difference.source, difference.start, difference.text) for difference in found.differences]


def digits_alone() -> wl.Tokenizer:
    vocab = wl.Tokenizer.from_pretrained("r50k_base").vocab
    pattern = vocab.pattern.replace(r" ?\p{N}++", r"\p{N}")
    made = wl.vocab.UnifiedVocab(vocab.ranked, pattern=pattern, name="digits")
    return wl.Tokenizer(made)


def test_sources(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    path = tmp_path / "text.txt"
    path.write_text("12", encoding="utf-8")
    table = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"body": ["no", None, "12", ""]}), table)

    def several() -> Iterator[Any]:
        yield "a"
        yield [path, "12"]

    assert places("12") == [("", 0, "12")]
    assert places(path) == [(str(path), 0, "12")]
    assert places(io.BytesIO(b"12")) == [("", 0, "12")]
    assert places(several()) == [(str(path), 0, "12"), ("text 2", 0, "12")]
    assert places(table, column="body") == [(f"{table}, row 2", 0, "12")]
    assert compare_tokenizers(*PAIR, ["a", "", "", "b"]).n_texts == 4
    assert compare_tokenizers(*PAIR, "").n_texts == 1
    assert compare_tokenizers(*PAIR, []).n_texts == 0


def test_wrong_sources() -> None:
    with pytest.raises(TextError):
        compare_tokenizers(*PAIR, 7)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="not UTF-8 at byte 1"):
        compare_tokenizers(*PAIR, io.BytesIO(b"a\xff"))


def test_surrogates_are_replaced_for_both() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    assert compare_tokenizers(tok, lambda text: tok.encode(text.encode().decode()), "a\ud800").are_equal


def test_the_pieces_of_a_long_text() -> None:
    text = "some words\n" * 3000 + "at 12 of\n" + "more words " * 3000 + "34"
    found = places(text)
    assert [piece.strip() for _, _, piece in found] == ["12", "34"]
    assert all(text[start : start + len(piece)] == piece for _, start, piece in found)


def test_a_long_text_of_functions_is_cut_at_lines() -> None:
    tok, other = wl.Tokenizer.from_pretrained("r50k_base"), digits_alone()
    text = "some words\n" * 300 + "at 12 of\n" + "more words " * 300
    found = compare_tokenizers(tok.encode, other.encode, text)
    (difference,) = found.differences
    assert "12" in difference.text
    assert len(difference.text) <= LONG
    assert text[difference.start :].startswith(difference.text)
    assert len(difference.shrunk) <= 4


def test_a_difference_that_needs_the_whole_text() -> None:
    """One that shows only from a length on."""

    def encode(text: str) -> list[int]:
        return [*text.encode(), *([1] if len(text) > 5000 else [])]

    found = compare_tokenizers(encode, lambda text: [*text.encode()], "ab\n" * 3000)
    (difference,) = found.differences
    assert len(difference.text) == 5001
    assert found.n_differing == 1


def test_progress_and_stopping() -> None:
    seen: list[SearchProgress] = []
    texts = ["12 " * 5_000] * 3
    found = compare_tokenizers("r50k_base", digits_alone(), texts, progress=seen.append, most=2, shrink=0)
    assert [at.total for at in seen] == [sum(map(len, texts))] * len(seen)
    assert seen[-1].done == seen[-1].total
    assert seen[-1].n_divergent == found.n_differences > 2 == len(found.differences)
    stopped = compare_tokenizers(*PAIR, texts, should_stop=lambda: True)
    assert stopped.stopped
    assert stopped.n_texts == 0


def test_groups_and_counts() -> None:
    found = compare_tokenizers("r50k_base", digits_alone(), ["12 34", "7", "a 56"])
    assert found.n_differing == 2
    assert sum(group.count for group in found.groups) == found.n_differences == len(found.differences)
    assert found.groups == sorted(found.groups, key=lambda group: -group.count)
    for group in found.groups:
        assert isinstance(group, DifferenceGroup)
        alike = [
            each
            for each in found.differences
            if (each.stages, each.signature) == (group.stages, group.signature)
        ]
        assert len(alike) == group.count
        assert {each.shrunk for each in alike} == {group.example.shrunk}
    assert str(found) == "r50k_base and digits differ on 2 of 3 texts: split pattern 3"


def test_everything_is_json() -> None:
    found = compare_tokenizers(
        json.dumps(good()).encode(), json.dumps(planted("begin", "no NFC")).encode(), "e\u0301"
    )
    told = json.loads(json.dumps(found.to_json()))
    assert told["causes"] == {"normalizer": 1, "post-processor": 1}
    assert told["differences"][1]["text"] == "e\u0301"
    assert told["groups"][0]["example"]["cause"] == "normalizer"
    assert "normalizer" in found._repr_html_()
    assert "<script>" not in compare_tokenizers(*PAIR, "<script>'M")._repr_html_()


def test_equal_ones() -> None:
    found = compare_tokenizers("r50k_base", "r50k_base", ["a", "b"])
    assert str(found) == "r50k_base and r50k_base agree on 2 texts"
    assert found == TokenizerComparison("r50k_base", "r50k_base", 2, 0, 0, [], [])
    assert found._repr_html_().startswith("<p>")


def run_case(code: str) -> None:
    names: dict[str, Any] = {}
    exec(code, names)
    for name, value in list(names.items()):
        if name.startswith("test_"):
            value()


def test_the_pytest_case(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(planted("single digits", "begin")), encoding="utf-8")
    right = tmp_path / "right.json"
    right.write_text(json.dumps(good()), encoding="utf-8")
    found = compare_tokenizers(right, path, "at 12")
    assert [difference.cause for difference in found.differences] == ["post-processor", "split pattern"]
    case = found.differences[1].to_pytest()
    assert "compare_tokenizers(a, b, text, add_special_tokens=False).differences == []" in case
    for code in (case, found.to_pytest()):
        with pytest.raises(AssertionError):
            run_case(code)
    assert found.to_pytest().count("def test_") == 2
    path.write_text(json.dumps(good()), encoding="utf-8")
    run_case(found.to_pytest())


def test_cases_of_one_name_are_numbered() -> None:
    names = [
        line for line in compare_tokenizers(*PAIR, "'M 12 345").to_pytest().splitlines() if "def " in line
    ]
    assert len(set(names)) == len(names) > 1


def test_decoding_is_left_out_on_request_or_where_one_cannot() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    loud = ForeignTokenizer(tok.encode, decode=lambda ids: tok.decode(ids).upper())
    (difference,) = compare_tokenizers(tok, loud, "a B").differences
    assert (difference.cause, difference.a == difference.b) == ("decoding", True)
    assert (difference.decoded_a, difference.decoded_b, difference.shrunk) == ("a B", "A B", "a")
    assert compare_tokenizers(tok, loud, "a B", decode=False).are_equal
    assert not compare_tokenizers(tok, tok.encode, "a B").decoding_compared


def test_a_decoder_that_fails() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")

    def fail(ids: list[int]) -> str:
        raise KeyError(ids[0])

    (difference,) = compare_tokenizers(tok, ForeignTokenizer(tok.encode, decode=fail), ["a"]).differences
    assert difference.cause == "decoding"
    assert "KeyError" in str(difference.decoded_b)


def test_a_long_text_that_is_decoded_differently() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    other = ForeignTokenizer(tok.encode, decode=lambda ids: tok.decode(ids).replace("12", "21"))
    text = "some words\n" * 300 + "at 12 of\n" + "more words " * 300
    (difference,) = compare_tokenizers(tok, other, text).differences
    assert len(difference.text) <= LONG
    assert difference.shrunk.strip() == "12"


def test_a_result_is_a_value() -> None:
    (difference,) = compare_tokenizers("r50k_base", digits_alone(), "12").differences
    assert isinstance(difference, TokenizerDifference)
    assert wl.Tokenizer.from_pretrained("r50k_base").encode(difference.text) == difference.a
    assert digits_alone().encode(difference.text) == difference.b


def test_rows() -> None:
    a, b = pack_rows([[1, 2], [], [3]]), pack_rows([[1, 2], [4], [3]])
    assert differing_rows(a, b) == [1]
    assert differing_rows(a, a) == []
    assert a.row(0) == [1, 2]


def test_shrinking_ends() -> None:
    tried = 0

    def never_shorter(text: str) -> bool:
        nonlocal tried
        tried += 1
        return False

    assert shrink_text("x" * 100_000, never_shorter) == "x" * 100_000
    assert tried < 100
    assert shrink_text("Many WORDS, 3 of them", lambda text: "W" in text and "3" in text) == "W3"
