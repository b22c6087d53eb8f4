"""Run programs written for tiktoken, tokenizers or wordchipper on this package, without changing them.

In a program, before it imports the package:

    import wordchipper_lab.compat as compat
    compat.install("tiktoken")
    import tiktoken  # is wordchipper_lab.compat.tiktoken

Or from outside: ``python -m wordchipper_lab.compat.substitute tiktoken program.py arguments...``
"""

from __future__ import annotations

import importlib
import pkgutil
import runpy
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from ..arguments import check_name

__all__ = ["FACES", "MORE_MODULES", "install", "substituted", "uninstall"]

FACES = ("tiktoken", "tokenizers", "wordchipper")
"""The packages that have a face here."""

MORE_MODULES = {"tiktoken": {"tiktoken_ext.openai_public": "tiktoken.openai_public"}}
"""Modules that a package has outside of itself, and those of its face."""

_lock = threading.RLock()
_replaced: dict[str, dict[str, ModuleType]] = {}


def install(*names: str) -> None:
    """Let ``import tiktoken``, ``import tiktoken.core`` ... give the face of each of these packages from now on.

    Modules that imported the package before keep what they have. Raises `UnknownNameError` for another package.

    >>> install("tiktoken")
    >>> import tiktoken
    >>> tiktoken.__name__
    'wordchipper_lab.compat.tiktoken'
    >>> uninstall("tiktoken")
    """
    for name in names:
        check_name("face", name, FACES)
    with _lock:
        for name in names:
            if name not in _replaced:
                found = _modules_of(name)
                _replaced[name] = _take_out(name, found)
                sys.modules.update(found)


def uninstall(*names: str) -> None:
    """Undo `install`: the package itself is imported again."""
    for name in names:
        check_name("face", name, FACES)
    with _lock:
        for name in names:
            if name in _replaced:
                _take_out(name, _modules_of(name))
                sys.modules.update(_replaced.pop(name))


@contextmanager
def substituted(*names: str) -> Iterator[None]:
    """`install`, and `uninstall` at the end of a ``with`` block.

    >>> with substituted("tiktoken"):
    ...     from tiktoken.core import Encoding
    >>> Encoding.__module__
    'wordchipper_lab.compat.tiktoken.core'
    """
    install(*names)
    try:
        yield
    finally:
        uninstall(*names)


def _modules_of(name: str) -> dict[str, ModuleType]:
    """The modules of a face, by the names under which a program imports them."""
    here = f"{__package__}.{name}"
    package = importlib.import_module(here)
    found = {name: package}
    for about in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{here}."):
        found[name + about.name.removeprefix(here)] = importlib.import_module(about.name)
    for elsewhere, ours in MORE_MODULES.get(name, {}).items():
        found[elsewhere] = importlib.import_module(f"{__package__}.{ours}")
    return found


def _take_out(name: str, ours: dict[str, ModuleType]) -> dict[str, ModuleType]:
    """Take the modules of a package out of those that are imported; returns them."""
    taken = [
        module for module in sys.modules if module == name or module.startswith(f"{name}.") or module in ours
    ]
    return {module: sys.modules.pop(module) for module in taken}


def _run(arguments: list[str]) -> None:
    names = arguments[: next((i for i, name in enumerate(arguments) if name not in FACES), len(arguments))]
    rest = arguments[len(names) :]
    if not names or not rest:
        sys.exit(f"usage: python -m {__spec__.name} {{{'|'.join(FACES)}}}... PROGRAM.py [ARGUMENT...]")
    install(*names)
    sys.argv = rest
    runpy.run_path(rest[0], run_name="__main__")


if __name__ == "__main__":
    # As a module of the package, so that a program that imports it finds what is installed.
    importlib.import_module(f"{__package__}.substitute")._run(sys.argv[1:])
