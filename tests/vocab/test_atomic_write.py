"""A file is written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import stat

import pytest

from wordchipper_lab.vocab.formats import atomic_write
from wordchipper_lab.vocab.formats.atomic_write import write_atomically


def no_space(*args, **kwargs):
    raise OSError(errno.ENOSPC, "No space left on device")


class FullDisk(io.FileIO):
    """Takes the first bytes, then is full."""

    def write(self, contents):
        super().write(bytes(contents[:3]))
        no_space()


def test_new_file_gets_the_usual_permissions(tmp_path):
    path, usual = tmp_path / "new", tmp_path / "usual"
    write_atomically(path, b"contents")
    usual.write_bytes(b"")
    assert path.read_bytes() == b"contents"
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["new", "usual"]


def test_replaced_file_keeps_its_permissions_and_its_link(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("name", "old"),
    [("fsync", b"old"), ("fsync", None), ("replace", b"old"), ("replace", None), ("chmod", b"old")],
)
def test_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, name, old):
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)
    monkeypatch.setattr(atomic_write.os, name, no_space)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == ({"file": old} if old else {})


def test_disk_that_fills_up_while_writing(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(atomic_write, "open", FullDisk, raising=False)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new contents")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"file": b"old"}


def test_directory_in_the_way_or_missing(tmp_path):
    with pytest.raises(IsADirectoryError, match="is a directory"):
        write_atomically(tmp_path, b"x")
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "missing" / "file", b"x")
    assert list(tmp_path.iterdir()) == []
