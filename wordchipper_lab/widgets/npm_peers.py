"""Tokenizers of npm for an exported site, which measures them in the page beside its own engine.

A page has no bundler: it imports modules by their addresses, so of each package only what its entries import is
copied, and a package whose modules import others by bare names is left out. How each is opened is in
``web/contenders/openers.js``.
"""

from __future__ import annotations

import json
import posixpath
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from ..errors import InputError, show
from ..tokenizer import Tokenizer

__all__ = ["NPM", "NpmPeers", "collect_npm_peers"]

NPM = "npm"
"""The folder of an exported site that holds them."""

_MODELS = ("o200k_base", "cl100k_base")
_TIKTOKEN, _TOKENIZER_JSON = "tiktoken", "json"

_FROM = re.compile(
    r"""^(?:import|export)\b[^"'`;=()]*?\bfrom\s*["']([^"'\n]+)["']|^import\s*["']([^"'\n]+)["']""",
    re.MULTILINE,
)


class _Package(NamedTuple):
    """Its files by what the page calls them, with ``MODEL`` for the name of a vocabulary; and the ending of the
    vocabulary file that it needs besides, if it has none of its own."""

    files: Mapping[str, str]
    vocabulary: str | None = None


_PACKAGES = {
    "tiktoken": _Package(
        {
            "module": "lite/tiktoken_bg.js",
            "wasm": "lite/tiktoken_bg.wasm",
            "ranks": "encoders/MODEL.js",
        }
    ),
    "gpt-tokenizer": _Package({"module": "esm/encoding/MODEL.js"}),
    "ai-tokenizer": _Package({"module": "dist/index.js", "encoding": "dist/encoding/MODEL.js"}),
    "@huggingface/tokenizers": _Package({"module": "dist/tokenizers.min.mjs"}, _TOKENIZER_JSON),
    "kitoken": _Package({"module": "dist/web.js", "wasm": "dist/web_bg.wasm"}, _TIKTOKEN),
}


class NpmPeers(NamedTuple):
    """What a site needs to measure them: ``files`` by their paths in the site, and ``listed``, what its page knows."""

    files: dict[str, bytes]
    listed: list[dict[str, Any]]


def collect_npm_peers(node_modules: Path) -> NpmPeers:
    """The tokenizers that npm has installed in `node_modules`, or in the folder of that name in it.

    What is not installed is left out. Raises `InputError` for any other folder, and if there is none of them.
    """
    folder = node_modules if node_modules.name == "node_modules" else node_modules / "node_modules"
    if not folder.is_dir():
        raise InputError(
            f"{show(str(node_modules))} is no node_modules folder: expected the one that npm install has made"
        )
    files: dict[str, bytes] = {}
    listed = []
    for name, package in _PACKAGES.items():
        collected = _collect(folder, name, package)
        if collected is None:
            continue
        about, contents = collected
        listed.append(about)
        files |= {f"{NPM}/{name}/{path}": content for path, content in contents.items()}
    if not listed:
        names = ", ".join(_PACKAGES)
        raise InputError(
            f"{show(str(folder))} has none of {names}: expected at least one, as npm install tiktoken gives it"
        )
    return NpmPeers(files | _vocabularies(listed), listed)


def _collect(
    node_modules: Path, name: str, package: _Package
) -> tuple[dict[str, Any], dict[str, bytes]] | None:
    """What the page knows of an installed package, and its files; None if it is missing or of another shape."""
    folder = node_modules / name
    about = folder / "package.json"
    if not about.is_file():
        return None
    files: dict[str, bytes] = {}
    models = {}
    for model in _MODELS:
        paths = {part: path.replace("MODEL", model) for part, path in package.files.items()}
        contents: dict[str, bytes] = {}
        if all(_add_with_imports(folder, path, contents) for path in paths.values()):
            files |= contents
            models[model] = {part: _href(f"{name}/{path}") for part, path in paths.items()}
            if package.vocabulary is not None:
                models[model]["vocabulary"] = _href(f"vocabularies/{model}.{package.vocabulary}")
    if not models:
        return None
    notices = [about, *sorted(folder.glob("LICEN[CS]E*"))]
    files |= {notice.name: notice.read_bytes() for notice in notices if notice.is_file()}
    return {"name": name, "version": _version(about), "models": models}, files


def _href(path: str) -> dict[str, str]:
    return {"href": f"{NPM}/{path}"}


def _version(about: Path) -> str:
    try:
        return str(json.loads(about.read_text(encoding="utf-8"))["version"])
    except (ValueError, KeyError, TypeError):
        return ""


def _add_with_imports(folder: Path, path: str, contents: dict[str, bytes]) -> bool:
    """Add a file of a package, and the modules that it imports; False if the page could not import one of them."""
    if path in contents:
        return True
    file = folder / path
    if path.startswith("../") or not file.is_file():
        return False
    contents[path] = file.read_bytes()
    if file.suffix not in (".js", ".mjs"):
        return True
    source = contents[path].decode("utf-8", errors="replace")
    for found in _FROM.finditer(source):
        imported = found[1] or found[2]
        if not imported.startswith("."):
            return False
        beside = posixpath.normpath(str(PurePosixPath(path).parent / imported))
        if not _add_with_imports(folder, beside, contents):
            return False
    return True


def _vocabularies(listed: list[dict[str, Any]]) -> dict[str, bytes]:
    """The vocabulary files that the listed ones need."""
    needed = {
        files["vocabulary"]["href"]
        for peer in listed
        for files in peer["models"].values()
        if "vocabulary" in files
    }
    with tempfile.TemporaryDirectory() as temporary:
        made = {}
        for href in sorted(needed):
            file = Path(temporary) / PurePosixPath(href).name
            Tokenizer.from_pretrained(file.stem).save(file)
            made[href] = file.read_bytes()
    return made
