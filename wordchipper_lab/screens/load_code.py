"""The Python code that loads the tokenizer of a screen, whether pretrained, trained and kept, or opened."""

from __future__ import annotations

from ..lab.opened import find_opened, is_opened_name
from ..lab.training.kept import is_kept_name

__all__ = ["load_code", "load_imports"]


def load_code(model: str, **options: object) -> str:
    """The expression that creates it.

    >>> load_code("o200k_base", lexer="regex"), load_code("trained-0123456789abcdef")
    ("wl.Tokenizer.from_pretrained('o200k_base', lexer='regex')", "open_kept('trained-0123456789abcdef')")
    >>> load_code("tokenizer.json@3f2a91c4")
    "wl.Tokenizer.from_file('tokenizer.json')"
    """
    if is_opened_name(model):
        opened = find_opened(model)
        if opened is not None:
            return opened.from_file(**options)
        make, model = "wl.Tokenizer.from_file", model.rpartition("@")[0]
    else:
        make = "open_kept" if is_kept_name(model) else "wl.Tokenizer.from_pretrained"
    return f"{make}({', '.join([repr(model), *(f'{name}={value!r}' for name, value in options.items())])})"


def load_imports(*models: str) -> list[str]:
    """The import lines that `load_code` of these needs, in addition to ``import wordchipper_lab as wl``."""
    is_needed = any(is_kept_name(model) for model in models)
    return ["from wordchipper_lab.lab.training import open_kept"] if is_needed else []
