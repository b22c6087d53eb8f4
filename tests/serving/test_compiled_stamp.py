"""What was compiled is noted, until something that kernels are made of changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wordchipper_lab.serving import compiled_stamp


@pytest.fixture(autouse=True)
def _in_a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_stamp.platformdirs, "user_cache_path", lambda name: tmp_path / name)
    monkeypatch.setattr(compiled_stamp, "linked_level", lambda: None)


def test_a_note_holds_until_the_sources_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "kernel.py").write_text("one = 1\n")
    monkeypatch.setattr(compiled_stamp, "_PACKAGE", sources)
    assert not compiled_stamp.is_compiled()
    compiled_stamp.note_compiled()
    assert compiled_stamp.is_compiled()
    (sources / "kernel.py").write_text("one = 2\n")
    assert not compiled_stamp.is_compiled()
    compiled_stamp.note_compiled()
    (sources / "kernel.py").write_text("one = 1\n")
    assert compiled_stamp.is_compiled(), "another environment's note"


def test_the_newest_notes_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources, kept = tmp_path / "sources", tmp_path / "wordchipper_lab" / "compiled"
    sources.mkdir()
    monkeypatch.setattr(compiled_stamp, "_PACKAGE", sources)
    for number in range(20):
        (sources / "kernel.py").write_text(f"one = {number}\n")
        compiled_stamp.note_compiled()
        assert compiled_stamp.is_compiled()
        for note in kept.iterdir():
            os.utime(note, ns=(note.stat().st_atime_ns, note.stat().st_mtime_ns - 10**9))
    assert len(list(kept.iterdir())) == 16
    (sources / "kernel.py").write_text("one = 4\n")
    assert compiled_stamp.is_compiled()
    (sources / "kernel.py").write_text("one = 3\n")
    assert not compiled_stamp.is_compiled()


def test_without_a_place_nothing_is_noted(tmp_path: Path) -> None:
    (tmp_path / "wordchipper_lab").write_text("no directory")
    compiled_stamp.note_compiled()
    assert not compiled_stamp.is_compiled()


def test_linked_kernels_need_no_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_stamp, "linked_level", lambda: "x86-64-v3")
    assert compiled_stamp.is_compiled()
