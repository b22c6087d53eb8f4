"""The files that ``notebooks/extend.ipynb`` speaks of: cells and blocks of code that begin with a file's name."""

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
from wordchipper_lab.screens import registry
from wordchipper_lab.web import modules

NOTEBOOK = Path(__file__).parents[1] / "notebooks" / "extend.ipynb"
_BLOCK = re.compile(r"^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
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
    """The screen as the guide adds it, its folders in `directory` instead of in the clone."""
    package = Path(wordchipper_lab.__file__).parent
    shutil.copytree(package / "web", directory / "web")
    files = guide_files()
    for path, contents in files.items():
        if path.startswith("wordchipper_lab/") and not path.endswith("registry.py"):
            target = directory / path.removeprefix("wordchipper_lab/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(contents, encoding="utf-8")
    (directory / "screens" / "counts" / "__init__.py").write_text('"""Counts."""\n')
    entry: Any = eval(files["wordchipper_lab/screens/registry.py"], {"Screen": registry.Screen})
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
