"""Special tokens that contain or overlap one another, share an id, or are ordinary tokens as well."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..equivalence.stages import added_tokens
from .finding import AuditExample, Finding, counted
from .subject import MOST_EXAMPLES, Subject

__all__ = ["find_special_tokens"]


def find_special_tokens(subject: Subject) -> Iterator[Finding]:
    """Pairs of special (and other added) tokens between which a text does not decide by itself, and shared ids."""
    texts = {text: token.id for text, token in added_tokens(subject.tok).items()}
    yield from _contained(subject, texts)
    yield from _overlapping(subject, texts)
    yield from _shared_ids(subject, texts)
    yield from _ordinary(subject, texts)


def _example(subject: Subject, text: str, token: int, note: str) -> AuditExample:
    ids = subject.tok.encode(text)
    return AuditExample(token, b"", text, tuple(ids), tuple(map(subject.tok.id_to_bytes, ids)), note=note)


def _contained(subject: Subject, texts: dict[str, int]) -> Iterator[Finding]:
    sizes = sorted(set(map(len, texts)))
    found = [
        (inner, outer)
        for outer in texts
        for size in sizes
        if size < len(outer)
        for begin in range(len(outer) - size + 1)
        if (inner := outer[begin : begin + size]) in texts
    ]
    found = sorted(set(found), key=lambda pair: (len(pair[1]), pair))
    if found:
        shown = [
            _example(subject, outer, texts[outer], f"contains {inner!r} (id {texts[inner]})")
            for inner, outer in found[:MOST_EXAMPLES]
        ]
        yield Finding(
            "special tokens within others",
            "warning",
            f"{counted(len(found), 'pair')} of special tokens, one within the other: which of them a text has depends "
            "on the program. Here, it is the one that begins first, and of those the longest.",
            len(found),
            tuple(shown),
            shown[0].text,
        )


def _overlapping(subject: Subject, texts: dict[str, int]) -> Iterator[Finding]:
    begins: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        for end in range(1, len(text)):
            begins[text[:end]].append(text)
    found = [
        (text + other[len(text) - begin :], text, other)
        for text in texts
        for begin in range(1, len(text))
        for other in begins.get(text[begin:], ())
        if other != text
    ]
    found.sort(key=lambda overlap: (len(overlap[0]), overlap))
    if found:
        shown = [
            _example(subject, both, texts[text], f"{text!r} and {other!r} overlap")
            for both, text, other in found[:MOST_EXAMPLES]
        ]
        yield Finding(
            "special tokens that overlap",
            "warning",
            f"{counted(len(found), 'pair')} of special tokens of which one may begin within the other: the one that "
            "begins first counts.",
            len(found),
            tuple(shown),
            shown[0].text,
        )


def _shared_ids(subject: Subject, texts: dict[str, int]) -> Iterator[Finding]:
    by_id: dict[int, list[str]] = defaultdict(list)
    for text, token in texts.items():
        by_id[token].append(text)
    shared = {token: several for token, several in by_id.items() if len(several) > 1}
    if shared:
        shown = []
        for token, several in list(shared.items())[:MOST_EXAMPLES]:
            decoded = subject.tok.decode([token])
            other = next((text for text in several if text != decoded), several[0])
            shown.append(_example(subject, other, token, f"id {token} is decoded to {decoded!r}"))
        yield Finding(
            "special tokens that share an id",
            "warning",
            f"{counted(len(shared), 'id has', 'ids have')} several special tokens: only one of them comes back when "
            "the id is decoded.",
            len(shared),
            tuple(shown),
            shown[0].text,
        )


def _ordinary(subject: Subject, texts: dict[str, int]) -> Iterator[Finding]:
    tok = subject.tok
    found = []
    for text, token in sorted(texts.items(), key=lambda item: len(item[0])):
        ids = tok.encode(text, special="text")
        if len(ids) == 1:
            found.append((text, token, ids[0]))
    if found:
        shown = [
            _example(
                subject,
                text,
                token,
                f"as ordinary text it is the token {ordinary}" + " as well" * (ordinary == token),
            )
            for text, token, ordinary in found[:MOST_EXAMPLES]
        ]
        yield Finding(
            "special tokens that are ordinary ones, too",
            "note",
            f"{counted(len(found), 'special token is', 'special tokens are')} one token even where special tokens are "
            "not looked for.",
            len(found),
            tuple(shown),
            shown[0].text,
        )
