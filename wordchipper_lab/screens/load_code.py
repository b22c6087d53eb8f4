"""The Python code that loads the tokenizer of a screen, whether pretrained or trained and kept."""

from __future__ import annotations

from ..lab.training.kept import is_kept_name

__all__ = ["load_code", "load_imports"]


def load_code(model: str, **options: str) -> str:
    """The expression that creates it.

    >>> load_code("o200k_base", lexer="regex"), load_code("trained-0123456789abcdef")
    ("wl.Tokenizer.from_pretrained('o200k_base', lexer='regex')", "open_kept('trained-0123456789abcdef')")
    """
    make = "open_kept" if is_kept_name(model) else "wl.Tokenizer.from_pretrained"
    return f"{make}({', '.join([repr(model), *(f'{name}={value!r}' for name, value in options.items())])})"


def load_imports(*models: str) -> list[str]:
    """The import lines that `load_code` of these needs, in addition to ``import wordchipper_lab as wl``."""
    is_needed = any(is_kept_name(model) for model in models)
    return ["from wordchipper_lab.lab.training import open_kept"] if is_needed else []
