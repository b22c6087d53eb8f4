"""The browser side of a view as one ES module, joined from the files of this folder without a build step.

anywidget loads a view's JavaScript from a string, where relative imports cannot be resolved. The files are
ordinary ES modules. Here each module that is needed becomes a function with its own scope, called once, in
the order of the imports:

    const $2 = (() => { const { element } = $1; class Canvas { ... } return { Canvas }; })();

So two modules may use the same name for different things, and pages can be joined.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

__all__ = ["WEB", "javascript", "module_names", "script", "stylesheet"]

WEB = Path(__file__).parent

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (.+);$", re.MULTILINE)
_LEFT = re.compile(r"^(?:export|import)\b.*", re.MULTILINE)


@cache
def javascript(*entries: str) -> str:
    """The modules `entries` (``"screens/explorer/explorer.js"``) with all that they import, as one module.

    Its default export is that of the last. Raises ``ValueError`` for modules that import each other in a circle, and
    for other imports and exports than ``import { a, b as c } from "./x.js"``, ``export const``, ``export class``,
    ``export function``, ``export async function`` and ``export default a``.
    """
    names: list[str] = []
    for entry in entries:
        _collect(entry, names, ())
    numbers = {name: f"${number}" for number, name in enumerate(names, 1)}
    written = [f"// {name}\nconst {numbers[name]} = {_scope(name, numbers)};\n" for name in names]
    return "\n".join(written) + f"\nexport default {numbers[entries[-1]]}.$default;\n"


@cache
def script(entry: str) -> str:
    """The module `entry` with all that it imports, as a script that is no module; its default export is left out.

    A page that was opened as a file cannot start a Worker with a module.
    """
    joined = re.sub(r"^export default .*\n", "", javascript(entry), flags=re.MULTILINE)
    return f'"use strict";\n{joined.replace("import.meta.url", "globalThis.location.href")}'


def module_names() -> list[str]:
    """All modules, by their paths from this folder.

    >>> "shared/dom.js" in module_names()
    True
    """
    return sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js"))


def _source(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")


def _resolve(name: str, imported: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))


def _collect(name: str, names: list[str], importing: tuple[str, ...]) -> None:
    """Add `name` after all its imports."""
    if name in importing:
        raise ValueError(f"modules import each other in a circle: {' -> '.join((*importing, name))}")
    if name not in names:
        for _, imported in _IMPORT.findall(_source(name)):
            _collect(_resolve(name, imported), names, (*importing, name))
        names.append(name)


def _scope(name: str, numbers: dict[str, str]) -> str:
    """The module as a function that is called once and returns what the module exports."""
    source = _source(name)
    exports = _EXPORT.findall(source)
    if _DEFAULT.search(source):
        source = _DEFAULT.sub(r"const $default = \1;", source)
        exports.append("$default")

    def use(found: re.Match[str]) -> str:
        names = re.sub(r"\s+as\s+", ": ", found[1].strip())
        return f"const {{ {names} }} = {numbers[_resolve(name, found[2])]};\n"

    body = _EXPORT.sub("", _IMPORT.sub(use, source))
    if left := _LEFT.search(body):
        raise ValueError(f"{name} has a line that cannot be joined: {left[0]}")
    return f"(() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})()"


@cache
def stylesheet(*more: str) -> str:
    """The one stylesheet of all views, and what a view needs `more`: paths from this folder."""
    names = ("shared/views.css", "shared/word.css", *more, "shared/print.css")
    return "\n".join((WEB / name).read_text(encoding="utf-8") for name in names)
