"""A package's names, imported on first use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["lazy_names"]


def lazy_names(
    package: str, homes: Callable[[], Mapping[str, str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of `package`; `homes`: name -> module in it.

    >>> load, _ = lazy_names("wordchipper_lab.files", lambda: {"WholeFile": "whole_file"})
    >>> load("WholeFile").__module__
    'wordchipper_lab.files.whole_file'
    """

    def load(name: str) -> object:
        home_of = homes()
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        known = vars(sys.modules[package])
        return sorted({*known, *known["__all__"]})

    return load, names
