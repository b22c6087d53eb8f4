"""The engine that a saved page takes along: the kernels as WebAssembly, vocabularies, and the Worker that runs them."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..browser.manifest import MODULE
from ..browser.pack_vocabularies import packed_path
from ..vocab.pretrained import pretrained_names, pretrained_spec
from ..web.modules import script

__all__ = ["LEXERS", "LiveEngine", "live_engine", "packed_files"]

LEXERS = ("automaton", "logos", "vector")
"""The lexers that run in a page."""


class LiveEngine:
    """Everything that makes a saved page live: ``offered`` are the vocabularies that it can load.

    names: of the public state; of a Lab those of each screen, by its name. more: what the Worker needs besides.
    """

    def __init__(
        self,
        screen: str,
        names: Sequence[str] | Mapping[str, Sequence[str]],
        models: Iterable[str],
        toys: Iterable[str] = (),
        more: Mapping[str, Any] = {},
    ) -> None:
        self.offered, self._files = packed_files(models)
        listed = dict(names) if isinstance(names, Mapping) else list(names)
        self._about = {"screen": screen, "names": listed, "models": [*self.offered, *toys], **more}

    def to_json(self) -> dict[str, Any]:
        """What the page's script reads, binary parts in base64."""
        packed = {name: _encoded(path) for name, path in self._files.items()}
        return {**self._about, "module": _encoded(MODULE), "files": packed}

    @property
    def background(self) -> Any:
        """What the Worker reads when it is first needed."""
        return self._about["background"]

    def as_files(self) -> dict[str, Any]:
        """What the page's script reads where the parts are files (see site.py)."""
        files = {name: {"href": f"vocabularies/{path.name}"} for name, path in self._files.items()}
        parts = {"module": {"href": MODULE.name}, "background": {"href": "background.json"}, "files": files}
        return self._about | parts

    @staticmethod
    def worker() -> str:
        """The Worker's script."""
        return script("engine/wasm_worker.js")


def packed_files(models: Iterable[str]) -> tuple[list[str], dict[str, Path]]:
    """All pretrained vocabularies that the files of these make, and those files, by name."""
    files = {pretrained_spec(model).file for model in models}
    offered = [name for name in pretrained_names() if pretrained_spec(name).file in files]
    return offered, {path.stem: path for path in map(packed_path, sorted(files))}


def live_engine(
    screen: str, names: Sequence[str], models: Iterable[str], lexer: str, *, toys: Iterable[str] = ()
) -> LiveEngine | None:
    """The engine for a page with these pretrained vocabularies; None if it cannot show what the page shows.

    names: of the public state of the page's screen. toys: vocabularies that need no file.

    >>> live_engine("explorer", ["text"], ["o200k_base"], "automaton").offered
    ['o200k_base', 'o200k_harmony']
    >>> live_engine("explorer", ["text"], ["o200k_base"], "regex") is None
    True
    """
    models = list(models)
    if lexer not in LEXERS or not set(models) <= set(pretrained_names()):
        return None
    return LiveEngine(screen, names, models, toys)


def _encoded(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()
