"""The browser side of a widget as one module, joined from the files in ``static/`` without a build step.

anywidget loads a view's JavaScript from a string, where relative imports cannot be resolved. The files are
ordinary ES modules; here the modules that one imports are written before it and the import lines left out.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

__all__ = ["STATIC", "javascript", "stylesheet"]

STATIC = Path(__file__).with_name("static")

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def javascript(entry: str) -> str:
    """The module `entry` with everything that it imports, in the order in which it is needed."""
    written: dict[str, str] = {}
    _collect(entry, written)
    return "\n".join(written.values())


def _collect(name: str, written: dict[str, str]) -> None:
    source = (STATIC / name).read_text(encoding="utf-8")
    for imported in _IMPORT.findall(source):
        if imported not in written:
            _collect(imported, written)
    written[name] = f"// {name}\n" + _EXPORT.sub("", _IMPORT.sub("", source))


@cache
def stylesheet(*more: str) -> str:
    """The one stylesheet of all views, and what a view needs `more`."""
    return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("views.css", *more))
