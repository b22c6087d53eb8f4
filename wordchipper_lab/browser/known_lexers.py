"""``python -m wordchipper_lab.browser.known_lexers``: which lexers a page of its own can name.

Writes ``web/answers/divergence/known_lexers.js``: split patterns by name, and the specimens, without their stories.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..spanners.specimens import SPECIMENS, Specimen
from ..vocab.open_patterns import OPEN_PATTERNS, OTHER_NAMES
from ..vocab.patterns import PATTERN_MODELS, PATTERNS
from ..vocab.pretrained import pretrained_names

__all__ = ["KNOWN_LEXERS", "known_lexers"]

KNOWN_LEXERS = Path(__file__).parent.parent / "web" / "answers" / "divergence" / "known_lexers.js"


def known_lexers() -> str:
    """The module's source.

    >>> known_lexers().splitlines()[0]
    '// Written by wordchipper_lab/browser/known_lexers.py.'
    """
    parts = {
        "PATTERN_MODELS": list(PATTERN_MODELS),
        "PRETRAINED_NAMES": list(pretrained_names()),
        "PATTERNS": PATTERNS,
        "OPEN_PATTERNS": OPEN_PATTERNS,
        "OTHER_NAMES": OTHER_NAMES,
        "SPECIMENS": {name: _described(specimen) for name, specimen in SPECIMENS.items()},
    }
    lines = ["// Written by wordchipper_lab/browser/known_lexers.py.", ""]
    lines += [f"export const {name} = {json.dumps(value, indent=2)};\n" for name, value in parts.items()]
    return "\n".join(lines)


def _described(specimen: Specimen) -> dict[str, Any]:
    return {
        "title": specimen.title,
        "model": specimen.pattern_name,
        "example": specimen.example,
        "without": list(specimen.without),
        "replaced": list(specimen.replaced),
        "hasOwnTokens": bool(specimen.definitions),
    }


if __name__ == "__main__":
    KNOWN_LEXERS.write_text(known_lexers(), encoding="utf-8", newline="\n")
