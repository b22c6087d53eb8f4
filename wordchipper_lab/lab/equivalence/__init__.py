"""Do two tokenizers give the same ids on every text? A proof, a shortest text on which they do not, or what is open."""

from __future__ import annotations

from .certificate import MergeCertificate
from .prove import TokenizerResult, prove_equivalence, prove_tokenizers
from .results import TokenizerDivergence, TokenizerProof, UndecidedEquivalence

__all__ = [
    "MergeCertificate",
    "TokenizerDivergence",
    "TokenizerProof",
    "TokenizerResult",
    "UndecidedEquivalence",
    "prove_equivalence",
    "prove_tokenizers",
]
