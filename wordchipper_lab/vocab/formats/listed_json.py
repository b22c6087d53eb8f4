"""Write a vocabulary with listed merges, or with a pipeline, as a ``tokenizer.json``: what was read is given back.

Parts of the file from which a tokenizer was read are kept in `Pipeline.source`. Each is written as it was, if it still
says what the pipeline does (the caller may have chosen another pattern); otherwise it is made from the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import UnsupportedVocabError, VocabError, show
from ..merge_ranks import NO_ID
from ..patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, R50K_PATTERN
from ..pipeline import AddedToken, NormalizerStep, Pipeline, PostProcessor, SplitStep, TemplatePiece
from ..token_bytes import iterate_tokens
from .added_tokens import check_added_ids
from .byte_unicode import bytes_to_characters, characters_to_bytes
from .normalizer import parse_normalizer
from .oniguruma import find_dialect_difference, to_oniguruma
from .post_processor import parse_post_processor
from .pre_tokenizer import parse_pre_tokenizer
from .tokenizer_json_writer import CL100K_FOR_ONIGURUMA

if TYPE_CHECKING:
    from ..unified import UnifiedVocab

__all__ = ["listed_json"]

_NAME = "tokenizer.json"
_BEHAVIORS = {
    "isolated": "Isolated",
    "removed": "Removed",
    "merged_with_previous": "MergedWithPrevious",
    "merged_with_next": "MergedWithNext",
    "contiguous": "Contiguous",
}
_NAMED_STEPS = (
    {"type": "Digits", "individual_digits": True},
    {"type": "Digits", "individual_digits": False},
    *({"type": "Punctuation", "behavior": behavior} for behavior in _BEHAVIORS.values()),
)
_OF_BERT = {
    "BertCleanText": "clean_text",
    "BertChineseChars": "handle_chinese_chars",
    "BertStripAccents": "strip_accents",
    "": "lowercase",
}
_DECODER = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
_BYTES_ONLY = _DECODER | {"add_prefix_space": False, "use_regex": False}


def listed_json(vocab: UnifiedVocab) -> dict[str, Any]:
    """The contents of a ``tokenizer.json``, for which `tokenizers` gives the same ids and offsets.

    Raises `UnsupportedVocabError` for a pattern that Oniguruma reads differently, and for added tokens that the format
    cannot hold: two with the same id, or one with the spelling of another token.
    """
    pipeline = vocab.pipeline or Pipeline(splits=(SplitStep(vocab.pattern, "removed", invert=True),))
    source = pipeline.source
    known = {token.text for token in pipeline.added_tokens}
    more = (AddedToken(text, token) for text, token in vocab.special_tokens.items() if text not in known)
    added = (*pipeline.added_tokens, *more)
    ids, unknown = _spelt_ids(vocab, added)
    post_processor = _part(
        source, "post_processor", parse_post_processor, pipeline.post_processor, _post_processor
    )
    return {
        "version": "1.0",
        "truncation": source.get("truncation"),
        "padding": source.get("padding"),
        "added_tokens": [_added_token(token) for token in added],
        "normalizer": _part(source, "normalizer", parse_normalizer, pipeline.normalizer, _normalizer),
        "pre_tokenizer": _part(source, "pre_tokenizer", parse_pre_tokenizer, pipeline.splits, _pre_tokenizer),
        "post_processor": post_processor,
        "decoder": source.get("decoder", _DECODER),
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": unknown,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            # A token that no merge makes is found as a whole span; the others are the same either way.
            "ignore_merges": _has_unmerged(vocab),
            "vocab": ids,
            "merges": [
                f"{bytes_to_characters(left)} {bytes_to_characters(right)}" for left, right in vocab.merges
            ],
        },
    }


def _part(
    source: Mapping[str, Any],
    key: str,
    parse: Callable[[str, object], Any],
    wanted: Any,
    make: Callable[[Any], dict[str, Any] | None],
) -> dict[str, Any] | None:
    """The part of the file as it was, if it still means the same."""
    if key in source:
        try:
            if parse(_NAME, source[key]) == wanted:
                kept: dict[str, Any] | None = source[key]
                return kept
        except VocabError:
            pass
    return make(wanted)


def _has_unmerged(vocab: UnifiedVocab) -> bool:
    splits = vocab.tables.splits
    is_unmerged = splits[::2] == np.arange(len(splits) // 2)
    return bool((np.diff(vocab.ranked.starts)[: len(is_unmerged)][is_unmerged] > 1).any())


def _spelt_ids(vocab: UnifiedVocab, added: Sequence[AddedToken]) -> tuple[dict[str, int], str | None]:
    """The entries, as the file spells them, and the token for bytes that have none."""
    by_id = {token.id: token.text for token in added}
    ids: dict[str, int] = {}
    unknown = None
    for rank, data in iterate_tokens(vocab.ranked):
        token = vocab.id_of_rank(rank)
        if token == NO_ID:
            continue
        if vocab.token_bytes(token) == data:
            ids[bytes_to_characters(data)] = token
        else:
            unknown = token
    merged = {left + right for left, right in vocab.merges}
    for token, data in vocab.other_tokens.items():
        spelt = bytes_to_characters(data) if data in merged else _spelling(data)  # merges name it like that
        ids[by_id.get(token) or spelt] = token
    special = {token.text: token.id for token in added}
    if len(set(special.values())) < len(special):
        raise UnsupportedVocabError("tokenizer.json cannot hold two added tokens with the same id")
    try:
        check_added_ids(_NAME, special, ids)
    except UnsupportedVocabError:  # tokenizers would number them itself
        for text, token in special.items():
            if ids.setdefault(text, token) != token:
                raise UnsupportedVocabError(
                    f"tokenizer.json cannot hold the added token {show(text)} (id {token}): another token is written "
                    "the same way"
                ) from None
    ids = dict(sorted(ids.items(), key=itemgetter(1)))
    return ids, None if unknown is None else by_id.get(unknown) or _spelling(vocab.token_bytes(unknown))


def _spelling(data: bytes) -> str:
    """Of an entry that encoding never gives: if its text has other characters than those for bytes, as it is."""
    text = data.decode(errors="replace")
    try:
        characters_to_bytes(text)
    except ValueError:
        return bytes_to_characters(data) if "\ufffd" in text else text
    return bytes_to_characters(data)


def _added_token(token: AddedToken) -> dict[str, Any]:
    return {
        "id": token.id,
        "content": token.text,
        "single_word": token.single_word,
        "lstrip": token.lstrip,
        "rstrip": token.rstrip,
        "normalized": token.normalized,
        "special": token.special,
    }


def _normalizer(steps: Sequence[NormalizerStep]) -> dict[str, Any] | None:
    parts = [_normalizer_step(step) for step in steps]
    return {"type": "Sequence", "normalizers": parts} if parts else None


def _normalizer_step(step: NormalizerStep) -> dict[str, Any]:
    if step.kind == "Strip":
        return {"type": "Strip", "strip_left": step.left, "strip_right": step.right}
    if step.kind == "Replace":
        return {"type": "Replace", "pattern": {"Regex": _regex(step.pattern)}, "content": step.content}
    if step.kind == "Prepend":
        return {"type": "Prepend", "prepend": step.content}
    if step.kind in _OF_BERT:
        return {"type": "BertNormalizer"} | {option: step.kind == kind for kind, option in _OF_BERT.items()}
    return {"type": step.kind}


def _pre_tokenizer(steps: Sequence[SplitStep]) -> dict[str, Any]:
    last = steps[-1] if steps else SplitStep("")
    ends_so = last.pattern in ("", GPT2_ORIGINAL_PATTERN) and last.behavior == "isolated" and not last.invert
    byte_level = _DECODER | {
        "add_prefix_space": ends_so and last.prefix_space,
        "use_regex": ends_so and last.pattern != "",
    }
    parts = [_split(step) for step in (steps[:-1] if ends_so else steps)]
    return {"type": "Sequence", "pretokenizers": [*parts, byte_level]}


def _split(step: SplitStep) -> dict[str, Any]:
    if step.prefix_space:
        raise UnsupportedVocabError(
            f"tokenizer.json cannot hold a space before the pieces that the pattern {show(step.pattern)} splits: only "
            "one before ByteLevel, which comes last"
        )
    for named in _NAMED_STEPS:
        if parse_pre_tokenizer(_NAME, {"type": "Sequence", "pretokenizers": [named, _BYTES_ONLY]}) == (step,):
            return named
    pattern = {"Regex": _regex(step.pattern)}
    return {
        "type": "Split",
        "pattern": pattern,
        "behavior": _BEHAVIORS[step.behavior],
        "invert": step.invert,
    }


def _regex(pattern: str) -> str:
    other = {CL100K_PATTERN: CL100K_FOR_ONIGURUMA, R50K_PATTERN: GPT2_ORIGINAL_PATTERN}
    written = other.get(pattern) or to_oniguruma(pattern)
    if difference := find_dialect_difference(written):
        position, construct = difference
        raise UnsupportedVocabError(
            f"tokenizer.json cannot hold the pattern {show(pattern)}: {construct} at position {position}"
        )
    return written


def _post_processor(post: PostProcessor) -> dict[str, Any] | None:
    parts: list[dict[str, Any]] = []
    if post.trim_offsets or not post.prefix_space:
        parts.append(_DECODER | {"trim_offsets": post.trim_offsets, "add_prefix_space": post.prefix_space})
    if post.single:
        tokens = {
            name: {"id": name, "ids": list(ids), "tokens": [name] * len(ids)}
            for name, ids in post.special_ids.items()
        }
        template = {"single": _template(post.single), "pair": _template(post.pair), "special_tokens": tokens}
        parts.append({"type": "TemplateProcessing"} | template)
    return {"type": "Sequence", "processors": parts} if parts else None


def _template(pieces: Sequence[TemplatePiece]) -> list[dict[str, Any]]:
    return [
        {"Sequence" if piece.is_text else "SpecialToken": {"id": piece.name, "type_id": piece.type_id}}
        for piece in pieces
    ]
