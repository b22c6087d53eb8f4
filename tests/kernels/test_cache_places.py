"""Another user's files are not executed, whatever their names and locations."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.kernels.cache_files import KernelFiles
from wordchipper_lab.kernels.cache_places import Place, PlaceError, _places_for, places_for

pytestmark = [
    pytest.mark.usefixtures("fresh"),
    pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs POSIX file owners"),
]

PLAIN_USER = 65534
OWN = f"wordchipper_lab-kernels-{os.getuid() if hasattr(os, 'getuid') else 0}"
root_only = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away"
)


class Evil:
    """Leaves a mark when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.mark,)


@pytest.fixture
def temporary(for_all: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory like /tmp, for a user with no other place for a cache."""
    directory = for_all / "tmp"
    directory.mkdir()
    directory.chmod(0o1777)
    (for_all / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(for_all / "file" / "cache"))
    monkeypatch.setenv("HOME", str(for_all / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(directory))
    return directory


def plant(directory: Path, mark: Path) -> None:
    KernelFiles([Place(directory)], "kernel", "stamp").save("key", Evil(mark))
    mark.unlink(missing_ok=True)


def session() -> KernelFiles:
    return KernelFiles(places_for(None), "kernel", "stamp")


def test_the_last_resort_is_this_users_alone(temporary: Path) -> None:
    session().save("key", ["mine"])
    assert session().load("key") == ["mine"]
    assert stat.S_IMODE((temporary / OWN).stat().st_mode) == 0o700


def _belongs_to_another(own: Path) -> None:
    own.mkdir(0o700)
    plant(own / "session", own.parent.parent / "mark")
    for path in (own, *own.rglob("*")):
        os.chown(path, PLAIN_USER, PLAIN_USER)


def _is_open_to_all(own: Path) -> None:
    own.mkdir()
    plant(own / "session", own.parent.parent / "mark")
    own.chmod(0o777)


def _is_a_link(own: Path) -> None:
    plant(own.parent.parent / "elsewhere" / "session", own.parent.parent / "mark")
    (own.parent.parent / "elsewhere").chmod(0o700)
    own.symlink_to(own.parent.parent / "elsewhere")


def _is_a_file(own: Path) -> None:
    own.touch(0o700)


def _lies_where_all_may_rename(own: Path) -> None:
    own.mkdir(0o700)
    plant(own / "session", own.parent.parent / "mark")
    own.parent.chmod(0o777)


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        pytest.param(_belongs_to_another, "belongs to another user", marks=root_only),
        (_is_open_to_all, "other users may write to"),
        (_is_a_link, "is not a directory"),
        (_is_a_file, "is not a directory|Not a directory|File exists"),
        (_lies_where_all_may_rename, "other users may write to"),
    ],
)
def test_planted_files_are_not_executed(
    temporary: Path, prepare: Callable[[Path], None], reason: str
) -> None:
    prepare(temporary / OWN)
    assert session().load("key") is None
    with pytest.warns(RuntimeWarning, match=f"({reason}).*every run compiles them again.*NUMBA_CACHE_DIR"):
        session().save("key", ["mine"])
    assert session().load("key") is None
    assert not (temporary.parent / "mark").exists()


def test_the_attack_works_where_nothing_is_checked(tmp_path: Path) -> None:
    plant(tmp_path / "cache", tmp_path / "mark")
    KernelFiles([Place(tmp_path / "cache")], "kernel", "stamp").load("key")
    assert (tmp_path / "mark").exists()


@root_only
def test_a_file_of_another_user_in_a_good_directory_is_not_executed(temporary: Path) -> None:
    session().save("key", ["mine"])
    own = temporary / OWN / "session"
    plant(temporary.parent / "evil", temporary.parent / "mark")
    for path in (temporary.parent / "evil").iterdir():
        os.chown(path, PLAIN_USER, PLAIN_USER)
        os.replace(path, own / path.name)
    assert session().load("key") is None
    session().save("key", ["mine again"])
    assert session().load("key") == ["mine again"]
    assert not (temporary.parent / "mark").exists()


def test_a_linked_file_is_not_followed(temporary: Path) -> None:
    session().save("key", ["mine"])
    (index,) = (temporary / OWN / "session").glob("*.nbi")
    os.replace(index, temporary.parent / "index")
    index.symlink_to(temporary.parent / "index")
    assert session().load("key") is None


def test_nothing_is_created_in_a_strangers_directory(for_all: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (for_all / "open").mkdir()
    (for_all / "open").chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(for_all / "open"))
    monkeypatch.setattr(tempfile, "tempdir", str(for_all / "open"))
    with pytest.warns(RuntimeWarning, match="other users may write to"):
        session().save("key", ["mine"])
    assert list((for_all / "open").iterdir()) == []


def test_a_linked_home_is_resolved_and_then_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scratch").mkdir(0o755)
    (tmp_path / "home").symlink_to(tmp_path / "scratch")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    session().save("key", ["mine"])
    assert session().load("key") == ["mine"]
    assert (tmp_path / "scratch" / "wordchipper_lab" / "kernels" / "session").is_dir()


def beside(source: Path) -> KernelFiles:
    return KernelFiles(places_for(str(source))[:1], "kernel", "stamp")


@pytest.mark.parametrize(
    ("source_mode", "cache_mode", "trusted"),
    [
        (0o755, 0o755, True),
        (0o775, 0o775, True),  # anyone who may write here may also change the source
        (0o777, 0o777, True),
        (0o755, 0o777, False),
        (0o755, 0o775, False),
        (0o1777, 0o1777, False),  # a script in /tmp
        (0o1777, 0o755, True),
    ],
)
def test_a_cache_beside_the_source_is_no_more_open_than_the_source(
    tmp_path: Path, source_mode: int, cache_mode: int, trusted: bool
) -> None:
    source = tmp_path / "package"
    source.mkdir()
    plant(source / "__pycache__", tmp_path / "mark")
    (source / "__pycache__").chmod(cache_mode)
    source.chmod(source_mode)
    beside(source).load("key")
    assert (tmp_path / "mark").exists() is trusted
    if not trusted:
        with pytest.raises(PlaceError, match="other users may write to"):
            places_for(str(source))[0].prepare()


@root_only
def test_a_package_of_root_serves_every_user_and_a_user_does_not_serve_root(
    temporary: Path, in_child
) -> None:
    source = temporary.parent / "package"
    source.mkdir(0o755)
    beside(source).save("key", ["root's"])

    def load_and_save() -> Any:
        _places_for.cache_clear()
        files = KernelFiles(places_for(str(source)), "kernel", "stamp")
        files.save("other", ["the user's"])
        return files.load("key"), files.load("other"), sorted(path.name for path in temporary.iterdir())

    assert in_child(load_and_save, user=PLAIN_USER) == (
        ["root's"],
        ["the user's"],
        [f"wordchipper_lab-kernels-{PLAIN_USER}"],
    )
    os.chown(source / "__pycache__", PLAIN_USER, PLAIN_USER)
    assert KernelFiles(places_for(str(source)), "kernel", "stamp").load("key") == ["root's"]  # checked before
    _places_for.cache_clear()
    assert KernelFiles(places_for(str(source)), "kernel", "stamp").load("key") is None


def test_a_named_place_is_the_only_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    (place,) = places_for(str(tmp_path / "package"))
    assert place.path.parent == tmp_path / "named"
    assert place.path.name.startswith("package_")
    (tmp_path / "named").touch()
    with pytest.warns(RuntimeWarning, match="compiled kernels cannot be stored"):
        session().save("key", ["mine"])
