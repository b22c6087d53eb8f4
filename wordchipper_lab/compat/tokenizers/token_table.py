"""`TokenTable`: what each id decodes to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property

import numpy as np

from ...decoders.gather import SLACK, copy_tokens, measure_tokens
from ...vocab.token_bytes import TokenBytes, add_tokens, iterate_tokens, pack_tokens
from .model_tokens import BundledTokens, ModelTokens
from .spelling import bytes_of_spelling

__all__ = ["TokenTable"]


class TokenTable:
    """Spellings and bytes of all ids, without those that no token has.

    added: id -> spelling; it comes before the model's. special: spellings that are left out on demand.
    """

    def __init__(self, model: ModelTokens, added: Mapping[int, str], special: Collection[str]) -> None:
        self._model, self._added = model, dict(added)
        found = {number for number, spelling in added.items() if spelling in special}
        of_model = (model.id_of(spelling) for spelling in special)
        found.update(number for number in of_model if number is not None and number not in added)
        self._special = np.array(sorted(found), dtype=np.uint32)

    @cached_property
    def _bytes(self) -> tuple[TokenBytes, np.ndarray]:
        """The bytes of each id, and whether a token has it: bool (ids,)."""
        by_id = _bytes_of_model(self._model) | {n: bytes_of_spelling(text) for n, text in self._added.items()}
        size = max(by_id, default=-1) + 1
        is_known = np.zeros(size, dtype=bool)
        is_known[[number for number, data in by_id.items() if data]] = True
        packed = pack_tokens([by_id.get(number, b"") for number in range(size)])
        return add_tokens(packed, {}), is_known  # with spare bytes for the kernel

    def _kept(self, ids: np.ndarray, skips_special: bool) -> np.ndarray:
        if skips_special and len(self._special) and len(ids):
            return ids[~np.isin(ids, self._special)]
        return ids

    def decode_bytes(self, ids: np.ndarray, skips_special: bool) -> bytes:
        """The bytes of ids, uint32 (n,)."""
        (data, starts), is_known = self._bytes
        kept = self._kept(ids, skips_special)
        if not len(is_known):
            return b""
        known = kept[kept < len(is_known)]
        known = np.ascontiguousarray(known[is_known[known]])
        if not known.flags.writeable:
            known = known.copy()  # kernels are compiled for writable arrays only
        size, _ = measure_tokens(known, starts)
        text = np.empty(size + SLACK, dtype=np.uint8)
        copy_tokens(known, data, starts, text)
        return text[:size].tobytes()

    def spellings(self, ids: np.ndarray, skips_special: bool) -> list[str]:
        """The tokens of ids, uint32 (n,)."""
        spelling: Callable[[int], str | None] = self._spelling
        found = map(spelling, self._kept(ids, skips_special).tolist())
        return [token for token in found if token is not None]

    def _spelling(self, number: int) -> str | None:
        found = self._added.get(number)
        return self._model.spelling_of(number) if found is None else found


def _bytes_of_model(model: ModelTokens) -> dict[int, bytes]:
    if isinstance(model, BundledTokens):
        return dict(iterate_tokens(model.source.ranked)) | {
            n: text.encode() for text, n in model.listed.items()
        }
    return {number: bytes_of_spelling(token) for token, number in model.vocab.items()}
