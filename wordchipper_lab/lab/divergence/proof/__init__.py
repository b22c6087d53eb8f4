"""Proofs that two lexers give the same spans on every text, of any length."""

from __future__ import annotations

from .prove import Proof, build_machine, prove_equivalence
from .span_machine import LexerMachine, run_machine
from .verify import verify_certificate

__all__ = ["LexerMachine", "Proof", "build_machine", "prove_equivalence", "run_machine", "verify_certificate"]
