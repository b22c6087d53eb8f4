"""The files shown in ``notebooks/extend.ipynb``: cells and blocks of code that begin with a file name."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab
from wordchipper_lab import widgets
from wordchipper_lab.kernels.cache_places import places_for
from wordchipper_lab.screens import registry
from wordchipper_lab.web import modules

PACKAGE = Path(wordchipper_lab.__file__).parent
NOTEBOOK = Path(__file__).parents[1] / "notebooks" / "extend.ipynb"
_BLOCK = re.compile(r"^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ENTRY = "wordchipper_lab/screens/registry.py"
_NAMED = re.compile(r"^(?:#|//) ([\w/]+\.\w+)\n")


def guide_files() -> dict[str, str]:
    """Path -> contents."""
    found: dict[str, str] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        for code in [source] if cell["cell_type"] == "code" else _BLOCK.findall(source):
            if named := _NAMED.match(code):
                found[named[1]] = code
    return found


@contextmanager
def screen_of_the_guide(directory: Path) -> Iterator[registry.Screen]:
    """The screen as the guide adds it, with its folders in `directory` instead of the clone."""
    shutil.copytree(PACKAGE / "web", directory / "web")
    _write_screen(directory)
    entry: Any = eval(guide_files()[_ENTRY], {"Screen": registry.Screen})
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.SCREENS, entry.name, entry)
        patch.setattr(modules, "WEB", directory / "web")
        for room in ("screens", "widgets"):
            paths = [*__import__(f"wordchipper_lab.{room}", fromlist=["x"]).__path__, str(directory / room)]
            patch.setattr(f"wordchipper_lab.{room}.__path__", paths)
        try:
            yield entry
        finally:
            for name in [name for name in sys.modules if re.search(r"\.(counts|token_counter)\b", name)]:
                del sys.modules[name]
            vars(widgets).pop(entry.widget, None)


def clone_with_screen(clone: Path) -> None:
    """Copy this clone, with its compiled kernels, and follow the guide there."""
    package = clone / PACKAGE.name
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for room in (path for path in PACKAGE.rglob("*") if path.is_dir() and path.name != "__pycache__"):
        beside = package / room.relative_to(PACKAGE) / "__pycache__"
        for kernel in (file for place in places_for(str(room)) for file in place.path.glob("*.nb[ci]")):
            beside.mkdir(exist_ok=True)
            shutil.copy(kernel, beside)
    _write_screen(package)
    path = clone / _ENTRY
    before, after = path.read_text(encoding="utf-8").split(")\n\nSCREENS:")
    path.write_text(f"{before}{guide_files()[_ENTRY].strip()},)\n\nSCREENS:{after}", encoding="utf-8")
    shutil.copytree(NOTEBOOK.parent, clone / "notebooks")
    contents = (clone / "notebooks" / "explorer.ipynb").read_text(encoding="utf-8")
    for code in ("import Explorer", "Explorer()"):
        contents = contents.replace(code, code.replace("Explorer", "TokenCounter"))
    contents = contents.replace("Explorer", "Token counts")  # the title
    (clone / "notebooks" / "counts.ipynb").write_text(contents, encoding="utf-8")


def _write_screen(package: Path) -> None:
    for path, contents in guide_files().items():
        if path.startswith("wordchipper_lab/") and path != _ENTRY:
            target = package / path.removeprefix("wordchipper_lab/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(contents, encoding="utf-8")
    (package / "screens" / "counts" / "__init__.py").write_text('"""Counts."""\n')
