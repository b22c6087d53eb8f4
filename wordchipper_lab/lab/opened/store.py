"""The opened tokenizers of this process, by name: the newest few, so that memory stays bounded.

A name is that of the file with a hash of what it holds: ``tokenizer.json@3f2a91c4``. Unlike trained vocabularies (see
`keep_tokenizer`) they are never written to a disk, because they came from a visitor's own.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from ...encoders import ENCODERS
from ...encoders.registry import find_encoder, usable_encoders
from ...errors import InputError, WordchipperLabError
from ...spanners import LEXERS, SpanLexer
from ...spanners.lexers import can_lex
from ...tokenizer import Tokenizer
from ...vocab.unified import UnifiedVocab
from ..divergence.lexer_names import pattern_name
from ..page_limits import page_limits
from ..pipeline_words import why_no_lexer
from ..training.kept import kept_lexer
from .reading import ReadFiles

__all__ = [
    "MOST_OPENED",
    "Opened",
    "find_opened",
    "get_opened",
    "is_opened_name",
    "keep_opened",
    "lexer_word",
    "open_opened",
    "opened_names",
]

MOST_OPENED = 6
"""The one unused for the longest time is let go first. One takes 10 to 60 MB."""

_NAME = re.compile(r".+@[0-9a-f]{8}", re.DOTALL)


@dataclass
class Opened:
    """An opened tokenizer: its name here, the file's, its vocabulary; `given` is what the file does not say."""

    name: str
    file: str
    vocab: UnifiedVocab = field(repr=False)
    given: dict[str, object] = field(default_factory=dict, repr=False)
    _lexers: dict[str, SpanLexer] = field(default_factory=dict, repr=False)
    _made: dict[tuple[str, str, bool], Tokenizer] = field(default_factory=dict, repr=False)

    def tokenizer(self, lexer: str = "auto", encoder: str = "auto", memo: bool = True) -> Tokenizer:
        """It, with that lexer and encoder; raises as `Tokenizer` does for one that does not suit it."""
        key = lexer, encoder, memo
        if key not in self._made:
            self._made[key] = Tokenizer(
                self.vocab, lexer=self.lexer(lexer), encoder=encoder, memo=memo, limits=page_limits()
            )
        return self._made[key]

    def is_ready(self, lexer: str, encoder: str) -> bool:
        """Whether `tokenizer` returns at once."""
        return (lexer, encoder, True) in self._made

    def lexer(self, kind: str = "auto") -> SpanLexer:
        """The lexer of its pattern."""
        if kind not in self._lexers:
            self._lexers[kind] = kept_lexer(self.vocab.pattern, kind)
        return self._lexers[kind]

    def lexers(self) -> list[str]:
        """The lexers that suit its pattern, or, if it splits in several steps, those for any pattern; the fastest
        first."""
        kinds = [kind for kind in LEXERS if can_lex(kind, self.vocab.pattern) and self._can_build(kind)]
        return sorted(kinds, key=lambda kind: kind != self.lexer().kind)

    def encoders(self) -> list[str]:
        """The span encoders that suit its vocabulary, what ``"auto"`` chooses first."""
        chosen = self.tokenizer().encoder
        return sorted(usable_encoders(ENCODERS, self.vocab), key=lambda name: name != chosen)

    def refused(self) -> dict[str, str]:
        """The span encoders that do not suit its vocabulary, and why."""
        whys = {name: find_encoder(name).why_not(self.vocab) for name in ENCODERS}
        return {name: why for name, why in whys.items() if why is not None}

    @property
    def word(self) -> str | None:
        """The word of its lexer (see `read_lexer`), with the name of its pattern or the pattern itself; None if no
        single pattern says how it splits."""
        if self.why_no_word is not None:
            return None
        return f"{self.lexer().kind}:{pattern_name(self.vocab.pattern)}"

    @property
    def why_no_word(self) -> str | None:
        """Why no other lexer can take the place of its own; None if one can."""
        return why_no_lexer(self.vocab)

    def from_file(self, **options: object) -> str:
        """The Python expression that reads the same file."""
        arguments = [
            repr(self.file),
            *(f"{name}={value!r}" for name, value in (self.given | options).items()),
        ]
        return f"wl.Tokenizer.from_file({', '.join(arguments)})"

    def _can_build(self, kind: str) -> bool:
        try:
            self.lexer(kind)
        except WordchipperLabError:
            return False
        return True


_opened: OrderedDict[str, Opened] = OrderedDict()
_lock = Lock()


def is_opened_name(name: str) -> bool:
    """Whether `name` looks like one given by `keep_opened`.

    >>> is_opened_name("tokenizer.json@3f2a91c4"), is_opened_name("o200k_base")
    (True, False)
    """
    return _NAME.fullmatch(name) is not None


def keep_opened(read: ReadFiles) -> Opened:
    """Keep what was read; the same contents have the same name."""
    tokens, listed, pipeline = read.found.tokens, read.found.listed, read.found.pipeline
    digest = hashlib.sha256(tokens.data.tobytes() + tokens.starts.tobytes())
    digest.update(repr((read.pattern, sorted(read.found.special_tokens.items()))).encode(errors="replace"))
    if listed is not None:
        digest.update(listed.splits.tobytes() + (b"" if listed.ids is None else listed.ids.tobytes()))
    if pipeline is not None:
        digest.update(repr(pipeline).encode(errors="replace"))
    name = f"{read.file}@{digest.hexdigest()[:8]}"
    with _lock:
        found = _opened.get(name)
    if found is None:
        special = read.found.special_tokens
        vocab = UnifiedVocab(
            listed or tokens, pattern=read.pattern, special_tokens=special, name=name, pipeline=pipeline
        )
        found = Opened(name, read.file, vocab, read.given)
        found.tokenizer()  # refuses what cannot be encoded
    with _lock:
        _opened[name] = found
        _opened.move_to_end(name)
        while len(_opened) > MOST_OPENED:
            _opened.popitem(last=False)
    return found


def find_opened(name: str) -> Opened | None:
    """The opened tokenizer of that name, which counts as a use of it; None if there is none."""
    with _lock:
        if name in _opened:
            _opened.move_to_end(name)
        return _opened.get(name)


def get_opened(name: str) -> Opened:
    """The opened tokenizer of that name; raises `InputError` if it is not, or no longer, open in this process."""
    found = find_opened(name)
    if found is None:
        raise InputError(
            f"{name} is not open here: its file stays in the browser or notebook that opened it, which keeps the last "
            f"{MOST_OPENED} tokenizers; open the file again"
        )
    return found


def open_opened(name: str, lexer: str = "auto", encoder: str = "auto", memo: bool = True) -> Tokenizer:
    """The tokenizer of that name, with that lexer and encoder; raises as `get_opened`, and as `Opened.tokenizer`."""
    return get_opened(name).tokenizer(lexer, encoder, memo)


def lexer_word(name: str) -> str | None:
    """The word of the lexer of an opened tokenizer (see `Opened.word`), if it has one; None if there is none of that
    name."""
    with _lock:
        found = _opened.get(name)
    return None if found is None else found.word


def opened_names() -> list[str]:
    """Names of the opened tokenizers, the newest first."""
    with _lock:
        return list(reversed(_opened))
