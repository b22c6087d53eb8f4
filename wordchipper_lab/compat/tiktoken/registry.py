"""``tiktoken.registry``: encodings by name, those included here and those of installed ``tiktoken_ext`` plugins."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import threading
from collections.abc import Callable, Sequence
from typing import Any

from . import openai_public
from .core import Encoding

__all__ = ["ENCODINGS", "ENCODING_CONSTRUCTORS", "get_encoding", "list_encoding_names"]

_OPENAI_PUBLIC = "tiktoken_ext.openai_public"

_lock = threading.RLock()

ENCODINGS: dict[str, Encoding] = {}
"""The encodings made so far."""

ENCODING_CONSTRUCTORS: dict[str, Callable[[], dict[str, Any]]] | None = None
"""Name -> a function that returns the arguments of `Encoding`; None until somebody asks."""


@functools.lru_cache
def _available_plugin_modules() -> Sequence[str]:
    try:
        import tiktoken_ext  # type: ignore[import-untyped]
    except ImportError:
        return [_OPENAI_PUBLIC]
    found = pkgutil.iter_modules(tiktoken_ext.__path__, f"{tiktoken_ext.__name__}.")
    others = [name for _, name, _ in found if name != _OPENAI_PUBLIC]
    return [_OPENAI_PUBLIC, *others]


def _find_constructors() -> None:
    global ENCODING_CONSTRUCTORS
    with _lock:
        if ENCODING_CONSTRUCTORS is not None:
            return
        constructors = dict(openai_public.ENCODING_CONSTRUCTORS)
        for module in _available_plugin_modules():
            if module == _OPENAI_PUBLIC:
                continue
            offered = getattr(importlib.import_module(module), "ENCODING_CONSTRUCTORS", None)
            if offered is None:
                raise ValueError(f"the tiktoken plugin {module} does not define ENCODING_CONSTRUCTORS")
            for name in offered:
                if name in constructors:
                    raise ValueError(f"the tiktoken plugin {module} defines {name}, which exists already")
            constructors |= offered
        ENCODING_CONSTRUCTORS = constructors


def get_encoding(encoding_name: str) -> Encoding:
    """The encoding with this name, made once per process; raises ``ValueError`` for an unknown name.

    >>> get_encoding("gpt2").encode("hello world")
    [31373, 995]
    """
    if not isinstance(encoding_name, str):
        raise ValueError(f"expected the name of an encoding as str, got {type(encoding_name)}")  # as tiktoken
    if encoding_name in ENCODINGS:
        return ENCODINGS[encoding_name]
    with _lock:
        if encoding_name not in ENCODINGS:
            ENCODINGS[encoding_name] = _make(encoding_name)
        return ENCODINGS[encoding_name]


def _make(name: str) -> Encoding:
    constructors = _constructors()
    if name not in constructors:
        raise ValueError(
            f"unknown encoding {name}: expected one of {', '.join(constructors)} "
            f"(plugins found: {list(_available_plugin_modules())})"
        )
    if constructors[name] is openai_public.ENCODING_CONSTRUCTORS.get(name):
        return Encoding._of_bundled(name)
    return Encoding(**constructors[name]())


def list_encoding_names() -> list[str]:
    """Names of all encodings.

    >>> list_encoding_names()[:3]
    ['gpt2', 'r50k_base', 'p50k_base']
    """
    return list(_constructors())


def _constructors() -> dict[str, Callable[[], dict[str, Any]]]:
    _find_constructors()
    assert ENCODING_CONSTRUCTORS is not None
    return ENCODING_CONSTRUCTORS


# An encoding that has been made by name is pickled by name; `core` cannot import this module.
Encoding._named = ENCODINGS
Encoding._get = staticmethod(get_encoding)
