"""Hugging Face's ``tokenizer.json``, as far as it describes byte-level BPE.

The ``model`` (BPE) becomes a vocabulary with listed merges, everything else a `Pipeline`. ``truncation`` and
``padding``, which act on ids after encoding, are kept but not carried out. Anything else that would change ids is
refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...arguments import checked
from ...errors import UnsupportedVocabError, VocabFormatError
from ..merge_ranks import bytes_without_token, rank_by_merges
from ..pipeline import Pipeline
from .added_tokens import check_added_ids, parse_added_tokens
from .byte_unicode import characters_to_bytes
from .json_text import expect_list, expect_object, parse_json, type_of, unsupported
from .normalizer import parse_normalizer
from .post_processor import parse_post_processor
from .pre_tokenizer import one_pattern, parse_pre_tokenizer
from .source import Source, read_source
from .vocab_file import VocabFile
from .vocab_limits import VocabLimits, some_limits

__all__ = ["read_tokenizer_json"]


@checked(limits=some_limits)
def read_tokenizer_json(source: Source, *, limits: VocabLimits | None = None) -> VocabFile:
    """Vocabulary, merges, special tokens and pipeline of a ``tokenizer.json`` (path, contents, or open file).

    All added tokens count as special: like special tokens, they are found before the text is split. If one pattern
    says how the file splits, it is ``pattern``; text that it leaves unmatched has no tokens with behavior "Removed"
    and invert, and is split off as a whole with "Isolated": then ``keeps_gaps`` is set. limits: for untrusted files.

    Raises `VocabFormatError` for a file that is not a ``tokenizer.json``, `UnsupportedVocabError`, naming
    the part, if this engine could not reproduce its ids, and `WorkLimitError`.
    """
    name, contents = read_source(source)
    _refuse_early(name, contents)
    file = expect_object(name, "the file", parse_json(name, contents, limits))
    model = expect_object(name, "model", file.get("model"))
    _check_model(name, model)
    pipeline = _parse_pipeline(name, file, limits)
    vocab = expect_object(name, "vocab", model.get("vocab"))
    ranked, spelt = _parse_vocab(name, vocab)
    special_tokens = {token.text: token.id for token in pipeline.added_tokens}
    if limits is not None:
        limits.check_tokens(name, ranked, special_tokens)
    check_added_ids(name, special_tokens, vocab)
    merges = _parse_merges(name, model.get("merges"))
    listed = rank_by_merges(
        name,
        ranked,
        merges,
        whole_spans=bool(model.get("ignore_merges")),
        unknown=_unknown(name, model, vocab, ranked),
        drops=True,
    )
    listed.others.update(spelt)
    split = one_pattern(pipeline.splits)
    return VocabFile(
        listed.tokens,
        special_tokens,
        split.pattern if split else None,
        bool(split and split.keeps_gaps),
        listed,
        pipeline,
    )


def _parse_pipeline(name: str, file: dict[str, Any], limits: VocabLimits | None) -> Pipeline:
    try:
        return Pipeline(
            parse_normalizer(name, file.get("normalizer"), limits),
            parse_added_tokens(name, file.get("added_tokens") or []),
            parse_pre_tokenizer(name, file.get("pre_tokenizer"), limits),
            parse_post_processor(name, file.get("post_processor")),
            {key: value for key, value in file.items() if key not in ("model", "added_tokens")},
        )
    except RecursionError:
        raise VocabFormatError(name, None, "expected a vocabulary, got sequences nested too deeply") from None


def _refuse_early(name: str, contents: bytes) -> None:
    """Before a second is spent on parsing 30 MB that are not for this engine."""
    if _BYTE_FALLBACK.search(contents):
        raise unsupported(name, "model option byte_fallback = True", "none")


# Such a quotation mark begins a key: one that ends a string stands before a comma, a colon or a bracket.
_BYTE_FALLBACK = re.compile(rb'(?<!\\)"byte_fallback"\s*:\s*true')


def _check_model(name: str, model: dict[str, Any]) -> None:
    # Early versions of the format do not state the type; only BPE has merges.
    if model.get("type", "BPE" if "merges" in model else None) != "BPE":
        raise unsupported(name, f"model {type_of(model)}", "BPE")
    for option in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if model.get(option):
            raise unsupported(name, f"model option {option} = {model[option]!r}", "none")


def _parse_vocab(name: str, vocab: Mapping[str, Any]) -> tuple[dict[bytes, int], dict[int, bytes]]:
    """Entries as bytes -> id; and those that are not spelt in bytes, which no text can give, as id -> UTF-8."""
    ranked: dict[bytes, int] = {}
    spelt: dict[int, bytes] = {}
    for characters, token in vocab.items():
        if type(token) is not int or not 0 <= token < 1 << 32:
            raise VocabFormatError(name, None, f"expected an id for token {characters!r}, got {token!r}")
        try:
            ranked[characters_to_bytes(characters)] = token
        except ValueError:
            spelt[token] = characters.encode(errors="replace")
    _check_ids(name, list(vocab.values()))
    if b"" in ranked:  # found by no text
        spelt[ranked.pop(b"")] = b""
    return ranked, {token: data for token, data in spelt.items() if data}


def _check_ids(name: str, ids: Sequence[int]) -> None:
    if twice := len(ids) - len(set(ids)):
        raise UnsupportedVocabError(
            f"{name}: {twice} tokens have the id of another one: expected each id once"
        )
    if ids and max(ids) > 2 * len(ids) + _SPARE_IDS:
        raise VocabFormatError(
            name, None, f"expected ids without large gaps, got {max(ids)} among {len(ids):,} tokens"
        )


_SPARE_IDS = 65536


def _unknown(
    name: str, model: Mapping[str, Any], vocab: Mapping[str, int], ranked: Mapping[bytes, int]
) -> int | None:
    """The id for bytes without a token, if there are such in texts."""
    text = model.get("unk_token")
    if text is None or not bytes_without_token(ranked):
        return None
    if text not in vocab:
        raise VocabFormatError(name, None, f"expected the unk_token {text!r} in the vocabulary")
    if model.get("fuse_unk"):
        raise unsupported(name, "fuse_unk in a vocabulary that lacks bytes", "fuse_unk false")
    return vocab[text]


def _parse_merges(name: str, merges: object) -> list[tuple[bytes, bytes]]:
    """Merges are written "a b" or, in newer files, ["a", "b"]."""
    found = []
    for i, merge in enumerate(expect_list(name, "merges", merges)):
        pair = merge.split(" ") if isinstance(merge, str) else merge
        try:
            left, right = pair
            found.append((characters_to_bytes(left), characters_to_bytes(right)))
        except (ValueError, TypeError, AttributeError):
            raise VocabFormatError(name, None, f"merge {i}: expected two tokens, got {merge!r}") from None
    return found
