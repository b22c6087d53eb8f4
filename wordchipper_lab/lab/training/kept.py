"""Trained vocabularies that every page of this user can open by name, while they are among the newest.

Pages of the dashboard are separate processes, so they exchange vocabularies through files. A file's name is
the hash of its contents: the same vocabulary has the same name, and a link identifies it exactly.
Format: a line of JSON (pattern, special tokens), then the ranked tokens as in a ``.tiktoken`` file.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

import platformdirs

from ...arguments import a_path, a_text, check_name, checked, optional
from ...errors import InputError, PatternError
from ...files.whole_file import write_atomically
from ...spanners import LEXERS, SpanLexer, build_lexer, resolve_pattern
from ...tokenizer import Tokenizer
from ...tokenizer_arguments import a_tokenizer
from ...vocab.formats.plain_form import check_only_splits, check_ranks_suffice
from ...vocab.formats.tiktoken_file import read_tiktoken, write_tiktoken
from ...vocab.open_patterns import is_published
from ...vocab.unified import UnifiedVocab
from ..divergence.limited_lexer import limited_lexer

__all__ = ["MOST_KEPT", "is_kept_name", "keep_tokenizer", "kept_lexer", "open_kept", "patient_lexer"]

MOST_KEPT = 40
"""Number of vocabularies; the one unopened for the longest time is removed first."""

_NAME = re.compile(r"trained-[0-9a-f]{16}")


@checked(name=a_text)
def is_kept_name(name: str) -> bool:
    """Whether `name` looks like one returned by `keep_tokenizer`.

    >>> is_kept_name("trained-0123456789abcdef"), is_kept_name("../trained")
    (True, False)
    """
    return _NAME.fullmatch(name) is not None


@checked(tok=a_tokenizer, directory=optional(a_path))
def keep_tokenizer(tok: Tokenizer, directory: Path | None = None) -> str:
    """Keep the vocabulary of `tok`; returns the name by which to open it.

    Raises ``OSError`` if nothing can be written, and `UnsupportedVocabError` for a tokenizer that does more than split
    by a pattern and merge by rank.
    """
    check_only_splits("a kept vocabulary", tok.vocab)
    check_ranks_suffice("a kept vocabulary", tok.vocab)
    directory = Path(directory or _directory())
    directory.mkdir(parents=True, exist_ok=True)
    header = {"pattern": tok.pattern, "special_tokens": tok.vocab.special_tokens}
    with tempfile.TemporaryDirectory() as elsewhere:
        ranked = Path(elsewhere) / "ranked.tiktoken"
        write_tiktoken(tok.vocab.ranked, ranked)
        contents = json.dumps(header, sort_keys=True).encode() + b"\n" + ranked.read_bytes()
    name = _name_of(contents)
    path = directory / f"{name}.vocab"
    if path.exists():
        os.utime(path)  # trained again: now among the newest
    else:
        write_atomically(path, contents)
    _let_go(directory)
    return name


@checked(name=a_text, directory=optional(a_path))
def open_kept(
    name: str, lexer: str = "auto", encoder: str = "auto", directory: Path | None = None
) -> Tokenizer:
    """The tokenizer kept under `name`; raises `InputError` if it no longer exists.

    A pattern that is not a published one runs with a time limit (see `limited_lexer`).
    """
    path = Path(directory or _directory()) / f"{name}.vocab"
    if not is_kept_name(name):
        raise InputError(f"{name!r} is not a trained vocabulary: expected trained- and 16 hexadecimal digits")
    try:
        contents = path.read_bytes()
    except OSError:
        raise InputError(
            f"{name} is no longer kept: trained vocabularies are kept where they were trained, the newest "
            f"{MOST_KEPT}; train it again, or save it as a file next time"
        ) from None
    if _name_of(contents) != name:
        raise InputError(f"{name} is damaged: {path} has changed; train it again")
    with suppress(OSError):
        os.utime(path)  # opened now: removed last
    first, _, ranked = contents.partition(b"\n")
    header = json.loads(first)
    vocab = UnifiedVocab(
        read_tiktoken(ranked, holes=list(header["special_tokens"].values())),
        pattern=header["pattern"],
        special_tokens=header["special_tokens"],
        name=name,
    )
    return Tokenizer(vocab, lexer=kept_lexer(header["pattern"], lexer), encoder=encoder)


def patient_lexer(pattern: str, seconds: float | None = None) -> SpanLexer:
    """The fastest lexer of a pattern or its name, with a time limit unless the pattern is a published one."""
    if resolve_pattern(pattern) != pattern:
        return build_lexer(pattern, "auto")
    try:
        return limited_lexer(f"automaton:{pattern}", seconds)
    except PatternError:
        return limited_lexer(f"regex:{pattern}", seconds)


def kept_lexer(pattern: str, kind: str) -> SpanLexer:
    """The lexer of this kind, with a time limit unless the pattern is a published one; "auto" is `patient_lexer`."""
    check_name("lexer", kind, [*LEXERS, "auto"])
    if is_published(pattern):
        return build_lexer(pattern, kind)
    if kind == "auto":
        return patient_lexer(pattern)
    return (
        limited_lexer(f"{kind}:{pattern}") if kind in ("regex", "automaton") else build_lexer(pattern, kind)
    )


def _directory() -> Path:
    return platformdirs.user_cache_path("wordchipper_lab") / "trained"


def _name_of(contents: bytes) -> str:
    return f"trained-{hashlib.sha256(contents).hexdigest()[:16]}"


def _let_go(directory: Path) -> None:
    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:  # another page removed it
            return 0.0

    kept = sorted(directory.glob("trained-*.vocab"), key=age, reverse=True)
    for path in kept[MOST_KEPT:]:
        with suppress(OSError):
            path.unlink()
