"""The lexers that a screen offers, each under one word, including the visitor's own."""

from __future__ import annotations

from ...errors import UnknownNameError
from ...lab.divergence.lexer_names import pattern_name
from ...lab.divergence.limited_lexer import limited_lexer
from ...lab.opened import find_opened, opened_names
from ...spanners import LEXERS, SpanLexer, resolve_pattern
from ...spanners.registered_lexers import named_lexer
from ...spanners.specimens import SPECIMENS
from ...vocab.open_patterns import OPEN_PATTERNS
from ...vocab.patterns import PATTERN_MODELS
from .records import LexerGroupRecord, LexerRecord

__all__ = ["OWN", "OfferedLexers"]

OWN = "own:"
"""Prefix of the word for a visitor's own lexer."""

_TIERS = {"regex": "Reference: regex", "automaton": "Automaton", "logos": "Logos", "vector": "Vector"}
_MOST = 32


class OfferedLexers:
    """Lexers by word; each is built once, and cached within limits."""

    def __init__(self) -> None:
        """Start with those that have a name."""
        self._own: dict[str, SpanLexer] = {}
        self._made: dict[str, SpanLexer | Exception] = {}  # a failure is repeated without the work

    def add(self, lexer: SpanLexer) -> str:
        """Offer a custom lexer; returns the word that selects it."""
        name = lexer.name or pattern_name(lexer.pattern) or lexer.kind
        word, more = OWN + name, 2
        while self._own.get(word, lexer) is not lexer:
            word, more = f"{OWN}{name} ({more})", more + 1
        self._own[word] = lexer
        return word

    def get(self, word: str) -> SpanLexer:
        """The lexer for that word; raises as `limited_lexer` does."""
        if word.startswith(OWN):
            if word not in self._own:
                raise UnknownNameError(
                    "custom lexer", word.removeprefix(OWN), [w[len(OWN) :] for w in self._own]
                )
            return self._own[word]
        if word not in self._made:
            try:
                made: SpanLexer | Exception = limited_lexer(word)
            except ValueError as error:
                made = error
            while len(self._made) >= _MOST:
                self._made.pop(next(iter(self._made)))
            self._made[word] = made
        found = self._made[word]
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    def is_ready(self, word: str) -> bool:
        """Whether `get` returns at once, and the lexer cannot exceed its time on a short text."""
        return not is_typed(word) and (word in self._own or word in self._made)

    def options(self) -> list[LexerGroupRecord]:
        """The choices in groups."""
        listed = [
            _group(label, [(f"{kind}:{model}", f"{kind} · {model}") for model in PATTERN_MODELS])
            for kind, label in _TIERS.items()
        ]
        listed += [
            _group(
                f"Open models' patterns: {kind}",
                [(f"{kind}:{name}", f"{kind} · {name}") for name in OPEN_PATTERNS],
            )
            for kind in ("regex", "automaton")
        ]
        wrong = [(f"specimen:{name}", f"specimen · {found.title}") for name, found in SPECIMENS.items()]
        typed = [("regex:", "own pattern, on regex"), ("automaton:", "own pattern, on the automaton")]
        listed += [_group("Specimens: one thing wrong", wrong), _group("Your own pattern", typed)]
        registered = [name for name in LEXERS if named_lexer(name) is not None]
        if registered:
            listed.insert(0, _group("Registered lexers", [(name, name) for name in registered]))
        opened = [_opened_lexer(name) for name in opened_names()]
        if any(opened):
            listed.insert(0, _group("Opened tokenizers", [lexer for lexer in opened if lexer]))
        if self._own:
            listed.insert(0, _group("Your own lexers", [(word, word[len(OWN) :]) for word in self._own]))
            for lexer in listed[0]["lexers"]:
                lexer["pattern"] = self._own[lexer["word"]].pattern
        return listed


def _group(label: str, lexers: list[tuple[str, str]]) -> LexerGroupRecord:
    return {"label": label, "lexers": [_lexer(word, shown) for word, shown in lexers]}


def _opened_lexer(name: str) -> tuple[str, str] | None:
    """Word and label of the lexer of an opened tokenizer, if one pattern says how it splits; the word says the pattern,
    so it stays good elsewhere."""
    found = find_opened(name)
    word = None if found is None else found.word
    if found is None or word is None:
        return None
    is_named = pattern_name(found.vocab.pattern) != found.vocab.pattern
    return word, f"{name} = {word.replace(':', ' · ')}" if is_named else name


def _lexer(word: str, label: str) -> LexerRecord:
    kind, _, rest = word.partition(":")
    if kind == "specimen":
        found = SPECIMENS[rest]
        return {
            "word": word,
            "label": label,
            "story": found.story,
            "pattern": found.pattern.replace(*found.replaced),
        }
    registered = named_lexer(word)
    pattern = registered.pattern if registered else resolve_pattern(rest) if kind in LEXERS else ""
    return {"word": word, "label": label, "story": "", "pattern": pattern}


def is_typed(word: str) -> bool:
    """Whether `word` contains a typed pattern."""
    kind, _, rest = word.partition(":")
    return kind in LEXERS and named_lexer(word) is None and resolve_pattern(rest) == rest


def runs_in_a_page(word: str) -> bool:
    """Whether the lexer of `word` runs in a page without Python.

    >>> runs_in_a_page("logos:o200k_base"), runs_in_a_page("regex:o200k_base")
    (True, False)
    """
    kind = word.partition(":")[0]
    return kind in ("automaton", "logos", "vector", "specimen") and named_lexer(word) is None


def model_of(word: str) -> str | None:
    """The vocabulary whose pattern the lexer of `word` has, or imitates; None for another pattern."""
    kind, _, rest = word.partition(":")
    if kind == "specimen" and rest in SPECIMENS:
        return SPECIMENS[rest].pattern_name
    if (registered := named_lexer(word)) is not None:
        rest = pattern_name(registered.pattern)
    return rest if kind in LEXERS and rest in PATTERN_MODELS else None
