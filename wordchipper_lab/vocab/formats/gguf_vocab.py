"""The tokenizer in a GGUF file, where it is byte-level BPE: its tokens and merges, and what its ``pre`` stands for.

Ids are those of the ``tokenizer.json`` from which the model was converted. (Where llama.cpp itself gives others, as it
does not normalize and looks for added tokens in another way, it is not followed.) Of added tokens GGUF says only
whether they are special; they are taken to be found wherever their text is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...arguments import checked
from ...errors import UnsupportedVocabError, VocabFormatError, show
from ..merge_ranks import RankedTokens, rank_by_merges
from ..pipeline import AddedToken, Pipeline, PostProcessor
from ..token_bytes import pack_tokens
from .byte_unicode import characters_to_bytes
from .gguf_pre import PreTokenizer, find_pre
from .gguf_values import read_gguf_values
from .json_text import unsupported
from .merges import merge_pairs
from .normalizer import parse_normalizer
from .post_processor import parse_post_processor
from .pre_tokenizer import one_pattern, parse_pre_tokenizer
from .source import Source
from .vocab_file import VocabFile
from .vocab_limits import VocabLimits, some_limits

__all__ = ["read_gguf"]

_PREFIX = "tokenizer.ggml."
_KEYS = (
    *("model", "pre", "tokens", "token_type", "merges", "bos_token_id", "eos_token_id", "add_bos_token"),
    *("add_eos_token",),
)
_OTHER_MODELS = {
    "llama": "SentencePiece, as Llama 2 and Mistral 7B have it",
    "gemma4": "SentencePiece, as Gemma has it",
    "bert": "WordPiece, as BERT has it",
    "t5": "Unigram, as T5 has it",
    "rwkv": "RWKV's own",
    "none": "none at all",
    "no_vocab": "none at all",
}
_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED, _UNUSED = 1, 2, 3, 4, 5


@checked(limits=some_limits)
def read_gguf(source: Source, *, limits: VocabLimits | None = None) -> VocabFile:
    """Vocabulary, merges, special tokens and pipeline of a GGUF file (path, contents, or open file).

    Only the pairs at its head are read, not the tensors. limits: for untrusted files. Raises `VocabFormatError` for a
    file that is damaged or has no tokenizer, `UnsupportedVocabError`, naming it, for a tokenizer that is not byte-level
    BPE or whose way to split texts is not known here, and `WorkLimitError`.
    """
    name, values = read_gguf_values(source, [_PREFIX + key for key in _KEYS])
    given = {key.removeprefix(_PREFIX): value for key, value in values.items()}
    model = given.get("model")
    if model is None:
        raise VocabFormatError(
            name, None, "it has no tokenizer.ggml.model: expected a model's file, or the first part of one"
        )
    if model != "gpt2":
        what = _OTHER_MODELS.get(model, show(model)) if isinstance(model, str) else show(model)
        raise unsupported(
            name, f"tokenizer.ggml.model = {show(model)} ({what})", "gpt2, which is byte-level BPE"
        )
    pre = find_pre(name, given.get("pre"))
    texts = _texts(name, "tokens", given.get("tokens"))
    kinds = _kinds(name, given.get("token_type"), len(texts))
    merges = None if "merges" not in given else _merges(name, _texts(name, "merges", given["merges"]))
    if merges is None and pre.whole_spans is not True:
        raise VocabFormatError(
            name, None, "it has no tokenizer.ggml.merges: expected the merges of byte-level BPE"
        )
    ids, added, spelt = _divide(name, texts, kinds, merges or ())
    if limits is not None:
        limits.check_tokens(name, ids, [token.text for token in added])
    listed = _rank(name, ids, merges, pre)
    listed.others.update(spelt)
    parts: dict[str, Any] = {
        "normalizer": pre.normalizer,
        "pre_tokenizer": pre.pre_tokenizer,
        "post_processor": _template(name, given, texts, pre),
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
    }
    pipeline = Pipeline(
        parse_normalizer(name, parts["normalizer"]),
        added,
        parse_pre_tokenizer(name, parts["pre_tokenizer"]),
        PostProcessor()
        if parts["post_processor"] is None
        else parse_post_processor(name, parts["post_processor"]),
        parts,
    )
    split = one_pattern(pipeline.splits)
    return VocabFile(
        listed.tokens,
        {token.text: token.id for token in added},
        split.pattern if split else None,
        bool(split and split.keeps_gaps),
        listed,
        pipeline,
    )


def _texts(name: str, key: str, value: object) -> list[str]:
    if not isinstance(value, list):
        raise VocabFormatError(name, None, f"expected {_PREFIX}{key} as a list of texts, got {show(value)}")
    return value


def _kinds(name: str, value: object, n: int) -> list[int]:
    """The type of each token."""
    if value is None:
        return [_NORMAL] * n
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "iu" or len(value) != n:
        raise VocabFormatError(
            name,
            None,
            f"expected {_PREFIX}token_type as {n:,} integers, one for each token, got {show(value)}",
        )
    kinds: list[int] = value.tolist()
    if wrong := set(kinds) - {_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED, _UNUSED}:
        raise VocabFormatError(
            name, None, f"{_PREFIX}token_type has {min(wrong)}: expected 1 to 5 in a file of byte-level BPE"
        )
    return kinds


def _merges(name: str, texts: Sequence[str]) -> list[tuple[bytes, bytes]]:
    found = []
    for number, text in enumerate(texts):
        left, _, right = text.partition(" ")
        try:
            found.append((characters_to_bytes(left), characters_to_bytes(right)))
        except ValueError:
            right = ""
        if not left or not right:
            raise VocabFormatError(
                name, None, f"merge {number}: expected two tokens separated by a space, got {text[:60]!r}"
            )
    return found


def _divide(
    name: str, texts: Sequence[str], kinds: Sequence[int], merges: Sequence[tuple[bytes, bytes]]
) -> tuple[dict[bytes, int], tuple[AddedToken, ...], dict[int, bytes]]:
    """Tokens (bytes -> id), added tokens, and entries that no text gives (id -> UTF-8)."""
    ids: dict[bytes, int] = {}
    added: dict[str, AddedToken] = {}
    spelt: dict[int, bytes] = {}
    for token, (text, kind) in enumerate(zip(texts, kinds, strict=True)):
        if kind == _UNUSED:
            continue
        if kind != _NORMAL:
            if not text or text in added:
                raise VocabFormatError(
                    name,
                    None,
                    f"expected added tokens with a text of their own, got {text[:60]!r} (id {token})",
                )
            added[text] = AddedToken(text, token, special=kind != _USER_DEFINED)
            continue
        try:
            data = characters_to_bytes(text)
        except ValueError:
            spelt[token] = text.encode()
            continue
        if not data or data in ids:
            raise VocabFormatError(
                name, None, f"expected tokens with a text of their own, got {text[:60]!r} (id {token})"
            )
        ids[data] = token
    for left, right in merges:  # those that are added, too, are listed as that only
        for data in (left, right, left + right):
            if data not in ids and (also := _added_as(added, data)) is not None:
                ids[data] = also
    return ids, tuple(added.values()), spelt


def _added_as(added: dict[str, AddedToken], data: bytes) -> int | None:
    try:
        token = added.get(data.decode())
    except UnicodeDecodeError:
        return None
    return None if token is None else token.id


def _rank(
    name: str, ids: dict[bytes, int], merges: Sequence[tuple[bytes, bytes]] | None, pre: PreTokenizer
) -> RankedTokens:
    if merges is None:  # of a tokenizer that has ranks: Kimi's
        merges = _merges_of_ranks(ids)
    listed = rank_by_merges(name, ids, merges, whole_spans=bool(pre.whole_spans), drops=True)
    if pre.whole_spans is None and listed.others:
        token, data = next(iter(listed.others.items()))
        raise UnsupportedVocabError(
            f"{name}: merging never makes {show(data)} (id {token}), and whether spans that are tokens become them all "
            "the same (ignore_merges) is not in the file: open the model's tokenizer.json instead"
        )
    return listed


def _merges_of_ranks(ids: dict[bytes, int]) -> list[tuple[bytes, bytes]]:
    by_rank = sorted(ids, key=ids.__getitem__)
    pairs = merge_pairs(pack_tokens(by_rank))
    return [pair for token in by_rank if (pair := pairs.get(token)) is not None]


def _template(
    name: str, given: dict[str, Any], texts: Sequence[str], pre: PreTokenizer
) -> dict[str, Any] | None:
    """The post-processor: a first token before each text, a last one after it."""
    first = _outer_token(name, given, texts, "bos", pre.add_bos)
    last = _outer_token(name, given, texts, "eos", False)
    if first is None and last is None:
        return None

    def around(text: str, number: int) -> list[dict[str, Any]]:
        inner = {"Sequence": {"id": text, "type_id": number}}
        outer = [
            [] if token is None else [{"SpecialToken": {"id": token[0], "type_id": number}}]
            for token in (first, last)
        ]
        return [*outer[0], inner, *outer[1]]

    return {
        "type": "TemplateProcessing",
        "single": around("A", 0),
        "pair": [*around("A", 0), *around("B", 1)],
        "special_tokens": {
            text: {"id": text, "ids": [token], "tokens": [text]}
            for text, token in filter(None, (first, last))
        },
    }


def _outer_token(
    name: str, given: dict[str, Any], texts: Sequence[str], which: str, default: bool
) -> tuple[str, int] | None:
    """Text and id of the token that is put before (bos) or after (eos) texts."""
    token = given.get(f"{which}_token_id")
    says = given.get(f"add_{which}_token")
    if not (default and token is not None if says is None else says):
        return None
    if type(token) is not int or not 0 <= token < len(texts):
        raise VocabFormatError(
            name, None, f"expected {_PREFIX}{which}_token_id from 0 to {len(texts) - 1:,}, got {show(token)}"
        )
    return texts[token], token
