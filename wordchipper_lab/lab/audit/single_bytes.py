"""Bytes without a token, bytes that share one, ids that are not used, and tokens that are parts of characters."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .finding import AuditExample, Finding
from .subject import MOST_EXAMPLES, Subject, text_around

__all__ = ["find_bytes_and_ids"]


def find_bytes_and_ids(subject: Subject) -> Iterator[Finding]:
    """What is wrong with, or to be known about, single bytes and ids."""
    yield from _shared_bytes(subject)
    yield from _unused_ids(subject)
    yield from _parts_of_characters(subject)


def _shared_bytes(subject: Subject) -> Iterator[Finding]:
    rules = subject.rules
    shared = [rank for rank in subject.unknown_bytes if text_around(rules.token_bytes(rank)) is not None]
    if not shared:
        return
    shown = tuple(
        subject.example(rules.token_bytes(rank), subject.id_of(rank)) for rank in shared[:MOST_EXAMPLES]
    )
    yield Finding(
        "bytes without a token of their own",
        "error",
        f"{len(shared):,} of the 256 bytes have no token of their own: they become the token for unknown ones, and "
        "cannot be decoded.",
        len(shared),
        shown,
        shown[0].text,
    )


def _unused_ids(subject: Subject) -> Iterator[Finding]:
    vocab = subject.tok.vocab
    starts = vocab.all_tokens.starts
    unused = np.flatnonzero(np.diff(starts) == 0)
    if len(unused):
        listed = ", ".join(f"{number:,}" for number in unused[:MOST_EXAMPLES].tolist())
        more = " and others" if len(unused) > MOST_EXAMPLES else ""
        yield Finding(
            "ids without a token",
            "note",
            f"Of the ids up to the largest, {vocab.max_token:,}, {len(unused):,} have no token: {listed}{more}.",
            len(unused),
        )


def _parts_of_characters(subject: Subject) -> Iterator[Finding]:
    rules = subject.rules
    parts = [
        rank for rank in np.flatnonzero(rules.sizes > 0).tolist() if not _is_text(rules.token_bytes(rank))
    ]
    longer = [rank for rank in parts if rules.sizes[rank] > 1]
    shown = tuple(
        AuditExample(subject.id_of(rank), rules.token_bytes(rank)) for rank in longer[:MOST_EXAMPLES]
    )
    if parts:
        yield Finding(
            "tokens that are not UTF-8 by themselves",
            "note",
            f"{len(parts):,} tokens begin or end within a character ({len(longer):,} of them have more than one byte): "
            "decoded one by one, they are not text.",
            len(parts),
            shown,
        )


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
