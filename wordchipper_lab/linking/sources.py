"""The source files that machine code depends on."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..kernels.linked.manifest import PACKAGE

__all__ = ["sources_of"]

_ROOMS = ("kernels", "text", "vocab", "spanners", "encoders", "decoders", "training", "pipeline")
_MARKS = ("@jit(", "@intrinsic", "@replaces(", "lowered_by(", "lower_later(", "(NamedTuple)", "= Layout(")
"""A file with one of these defines kernels, what they call, or what they are given."""


def sources_of(modules: Iterable[str]) -> list[str]:
    """Paths within the package of the files that the kernels of these modules depend on.

    All imports of files that define kernels are followed, and from other files those of constants. With them come the
    files that say how something becomes machine code (`lowering`), and those of this room.

    >>> {"kernels/heap.py", "kernels/jit.py", "linking/entries.py"} <= set(sources_of(["wordchipper_lab.kernels.heap"]))
    True
    """
    found: set[Path] = set()
    found.update(Path(__file__).parent.glob("*.py"))
    waiting = [PACKAGE / "kernels" / "compiler.py", *PACKAGE.rglob("*lowering.py")]
    waiting += PACKAGE.glob("*/lowering/*.py")
    waiting += [file for module in modules for file in _files_of(module.split(".")[1:])]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [file for file in _imports(file) if file.relative_to(PACKAGE).parts[0] in _ROOMS]
    return sorted(file.relative_to(PACKAGE).as_posix() for file in found)


def _imports(file: Path) -> Iterator[Path]:
    source = file.read_text(encoding="utf-8")
    follow_all = any(mark in source for mark in _MARKS) or file.name == "__init__.py"
    here = list(file.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level:
            names = [alias.name for alias in node.names if follow_all or alias.name.isupper()]
            base = here[: len(here) - node.level + 1] + (node.module.split(".") if node.module else [])
            for name in names:
                yield from _files_of([*base, name])
            if names:
                yield from _files_of(base)


def _files_of(parts: list[str]) -> Iterator[Path]:
    module = PACKAGE.joinpath(*parts)
    yield from (file for file in (module.with_suffix(".py"), module / "__init__.py") if file.is_file())
