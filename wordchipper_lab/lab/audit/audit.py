"""`audit_tokenizer`: what is wrong with, or worth knowing about, a tokenizer."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...arguments import a_function, a_path, a_text, check_name, checked, optional
from ...errors import InputError, VocabError, VocabFormatError, WorkLimitError
from ...tokenizer import Tokenizer
from ...tokenizer_arguments import a_tokenizer
from .clean_up import find_clean_up
from .finding import SEVERITIES, Finding, Severity, counted
from .rank_order import find_rank_order
from .round_trips import always_comes_back, find_losses
from .single_bytes import find_bytes_and_ids
from .slow_patterns import find_slow_patterns
from .special_texts import find_special_tokens
from .subject import Subject
from .unused_entries import find_unused_entries

if TYPE_CHECKING:
    import os

__all__ = ["TokenizerAudit", "audit_file", "audit_tokenizer"]

_KINDS: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    find_bytes_and_ids,
    find_losses,
    find_slow_patterns,
    find_unused_entries,
    find_rank_order,
    find_special_tokens,
)


@dataclass(frozen=True)
class TokenizerAudit:
    """What an audit found in the tokenizer `name`.

    ``findings``: errors first, then warnings, then notes. ``proved``: what was found to be right, on every text.
    ``seconds`` is the total time.
    """

    name: str
    findings: tuple[Finding, ...]
    proved: tuple[str, ...]
    seconds: float

    def of(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of one severity; raises `UnknownNameError` for another."""
        check_name("severity", severity, SEVERITIES)
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return {
            "name": self.name,
            "counts": {severity: len(self.of(severity)) for severity in SEVERITIES},
            "findings": [finding.to_json() for finding in self.findings],
            "proved": list(self.proved),
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        counts = Counter(finding.severity for finding in self.findings)
        said = ", ".join(counted(counts[severity], severity) for severity in SEVERITIES)
        return "\n".join(
            [f"{self.name}: {said}", *map(str, self.findings), *(f"proved: {fact}" for fact in self.proved)]
        )


@checked(tok=a_tokenizer, should_stop=a_function)
def audit_tokenizer(tok: Tokenizer, *, should_stop: Callable[[], bool] = lambda: False) -> TokenizerAudit:
    """Audit a tokenizer: about 3 s for o200k_base.

    Looks for bytes without a token, texts that do not come back, patterns that are slow on some text, entries that no
    text is encoded to (decided exactly where the split pattern is in the automaton's subset, see `reachability`),
    merges out of the vocabulary's order, and special tokens that contain or overlap one another; each with examples and
    a text that shows it. Raises `WorkLimitError` once `should_stop` returns True.

    >>> from wordchipper_lab import Tokenizer
    >>> audit = audit_tokenizer(Tokenizer.from_pretrained("r50k_base"))
    >>> [(finding.severity, finding.kind, finding.count) for finding in audit.findings]
    [('note', 'tokens that are not UTF-8 by themselves', 344), ('note', 'entries that are in no UTF-8', 13)]
    """
    begun = time.perf_counter()
    subject = Subject(tok)
    findings: list[Finding] = []
    for find in _KINDS:
        if should_stop():
            raise WorkLimitError(f"the audit of {tok.name} was stopped after {len(findings)} findings")
        findings += find(subject)
    return _audit(tok.name, findings, _proved(subject), begun)


@checked(path=a_path, pattern=optional(a_text))
def audit_file(path: str | os.PathLike[str], pattern: str | None = None) -> TokenizerAudit:
    """Audit a tokenizer file (`Tokenizer.from_file`), with the ``tokenizer_config.json`` beside it, if there is one.

    A file whose vocabulary is refused, because bytes are missing or tokens occur twice, has that as its only finding.
    Raises `VocabFormatError` for a file that cannot be read at all, and ``OSError``.
    """
    begun = time.perf_counter()
    try:
        tok = Tokenizer.from_file(path, pattern)
    except VocabFormatError:
        raise
    except VocabError as error:
        refused = Finding("vocabularies that cannot be used", "error", f"{error}.", 1)
        return _audit(Path(path).name, [refused], [], begun)
    audit = audit_tokenizer(tok)
    findings = [*audit.findings, *find_clean_up(Subject(tok), _config_beside(Path(path)))]
    return _audit(audit.name, findings, list(audit.proved), begun)


def _audit(name: str, findings: list[Finding], proved: list[str], begun: float) -> TokenizerAudit:
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return TokenizerAudit(name, tuple(findings), tuple(proved), time.perf_counter() - begun)


def _proved(subject: Subject) -> list[str]:
    proved = []
    if always_comes_back(subject):
        proved.append("every text comes back when its ids are decoded")
    if subject.spans.is_exact and not subject.pipeline.normalizer:
        n = int(subject.occurrence.occurs.sum())
        proved.append(f"each of {n:,} tokens occurs in some text, and all others are listed here")
    return proved


def _config_beside(path: Path) -> dict[str, Any]:
    beside = path.with_name("tokenizer_config.json")
    if not beside.is_file():
        return {}
    try:
        found = json.loads(beside.read_text(encoding="utf-8"))
    except (ValueError, UnicodeDecodeError) as error:
        raise InputError(f"{beside}: not JSON ({error})") from None
    return found if isinstance(found, dict) else {}
