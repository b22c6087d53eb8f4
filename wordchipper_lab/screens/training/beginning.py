"""The tokenizer from which a run on a real corpus goes on: found by its name, and made ready once for a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...continued import continued_tokenizer, start_of
from ...lab.opened import find_opened, is_opened_name, opened_names
from ...lab.training.kept import is_kept_name
from ...tokenizer import Tokenizer
from ...trained import tokenizer_of
from ...training import Trainer
from ...training.start import Start
from ...vocab.pretrained import pretrained_names, pretrained_spec
from ...vocab.token_bytes import count_tokens
from ..offered_tokenizers import OfferedTokenizers

__all__ = ["Beginning", "Beginnings", "is_start_name", "known_starts", "tokenizer_from"]

_BYTES = 256


class Beginning(NamedTuple):
    """A tokenizer, and what training begins with."""

    tokenizer: Tokenizer
    start: Start


class Beginnings:
    """The one in use is kept, because making it takes a second."""

    def __init__(self) -> None:
        self._offered = OfferedTokenizers()
        self._made: tuple[tuple[str, tuple[str, ...]], Beginning] | None = None

    def get(self, name: str, special_tokens: Sequence[str]) -> Beginning | None:
        """That of a tokenizer, with new special tokens; None for "", which is bytes.

        Raises `InputError` for a tokenizer that is not here (any more), and as `start_of`.
        """
        if not name:
            return None
        key = name, tuple(special_tokens)
        made = self._made
        if made is None or made[0] != key:
            tok = self._offered.get(name, "auto", "auto")
            made = self._made = key, Beginning(tok, start_of(tok, special_tokens))
        return made[1]


def tokenizer_from(beginning: Beginning | None, run: Trainer, pattern: str, name: str) -> Tokenizer:
    """The tokenizer of what was learned so far."""
    if beginning is None:
        return tokenizer_of(run, pattern, name)
    return continued_tokenizer(run, beginning.tokenizer, name)


def is_start_name(name: str) -> bool:
    """Whether `name` may be that of a tokenizer to go on from, whether or not it is here.

    >>> is_start_name(""), is_start_name("r50k_base"), is_start_name("a.json@0123abcd"), is_start_name("nonesuch")
    (True, True, True, False)
    """
    return not name or is_opened_name(name) or is_kept_name(name) or name in pretrained_names()


def known_starts() -> dict[str, int]:
    """Name -> number of tokens, of those that a page offers: bytes, opened tokenizers, bundled ones."""
    found = filter(None, map(find_opened, opened_names()))
    opened = {each.name: count_tokens(each.vocab.all_tokens) for each in found}
    bundled = {
        spec.name: spec.n_ranked + len(set(spec.special_tokens.values()))
        for spec in map(pretrained_spec, pretrained_names())
    }
    return {"": _BYTES} | opened | bundled
