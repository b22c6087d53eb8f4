"""The audit of a vocabulary's tokenizer, as a job of the Vocabulary screen."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ...errors import WorkLimitError
from ...lab.audit import SEVERITIES, AuditExample, Finding, TokenizerAudit, audit_tokenizer, show_bytes
from ...tokenizer import Tokenizer
from ..work.job import Job, Report, Shown
from .records import AuditExampleRecord, AuditRecord, FindingRecord

__all__ = ["Auditing", "draw_audit"]

_MOST_EXAMPLES = 12
_LONGEST_TEXT = 2000  # characters; of a longer text only the beginning is shown, without a link


class Auditing(Job):
    """One audit; ``record`` is None until it has ended. It can be stopped between two kinds of findings."""

    def __init__(self, make: Callable[[], Tokenizer], model: str, changed: Callable[[Shown], None]) -> None:
        super().__init__(changed)
        self.model, self._make = model, make
        self.record: AuditRecord | None = None

    def _do(self, report: Report, stop: threading.Event) -> None:
        try:
            self.record = draw_audit(self.model, audit_tokenizer(self._make(), should_stop=stop.is_set))
        except WorkLimitError:
            if not stop.is_set():
                raise

    def _is_complete(self) -> bool:
        return self.record is not None


def draw_audit(model: str, audit: TokenizerAudit) -> AuditRecord:
    """What the page shows of an audit of the vocabulary that is offered as `model`."""
    return {
        "model": model,
        "sentence": _sum_up(audit),
        "findings": [_draw(finding) for finding in audit.findings],
        "proved": list(audit.proved),
        "seconds": audit.seconds,
    }


def _sum_up(audit: TokenizerAudit) -> str:
    counts = {severity: len(audit.of(severity)) for severity in SEVERITIES}
    named = [f"{n} {severity}{'' if n == 1 else 's'}" for severity, n in counts.items() if n]
    if not counts["error"] and not counts["warning"]:
        return f"Nothing is wrong with it: {named[0] if named else 'nothing was found'}."
    return f"Found: {', '.join(named)}."


def _draw(finding: Finding) -> FindingRecord:
    return {
        "kind": finding.kind,
        "severity": finding.severity,
        "message": finding.message,
        "count": finding.count,
        "text": _linked(finding.text),
        "examples": [_draw_example(example) for example in finding.examples[:_MOST_EXAMPLES]],
    }


def _draw_example(example: AuditExample) -> AuditExampleRecord:
    return {
        "id": example.id,
        "shown": show_bytes(example.data)[:_LONGEST_TEXT] if example.data else "",
        "said": str(example)[:_LONGEST_TEXT],
        "text": _linked(example.text),
    }


def _linked(text: str | None) -> str | None:
    return text if text is not None and 0 < len(text) <= _LONGEST_TEXT else None
