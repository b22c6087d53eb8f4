"""Nothing is unpickled unless it is exactly what was written."""

from __future__ import annotations

import importlib
import random
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.kernels.cache_files import KernelFiles
from wordchipper_lab.kernels.cache_places import Place

pytestmark = pytest.mark.usefixtures("fresh")

DATA = {"code": bytes(range(256)) * 8}


def flip(content: bytes, seed: int) -> bytes:
    bit = random.Random(seed).randrange(8 * len(content))
    damaged = bytearray(content)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "longer": lambda content: content + b"\0",
    "zeros": lambda content: bytes(len(content)),
    "random": lambda content: random.Random(1).randbytes(len(content)),
    **{f"flip {seed}": lambda content, seed=seed: flip(content, seed) for seed in range(25)},
}


def files_in(directory: Path, stamp: str = "stamp") -> KernelFiles:
    return KernelFiles([Place(directory)], "kernel", stamp)


def the_file(directory: Path, ending: str) -> Path:
    (path,) = directory.glob(f"*{ending}")
    return path


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_dropped_and_written_again(tmp_path: Path, ending: str, damage: str) -> None:
    files_in(tmp_path).save("key", DATA)
    assert files_in(tmp_path).load("key") == DATA
    path = the_file(tmp_path, ending)
    intact = path.read_bytes()
    path.write_bytes(DAMAGES[damage](intact))
    with pytest.warns(RuntimeWarning, match=r"is damaged \(.*kernel\..*removed and compiled again") as told:
        assert files_in(tmp_path).load("key") is None
    assert not path.exists()
    files_in(tmp_path).save("key", DATA)
    assert files_in(tmp_path).load("key") == DATA
    assert the_file(tmp_path, ending).read_bytes() == intact
    assert len(told) == 1


def test_damage_is_told_once_in_a_process_on_one_line(tmp_path: Path, capsys) -> None:
    for key in range(3):
        files_in(tmp_path).save(key, [key])
    for path in tmp_path.glob("*.nbc"):
        path.write_bytes(b"")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, category, file, line, *_: print(  # as it is without pytest
            warnings.formatwarning(message, category, file, line), end=""
        )
        assert [files_in(tmp_path).load(key) for key in range(3)] == [None] * 3
    assert capsys.readouterr().out.count("\n") == 1


def test_code_of_other_sources_is_not_found_and_makes_room(tmp_path: Path) -> None:
    (tmp_path / "kernel.1.nbc").write_bytes(b"numba's own")
    (tmp_path / "kernel.nbi").write_bytes(b"numba's own")
    (tmp_path / "kernels.1.nbc").write_bytes(b"another function's")
    files_in(tmp_path, "old").save("key", ["old"])
    new = files_in(tmp_path, "new")
    assert new.load("key") is None
    new.save("key", DATA)
    assert new.load("key") == DATA
    assert sorted(path.name.split(".")[0] for path in tmp_path.iterdir()) == ["kernel", "kernel", "kernels"]


def test_a_write_that_fails_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Place.write

    def fail_at_the_index(place: Place, name: str, content: bytes) -> None:
        if name.endswith(".nbi"):
            raise OSError(28, "No space left on device")
        write(place, name, content)

    monkeypatch.setattr(Place, "write", fail_at_the_index)
    with pytest.warns(RuntimeWarning, match="No space left on device.*NUMBA_CACHE_DIR"):
        files_in(tmp_path).save("key", DATA)
    assert list(tmp_path.iterdir()) == []


def test_a_data_file_that_vanished_is_nothing_to_speak_of(tmp_path: Path, recwarn) -> None:
    files_in(tmp_path).save("key", DATA)
    the_file(tmp_path, ".nbc").unlink()
    assert files_in(tmp_path).load("key") is None
    files_in(tmp_path).save("key", DATA)
    assert files_in(tmp_path).load("key") == DATA
    assert not recwarn.list


def test_the_code_of_a_faster_process_stays(tmp_path: Path) -> None:
    files_in(tmp_path).save("key", ["first"])
    files_in(tmp_path).save("key", ["second"])
    assert files_in(tmp_path).load("key") == ["first"]
    assert len(list(tmp_path.glob("*.nbc"))) == 1


def test_code_of_classes_that_are_gone_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone.py").write_text("class Gone: pass")
    monkeypatch.syspath_prepend(str(tmp_path))
    gone: Any = importlib.import_module("gone")
    place = tmp_path / "cache"
    files_in(place).save("key", gone.Gone())
    assert files_in(place).load("key") is not None
    (tmp_path / "gone.py").unlink()
    del sys.modules["gone"]
    importlib.invalidate_caches()
    with pytest.warns(RuntimeWarning, match="damaged"):
        assert files_in(place).load("key") is None
    assert list(place.glob("*.nbc")) == []
