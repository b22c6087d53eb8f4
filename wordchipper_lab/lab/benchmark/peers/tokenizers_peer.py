"""Hugging Face tokenizers."""

from __future__ import annotations

from typing import Any

from ....environment import variable_set
from ....vocab.formats.byte_unicode import bytes_to_characters
from ....vocab.patterns import GPT2_ORIGINAL_PATTERN, O200K_PATTERN
from ....vocab.token_bytes import iterate_tokens
from ....vocab.unified import load_vocab
from .peer import Peer, rayon_threads

__all__ = ["TokenizersPeer"]

_CL100K_WORDING = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""cl100k_base's pattern without possessive quantifiers: Oniguruma reads ``{1,3}+`` as a repeated repetition."""


class TokenizersPeer(Peer):
    """Hugging Face tokenizers, with the merges derived from the bundled vocabulary.

    One thread: ``TOKENIZERS_PARALLELISM`` is set during the call. Several: its global pool, whose size is
    fixed.
    """

    name = "tokenizers"
    module = "tokenizers"
    distribution = "tokenizers"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        self._tokenizer = _tokenizer(model)
        if threads > 1:
            self._fix_threads(rayon_threads())

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._tokenizer.encode(text, add_special_tokens=False).ids  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """Lists of ids; offsets are not computed."""
        with variable_set("TOKENIZERS_PARALLELISM", "true" if self.threads > 1 else "false"):
            encodings = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._tokenizer.decode(ids, skip_special_tokens=False)  # type: ignore[no-any-return]


def _tokenizer(model: str) -> Any:
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers

    vocab = load_vocab(model)
    characters = {i: bytes_to_characters(token) for i, token in iterate_tokens(vocab.ranked)}
    splits = vocab.tables.splits.reshape(-1, 2).tolist()
    # A single byte splits into itself; ids are ranks, so this is also the order of the merges.
    merges = [(characters[left], characters[right]) for i, (left, right) in enumerate(splits) if left != i]
    ids = {text: i for i, text in characters.items()}
    tokenizer = Tokenizer(models.BPE(vocab=ids, merges=merges, ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_pattern(model)), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


def _pattern(model: str) -> str:
    if model.startswith("o200k"):
        return O200K_PATTERN
    return _CL100K_WORDING if model == "cl100k_base" else GPT2_ORIGINAL_PATTERN
