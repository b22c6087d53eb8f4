"""Audits of tokenizers: entries that nothing produces, texts that are lost, patterns that are slow, and more."""

from __future__ import annotations

from .audit import TokenizerAudit, audit_file, audit_tokenizer
from .finding import SEVERITIES, AuditExample, Finding, Severity, show_bytes

__all__ = [
    "SEVERITIES",
    "AuditExample",
    "Finding",
    "Severity",
    "TokenizerAudit",
    "audit_file",
    "audit_tokenizer",
    "show_bytes",
]
