"""A vocabulary whose tables several processes share is the same, and nothing that one of them does changes it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.files.shared_arrays import SHARED_ARRAYS, map_shared
from wordchipper_lab.vocab import unified
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

MODEL, FILE = "r50k_base", "r50k_base.tiktoken"
TEXT = "Hello world's tokenization<|endoftext|> \n café 世界 \U0001f44d 1234 unwhisperable"


@pytest.fixture
def load_anew(monkeypatch, tmp_path: Path):
    """Load the vocabulary as another process with the same directory would."""

    def load(directory: Path = tmp_path / "arrays") -> UnifiedVocab:
        monkeypatch.setenv(SHARED_ARRAYS, str(directory))
        monkeypatch.setattr(unified, "_vocabs", {})
        monkeypatch.setattr(unified, "_parts_of_file", {})
        return load_vocab(MODEL)

    return load


def is_mapped(array: np.ndarray) -> bool:
    while array is not None and not isinstance(array, np.memmap):
        array = array.base
    return array is not None


def test_who_builds_and_who_comes_later_map_the_same_tables(load_anew) -> None:
    usual = load_vocab(MODEL)
    for vocab in (load_anew(), load_anew()):
        assert vocab is not usual
        assert all(map(is_mapped, vocab.tables))
        assert all(map(np.array_equal, vocab.tables, usual.tables))
        assert vocab.is_merge_ordered == usual.is_merge_ordered
        assert Tokenizer(vocab).encode(TEXT) == Tokenizer(usual).encode(TEXT)


def test_a_change_stays_in_its_process(load_anew) -> None:
    load_anew().tables.byte_tokens[:] = 7
    assert load_anew().tables.byte_tokens[0] != 7


def test_where_nothing_can_be_written_nothing_is_shared(load_anew, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    vocab = load_anew(tmp_path / "file")
    assert not is_mapped(vocab.tables.pairs)
    assert vocab.find_token(b"hello") == 31373


def test_damaged_files_are_not_used(load_anew, tmp_path: Path) -> None:
    load_anew()
    (tmp_path / "arrays" / FILE / "pairs.npy").write_bytes(b"")
    assert map_shared(FILE, ["splits"]) is not None
    assert not is_mapped(load_anew().tables.pairs)
