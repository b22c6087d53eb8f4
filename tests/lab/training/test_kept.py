"""Trained vocabularies that other pages open by name."""

from __future__ import annotations

import os

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, UnsupportedVocabError
from wordchipper_lab.lab.page_limits import page_limits
from wordchipper_lab.lab.training import kept
from wordchipper_lab.lab.training.kept import keep_tokenizer, open_kept


def test_it_comes_back_whole(tmp_path) -> None:
    tok = wl.train_bpe("low low lower <|x|> newest", 262, special_tokens=["<|x|>"], pattern="cl100k_base")
    name = keep_tokenizer(tok, tmp_path)
    again = open_kept(name, directory=tmp_path)
    text = "low<|x|>lower newest"
    assert again.encode(text) == tok.encode(text)
    assert (again.pattern, again.get_special_tokens(), again.name) == (
        tok.pattern,
        tok.get_special_tokens(),
        name,
    )
    assert open_kept(name, "regex", "merge_heap", tmp_path).encode(text) == tok.encode(text)
    assert keep_tokenizer(tok, tmp_path) == name
    assert len(list(tmp_path.iterdir())) == 1


def test_what_does_more_than_merge_by_rank_is_not_kept(tmp_path) -> None:
    ids = {bytes([value]): value for value in range(256)} | {b"ab": 257, b"abc": 256}
    with pytest.raises(UnsupportedVocabError, match="a kept vocabulary cannot hold ids that are not ranks"):
        keep_tokenizer(wl.Tokenizer.from_merges(ids, [(b"a", b"b"), (b"ab", b"c")]), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_own_patterns_run_with_an_end_to_their_patience(tmp_path) -> None:
    name = keep_tokenizer(wl.train_bpe("low low", 257, pattern="[a-z]+| "), tmp_path)
    for kind in ("auto", "automaton", "regex"):
        assert open_kept(name, kind, directory=tmp_path).spanner.lexer.limits == page_limits()


def test_only_a_name_opens_one(tmp_path) -> None:
    with pytest.raises(InputError, match="16 hexadecimal digits"):
        open_kept("trained-../../../etc/passwd", directory=tmp_path)
    with pytest.raises(InputError, match="is no longer kept"):
        open_kept("trained-0123456789abcdef", directory=tmp_path)


def test_a_damaged_file_is_not_taken(tmp_path) -> None:
    name = keep_tokenizer(wl.train_bpe("low low", 257), tmp_path)
    path = tmp_path / f"{name}.vocab"
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(InputError, match="damaged"):
        open_kept(name, directory=tmp_path)


def test_the_least_recently_opened_goes_first(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    names = [keep_tokenizer(wl.train_bpe("lo lo lo wo wo er", 256 + n), tmp_path) for n in (1, 2)]
    for age, name in zip((100, 200), names, strict=True):
        os.utime(tmp_path / f"{name}.vocab", (age, age))
    open_kept(names[0], directory=tmp_path)
    third = keep_tokenizer(wl.train_bpe("lo lo lo wo wo er", 259), tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == {names[0], third}


def test_what_is_trained_again_is_among_the_newest(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    toks = [wl.train_bpe("lo lo lo wo wo er", 256 + n) for n in (1, 2, 3)]
    names = [keep_tokenizer(tok, tmp_path) for tok in toks[:2]]
    for age, name in zip((100, 200), names, strict=True):
        os.utime(tmp_path / f"{name}.vocab", (age, age))
    assert keep_tokenizer(toks[0], tmp_path) == names[0]
    keep_tokenizer(toks[2], tmp_path)
    assert open_kept(names[0], directory=tmp_path).vocab_size == 257
