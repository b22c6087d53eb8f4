"""Tables that an earlier process kept are the same, and what is damaged, old or another's is not read."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from wordchipper_lab.kernels import cache_places
from wordchipper_lab.vocab import kept_tables, unified
from wordchipper_lab.vocab.kept_tables import keep_tables, load_kept
from wordchipper_lab.vocab.pretrained import pretrained_spec
from wordchipper_lab.vocab.unified import load_vocab

SPEC = pretrained_spec("r50k_base")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are kept, empty at first."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path


def files(place: Path) -> list[Path]:
    return sorted(file for file in place.rglob("*") if file.is_file())


def keep(spec=SPEC) -> None:
    vocab = load_vocab("r50k_base")
    keep_tables(spec, vocab.ranked, vocab._built)


def test_tables_come_back_as_they_were(place: Path) -> None:
    assert load_kept(SPEC) is None
    vocab = load_vocab("r50k_base")
    keep()
    tokens, built = load_kept(SPEC)
    for kept, expected in zip((*built.tables, *tokens), (*vocab.tables, *vocab.ranked), strict=True):
        assert kept.dtype == expected.dtype
        assert np.array_equal(kept, expected)
        assert kept.flags.writeable
        assert kept.flags.c_contiguous
    assert built[1:] == vocab._built[1:]


def test_a_vocabulary_is_loaded_from_them_without_its_file(place: Path, monkeypatch) -> None:
    def load_anew():
        monkeypatch.setattr(unified, "_vocabs", {})
        monkeypatch.setattr(unified, "_parts_of_file", {})
        return load_vocab("r50k_base")

    built = load_anew()
    assert len(files(place)) == 1
    monkeypatch.setattr(unified, "read_token_bytes", None)
    kept = load_anew()
    assert kept is not built
    assert kept.find_token(b" hello") == built.find_token(b" hello") == 23748
    assert np.shares_memory(kept.ranked.data, kept.tables.token_data)
    assert np.shares_memory(kept.ranked.data, kept.all_tokens.data)
    assert all(map(np.array_equal, kept.tables, built.tables))
    other = load_vocab("gpt2")
    assert other is kept


@pytest.mark.parametrize("damage", ["truncated", "one bit", "empty", "header"])
def test_a_damaged_file_is_not_used_and_replaced(place: Path, damage: str) -> None:
    keep()
    (file,) = files(place)
    content = bytearray(file.read_bytes())
    if damage == "one bit":
        content[-1000] ^= 1
    if damage == "header":
        content[45] ^= 1
    kept = {"truncated": len(content) - 1, "empty": 0}.get(damage)
    file.write_bytes(content[:kept])
    assert load_kept(SPEC) is None
    keep()
    assert load_kept(SPEC) is not None


def test_other_sources_or_another_vocabulary_have_other_files(place: Path, monkeypatch) -> None:
    keep()
    assert load_kept(pretrained_spec("p50k_base")) is None
    monkeypatch.setattr(kept_tables, "_hash_of_sources", lambda: "other")
    assert load_kept(SPEC) is None
    keep()
    assert load_kept(SPEC) is not None
    assert len(files(place)) == 1, "the older file is removed"


def test_where_nothing_can_be_written_nothing_is_kept(place: Path, monkeypatch) -> None:
    (place / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(place / "file"))
    keep()
    assert load_kept(SPEC) is None


def test_a_full_disk_leaves_no_part(place: Path, monkeypatch) -> None:
    def fail(old, new):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    keep()
    assert files(place) == []


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_a_file_that_another_user_could_have_written_is_not_read(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "vocab").mkdir()
    monkeypatch.setattr(kept_tables, "_HERE", tmp_path / "vocab")
    monkeypatch.setattr(kept_tables, "_hash_of_sources", lambda: "same")
    places = cache_places.each_place(str(tmp_path / "vocab"), "")
    monkeypatch.setattr(kept_tables, "each_place", lambda *arguments: [next(places)])
    keep()
    (file,) = files(tmp_path)
    monkeypatch.setattr(kept_tables, "each_place", lambda *arguments: cache_places.each_place(*arguments))
    assert load_kept(SPEC) is not None
    os.chown(file, 65534, 65534)
    assert load_kept(SPEC) is None
