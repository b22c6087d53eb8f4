"""`TokenizerOptions`: how a tokenizer works; no option changes the ids."""

from __future__ import annotations

from ...arguments import a_flag
from ...errors import ArgumentTypeError

__all__ = ["TokenizerOptions"]


class TokenizerOptions:
    """Threads and lexer of a tokenizer, each set by a method of its own.

    >>> options = TokenizerOptions.default()
    >>> options.set_parallel(True)
    >>> options.parallel(), options.concurrent(), options.is_concurrent(), options.accelerated_lexers()
    (True, False, True, True)
    """

    __slots__ = ("_accelerated_lexers", "_concurrent", "_parallel")

    def __init__(self) -> None:
        raise ArgumentTypeError("TokenizerOptions are made by default(): call it, then set what differs")

    @staticmethod
    def default() -> TokenizerOptions:
        """One thread, the fastest lexer. (A tokenizer without options uses every core.)"""
        made = TokenizerOptions.__new__(TokenizerOptions)
        made._parallel, made._concurrent, made._accelerated_lexers = False, False, True
        return made

    def parallel(self) -> bool:
        """Whether batches and long texts are encoded by several threads."""
        return self._parallel

    def set_parallel(self, parallel: bool) -> None:
        """Whether to encode batches and long texts by several threads: `wordchipper_lab.threads` says how many."""
        self._parallel = a_flag("parallel", parallel)

    def accelerated_lexers(self) -> bool:
        """Whether the fastest lexer is used."""
        return self._accelerated_lexers

    def set_accelerated_lexers(self, accelerated_lexers: bool) -> None:
        """Whether to use the fastest lexer, or the regular expression, which is slow."""
        self._accelerated_lexers = a_flag("accelerated_lexers", accelerated_lexers)

    def concurrent(self) -> bool:
        """Whether `set_concurrent` asked for a tokenizer that several threads call; they all may be."""
        return self._concurrent

    def set_concurrent(self, concurrent: bool) -> None:
        """Ask for a tokenizer that several threads call. Every tokenizer here is one, so this changes nothing."""
        self._concurrent = a_flag("concurrent", concurrent)

    def is_concurrent(self) -> bool:
        """Whether `parallel` or `concurrent`."""
        return self._parallel or self._concurrent
