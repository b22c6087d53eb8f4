"""The table of every public name of tiktoken, tokenizers and wordchipper: is it in our face, and if not, why not?

``python -m wordchipper_lab.compat.coverage`` prints it, ``--write`` writes it to COVERAGE.md beside this file. Names
are compared with the installed packages; what the file says of one that is not installed stays.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.metadata
import inspect
import pkgutil
import re
import sys
import textwrap
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from ..files.whole_file import write_atomically
from .coverage_reasons import REASONS
from .substitute import FACES, MORE_MODULES

__all__ = ["COVERAGE_FILE", "PublicName", "public_names", "table"]

COVERAGE_FILE = Path(__file__).with_name("COVERAGE.md")

_HEAD = """# Every public name of the three packages

Which names of tiktoken, tokenizers and wordchipper are in `wordchipper_lab.compat`, and why not the others. Made by
`python -m wordchipper_lab.compat.coverage --write`. Public is a name that does not begin with `_`, and that a module
defines itself or a package offers from its modules. A class is listed with its members in the first module that has
it; what is in a class or module that is not here is not listed.
"""


_REFUSING = {"Unsupported", "_OfAnotherKind"}
"""Base classes in our faces of what only raises an error."""

_HANDED_ON = {"BaseTokenizer": ("tokenizers", "Tokenizer")}


_ATTRIBUTE = object()


class PublicName(NamedTuple):
    """A public name of a package."""

    path: str
    """``tiktoken.core.Encoding.encode``"""
    kind: str


# -- what a package has -----------------------------------------------------------------------------------


def public_names(package: str) -> list[PublicName]:
    """All public names of an installed package, by module."""
    found: list[PublicName] = []
    seen: set[int] = set()
    for module in _modules(package):
        found.append(PublicName(module.__name__, "module"))
        foreign = _only_used(module, package)
        for name, value in sorted(vars(module).items()):
            if name.startswith("_") or name in foreign or isinstance(value, ModuleType):
                continue
            path = f"{module.__name__}.{name}"
            found.append(PublicName(path, _kind(value)))
            if inspect.isclass(value) and _is_of(value, package) and id(value) not in seen:
                seen.add(id(value))
                found += [PublicName(f"{path}.{member}", kind) for member, kind in _members(value)]
    return found


def _modules(package: str) -> Iterator[ModuleType]:
    top = importlib.import_module(package)
    names = [about.name for about in pkgutil.walk_packages(top.__path__, f"{package}.")]
    for name in [package, *sorted(names), *MORE_MODULES.get(package, ())]:
        if not any(part.startswith("_") for part in name.split(".")):
            try:
                yield importlib.import_module(name)
            except ImportError:  # needs something that is not installed
                continue


def _only_used(module: ModuleType, package: str) -> set[str]:
    """Names that a module imports; a package offers what it imports from its own modules."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError):  # no Python
        return set()
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            is_own = node.level > 0 or (node.module or "").split(".")[0] == package
            if not (is_own and hasattr(module, "__path__")):
                names |= {alias.asname or alias.name for alias in node.names}
    return names


def _is_of(value: type, package: str) -> bool:
    """Whether a class is the package's own; classes made in Rust may say that they are built in."""
    origin = value.__module__.split(".")[0]
    return origin == package or (origin == "builtins" and not hasattr(builtins, value.__name__))


def _members(value: type) -> Iterator[tuple[str, str]]:
    package = value.__module__.split(".")[0]
    own = {
        name: member
        for one in reversed(value.__mro__)
        if _is_of(one, package)
        for name, member in vars(one).items()
    }
    own |= dict.fromkeys(_attributes(value) - own.keys(), _ATTRIBUTE)
    for name, member in sorted(own.items()):
        if member is _ATTRIBUTE:
            yield name, "attribute"
        elif not name.startswith("_"):
            is_called = callable(member) or isinstance(member, staticmethod | classmethod)
            yield name, "method" if is_called else "property"


def _attributes(value: type) -> set[str]:
    """Public names that a class written in Python gives its objects: ``self.name = ...`` in a method."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(value)))
    except (OSError, TypeError):
        return set()
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and not node.attr.startswith("_")
        if isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def _kind(value: object) -> str:
    if inspect.isclass(value):
        return "class"
    return "function" if inspect.isroutine(value) else "value"


# -- what our face has ------------------------------------------------------------------------------------


def _is_here(package: str, path: str) -> bool:
    """Whether our face has a name, and does what it says: some classes are there only to say that they are not."""
    for elsewhere, ours in MORE_MODULES.get(package, {}).items():
        if path == elsewhere or path.startswith(f"{elsewhere}."):
            path = ours + path.removeprefix(elsewhere)
    value: object = None
    here = __package__
    for part in path.split("."):
        here = f"{here}.{part}"
        if hasattr(value, part):
            value = getattr(value, part)
        elif value is None or isinstance(value, ModuleType):
            try:
                value = importlib.import_module(here)
            except ImportError:
                return False
        else:
            return inspect.isclass(value) and (_hands_on(value, part) or part in _attributes(value))
        if _names_of_bases(value) & _REFUSING:
            return False
    return True


def _hands_on(value: type, name: str) -> bool:
    """Whether an object of this class gets what it lacks from an object of another class."""
    for base, (module, other) in _HANDED_ON.items():
        if base in _names_of_bases(value):
            return hasattr(getattr(importlib.import_module(f"{__package__}.{module}"), other), name)
    return False


def _names_of_bases(value: object) -> set[str]:
    return {base.__name__ for base in value.__mro__} if inspect.isclass(value) else set()


def _reason(path: str) -> str:
    """Why a name is not here: the first of the reasons that are for it."""
    return next((reason for pattern, reason in REASONS.items() if fnmatchcase(path, pattern)), "")


# -- the table --------------------------------------------------------------------------------------------


def _section(package: str) -> str:
    """The part of the table about an installed package."""
    names = public_names(package)
    missing = {path for path, _ in names if not _is_here(package, path)}
    lines = ["| name | kind | here | why not |", "|---|---|---|---|"]
    for path, kind in names:
        if path.rpartition(".")[0] in missing:
            continue
        within = sum(other.startswith(f"{path}.") for other in missing) if path in missing else 0
        about = f"{kind} of {within} name{'s' * (within > 1)}" if within else kind
        here, why_not = ("no", _reason(path)) if path in missing else ("yes", "")
        lines.append(f"| `{path}` | {about} | {here} | {why_not} |")
    heading = f"## {package} {importlib.metadata.version(package)}"
    summary = f"{len(names) - len(missing)} of {len(names)} names are here."
    return "\n".join([heading, "", summary, "", *lines, ""])


def _written_sections() -> dict[str, str]:
    """The parts that the file has, by package."""
    if not COVERAGE_FILE.exists():
        return {}
    parts = re.split(r"^(?=## )", COVERAGE_FILE.read_text(encoding="utf-8"), flags=re.M)[1:]
    return {part.split()[1]: f"{part.rstrip()}\n" for part in parts}


def table() -> str:
    """The whole table as Markdown; packages that are not installed as the file has them."""
    sections = _written_sections()
    for package in FACES:
        try:
            importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
        sections[package] = _section(package)
    return "\n".join([_HEAD, *(sections[package] for package in FACES if package in sections)])


def _main(arguments: list[str]) -> None:
    if arguments == ["--write"]:
        write_atomically(COVERAGE_FILE, table().encode())
    elif arguments:
        sys.exit("usage: python -m wordchipper_lab.compat.coverage [--write]")
    else:
        sys.stdout.write(table())


if __name__ == "__main__":
    _main(sys.argv[1:])
