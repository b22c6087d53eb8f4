"""Entries of the vocabulary that no text is ever encoded to, by the reason for it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .finding import Finding, counted
from .subject import MOST_EXAMPLES, Subject

__all__ = ["find_unused_entries"]


def find_unused_entries(subject: Subject) -> Iterator[Finding]:
    """Entries that merging never makes, that only whole spans are, that every text cuts, and bytes outside UTF-8."""
    yield from _never_made(subject)
    yield from _only_whole(subject)
    yield from _cut(subject)
    yield from _kept_apart(subject)
    yield from _not_in_utf8(subject)


def _never_made(subject: Subject) -> Iterator[Finding]:
    rules = subject.rules
    specials = {text.encode() for text in subject.tok.vocab.special_tokens}
    unknown = {subject.id_of(rank) for rank in subject.unknown_bytes}
    entries = [
        (token, data)
        for token, data in subject.tok.vocab.other_tokens.items()
        if data not in specials and token not in unknown
    ]
    entries += [
        (rules.ids[rank], rules.token_bytes(rank))
        for rank in rules.only_whole.tolist()
        if not subject.spans.can_be_span(rules.token_bytes(rank)) and rules.token_bytes(rank) not in specials
    ]
    if not entries:
        return
    entries.sort(key=lambda entry: (len(entry[1]), entry[1]))
    shown = [subject.example(data, int(token), merges=True) for token, data in entries[:MOST_EXAMPLES]]
    yield Finding(
        "entries that nothing produces",
        "warning",
        f"{counted(len(entries), 'entry', 'entries')} of the vocabulary cannot be produced: merging never makes such "
        "bytes one token. A program that looks them up may produce them all the same.",
        len(entries),
        tuple(shown),
        shown[0].text,
    )


def _only_whole(subject: Subject) -> Iterator[Finding]:
    rules = subject.rules
    found = [rank for rank in rules.only_whole.tolist() if subject.spans.can_be_span(rules.token_bytes(rank))]
    if not found:
        return
    found.sort(key=lambda rank: (int(rules.sizes[rank]), rank))
    shown = []
    for rank in found[:MOST_EXAMPLES]:
        data = rules.token_bytes(rank)
        text = subject.spans.text_of_span(data)
        if text is not None:
            merges = subject.merges_of(data)
            note = "merging alone would not make it"
            shown.append(subject.example_of_text(text, data, subject.id_of(rank), note, merges=bool(merges)))
    yield Finding(
        "entries that only whole spans become",
        "note",
        f"{counted(len(found), 'entry', 'entries')} of the vocabulary: merging never makes them, so only a span of "
        "exactly their bytes becomes one. A program that always merges gives other ids.",
        len(found),
        tuple(shown),
        shown[0].text if shown else None,
    )


def _cut(subject: Subject) -> Iterator[Finding]:
    ranks = subject.never_merged[subject.always_cut & ~subject.not_in_utf8]
    yield from _about(
        subject,
        ranks,
        "entries that the split pattern cuts",
        "The split pattern cuts every text that contains the bytes of {}, so it never occurs.",
        "The split pattern cuts every text that contains the bytes of {}, so they never occur.",
    )


def _kept_apart(subject: Subject) -> Iterator[Finding]:
    ranks = subject.never_merged[~subject.always_cut]
    yield from _about(
        subject,
        ranks,
        "entries whose bytes always merge with others",
        "{} is made by merging its bytes alone, but in every text some of them merge with their neighbours.",
        "{} are made by merging their bytes alone, but in every text some of them merge with their neighbours.",
    )


def _about(subject: Subject, ranks: np.ndarray, kind: str, one: str, several: str) -> Iterator[Finding]:
    if not len(ranks):
        return
    rules = subject.rules
    ranks = ranks[np.argsort(rules.sizes[ranks], kind="stable")]
    shown = tuple(
        subject.example(rules.token_bytes(rank), subject.id_of(rank)) for rank in ranks[:MOST_EXAMPLES]
    )
    entries = counted(len(ranks), "entry of the vocabulary", "entries of the vocabulary")
    message = (one if len(ranks) == 1 else several).format(entries)
    yield Finding(kind, "warning", message, len(ranks), shown, shown[0].text)


def _not_in_utf8(subject: Subject) -> Iterator[Finding]:
    ranks = subject.never_merged[subject.not_in_utf8]
    if not len(ranks):
        return
    rules = subject.rules
    shown = tuple(
        subject.example(rules.token_bytes(rank), subject.id_of(rank)) for rank in ranks[:MOST_EXAMPLES]
    )
    yield Finding(
        "entries that are in no UTF-8",
        "note",
        f"{counted(len(ranks), 'entry has', 'entries have')} bytes that no UTF-8 text contains.",
        len(ranks),
        shown,
    )
