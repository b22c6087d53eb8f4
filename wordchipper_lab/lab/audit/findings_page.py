"""FINDINGS.md: what audits of the bundled vocabularies find, and how the vocabularies differ from one another."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from ...tokenizer import Tokenizer
from ..equivalence import TokenizerDivergence, prove_tokenizers
from .audit import audit_tokenizer

__all__ = ["FINDINGS", "findings_page"]

FINDINGS = Path(__file__).with_name("FINDINGS.md")

_INTRODUCTION = """\
# What audits find in the bundled vocabularies

Written by `python -m wordchipper_lab.lab.audit`; do not edit. Whether a token occurs in any text at all is decided
exactly, from the merges and the automaton of the split pattern (`lab/reachability`), not by searching texts.
"""


def findings_page() -> str:
    """The page, in Markdown."""
    toks = [Tokenizer.from_pretrained(name) for name in Tokenizer.available_models()]
    parts = [_INTRODUCTION]
    for tok in toks:
        audit = audit_tokenizer(tok)
        parts.append(f"## {tok.name}\n")
        for finding in audit.findings:
            parts.append(f"- **{finding.severity}**: {finding.message}")
            parts += [f"    - {_code(str(example))}" for example in finding.examples]
        parts += [f"- proved: {fact}" for fact in audit.proved]
        parts.append("")
    parts.append("## The shortest texts on which they differ\n")
    for one, other in pairwise(toks):
        parts.append(f"- {_code(str(_without_proofs(prove_tokenizers(one, other))))}")
    return "\n".join(parts) + "\n"


def _without_proofs(found: object) -> str:
    if isinstance(found, TokenizerDivergence) and found.otherwise is not None:
        return str(found).partition(". Without")[0] + "; without special tokens, they are equal on every text"
    return str(found)


def _code(text: str) -> str:
    return f"`{text}`" if "`" not in text else f"`` {text} ``"
