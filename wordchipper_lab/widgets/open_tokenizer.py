"""The verb "open_tokenizer": files from a page become a tokenizer that every view of this process offers.

Its message carries ``names``, ``pattern`` (the name of the chosen one, "" before it was asked for), ``packing``
("gzip", or "" for none), and the files as buffers. Its answer has either ``opened`` (`OpenedRecord`), or
``pattern_for`` (`PatternRecord`): a question, to be answered by sending the same again with a pattern.

The verb "find_closed": a page that is loaded again has a new kernel, which may lack tokenizers that the page's state
names. The message carries their ``names``, the answer those that are ``closed``.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from weakref import WeakSet

from ..errors import InputError
from ..lab.opened import Opened, PatternChoice, find_opened, keep_opened, read_opened, unpack_file
from ..screens.opened_records import OpenedRecord, PatternRecord
from .later_answer import Later

__all__ = ["LIVE_VIEWS", "MOST_FILES", "find_closed", "offer_everywhere", "open_tokenizer"]

MOST_FILES = 8

LIVE_VIEWS: WeakSet[Any] = WeakSet()
"""The views (`AnsweringWidget`) of this process that are not closed."""


def open_tokenizer(view: Any, message: Any) -> Later:
    """Read the files that came with `message` in a thread, keep the tokenizer, offer it in every view."""
    names, packing = message.texts("names"), message.text("packing")
    if not 1 <= len(names) <= MOST_FILES or len(set(names)) < len(names):
        raise InputError(
            f"{len(names)} files were given: expected 1 to {MOST_FILES}, each with a name of its own"
        )
    if packing not in ("", "gzip"):
        raise InputError(f"the files are packed as {packing!r}: expected 'gzip', or '' for not at all")
    files = dict(zip(names, message.contents(len(names)), strict=True))
    later: Later = view._make_later(
        partial(_open, files, packing, message.text("pattern")), partial(_show, view)
    )
    return later


def find_closed(message: Any) -> dict[str, list[str]]:
    """Those of the tokenizers that `message` names that are not open in this process."""
    return {"closed": [name for name in message.texts("names") if find_opened(name) is None]}


def _open(files: dict[str, bytes], packing: str, pattern: str) -> Opened | PatternChoice:
    if packing:
        files = {name: unpack_file(name, data) for name, data in files.items()}
    found = read_opened(files, pattern)
    return found if isinstance(found, PatternChoice) else keep_opened(found)


def _show(view: Any, found: Opened | PatternChoice) -> dict[str, Any]:
    if isinstance(found, PatternChoice):
        return {"pattern_for": _draw_choice(found)}
    view._opened = found.name
    offer_everywhere(found.name)
    return {"opened": _draw_opened(found)}


def offer_everywhere(name: str) -> None:
    """Every view of this process offers the opened tokenizer of that name."""
    for view in list(LIVE_VIEWS):
        offered = view._offer()
        if offered is not None:
            view._options = dict(offered)
            view._ask_again(name)


def _draw_opened(found: Opened) -> OpenedRecord:
    return {
        "name": found.name,
        "tokens": found.vocab.n_ranked,
        "special": len(found.vocab.special_tokens),
        "word": found.word,
        "why_no_word": found.why_no_word,
        "lexers": found.lexers(),
        "encoders": found.encoders(),
    }


def _draw_choice(choice: PatternChoice) -> PatternRecord:
    return {
        "file": choice.file,
        "patterns": list(choice.patterns),
        "suggested": choice.suggested,
        "why": choice.why,
    }
