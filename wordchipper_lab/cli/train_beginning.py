"""``train --start``: the tokenizer from which training goes on."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from .options import resolve_vocabulary
from .progress_bar import loading

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer
    from ..training import Trainer
    from ..training.start import Start

__all__ = ["Beginning"]


class Beginning(NamedTuple):
    """A tokenizer, and what training begins with."""

    tokenizer: Tokenizer
    start: Start

    @classmethod
    def of(cls, source: str, pattern: str | None, special: Sequence[str], output: Path) -> Beginning:
        """From a file, a directory or a name; raises ``BadParameter`` with a pattern, and the error of an output whose
        format cannot hold such a tokenizer."""
        if pattern is not None:
            raise typer.BadParameter(
                "the tokenizer of --start has its own: leave it out", param_hint="'--pattern'"
            )
        from ..continued import start_of
        from ..tokenizer import Tokenizer

        with loading("Loading the tokenizer of --start ..."):
            if Path(source).exists():
                tok = Tokenizer.from_file(Path(source))
            else:
                tok = Tokenizer.from_pretrained(resolve_vocabulary(source))
            with tempfile.TemporaryDirectory() as directory:
                tok.save(Path(directory) / output.name)
            return cls(tok, start_of(tok, special))

    @property
    def pattern(self) -> str:
        """The split pattern."""
        return self.tokenizer.pattern

    @property
    def n_tokens(self) -> int:
        """Number of tokens so far."""
        return self.start.n_tokens

    def result(self, run: Trainer) -> Tokenizer:
        """The tokenizer of what was learned."""
        from ..continued import continued_tokenizer

        return continued_tokenizer(run, self.tokenizer)
