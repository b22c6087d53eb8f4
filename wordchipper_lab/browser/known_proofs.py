"""``python -m wordchipper_lab.browser.known_proofs``: which built-in lexers are proved to be equal, and which not.

Writes ``web/answers/divergence/known_proofs.js``, in about a minute. A page without Python quotes these proofs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from ..lab.divergence.divergence import Divergence
from ..lab.divergence.proof import prove_equivalence
from ..spanners.specimens import SPECIMENS
from ..vocab.patterns import PATTERN_MODELS

__all__ = ["KNOWN_PROOFS", "known_proofs"]

KNOWN_PROOFS = Path(__file__).parent.parent / "web" / "answers" / "divergence" / "known_proofs.js"

_KINDS = ("automaton", "logos", "vector")


def known_proofs() -> str:
    """The module's source: the numbers of each proof, and a shortest text for each pair that is not equal."""
    proved: dict[str, list[int]] = {}
    shortest: dict[str, str] = {}
    for a, b in _pairs():
        found = prove_equivalence(a, b)
        if isinstance(found, Divergence):
            shortest[f"{a} {b}"] = found.text
        else:
            proved[f"{a} {b}"] = [found.symbols, found.futures, found.states]
    lines = [
        "// Written by wordchipper_lab/browser/known_proofs.py.",
        "",
        "// Two lexers that are equal -> kinds of characters, kinds of text ahead, joint states",
        _object("PROVED", proved),
        "// Two lexers that are not equal -> a shortest text on which they differ",
        _object("SHORTEST", shortest),
    ]
    return "\n".join(lines)


def _pairs() -> Iterator[tuple[str, str]]:
    """Words of two lexers of any two vocabularies; and of a specimen and those of the vocabulary that it imitates."""
    known = [f"{kind}:{model}" for model in PATTERN_MODELS for kind in _KINDS]
    yield from permutations(known, 2)
    for name, specimen in SPECIMENS.items():
        for kind in _KINDS:
            pair = f"{kind}:{specimen.pattern_name}", f"specimen:{name}"
            yield pair
            yield pair[::-1]


def _object(name: str, values: dict[str, list[int]] | dict[str, str]) -> str:
    lines = [f"  {json.dumps(pair)}: {json.dumps(value)}," for pair, value in values.items()]
    return "\n".join([f"export const {name} = {{", *lines, "};\n"])


if __name__ == "__main__":
    KNOWN_PROOFS.write_text(known_proofs(), encoding="utf-8", newline="\n")
