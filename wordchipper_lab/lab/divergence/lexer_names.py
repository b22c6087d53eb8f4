r"""Lexers by one word - ``automaton:o200k_base``, ``regex:\w+|\s+``, ``specimen:isalpha`` - and as Python code."""

from __future__ import annotations

import re

from ...arguments import a_text, checked, optional
from ...errors import UnknownNameError
from ...spanners import LEXERS, SpanLexer, build_lexer, resolve_pattern
from ...spanners.logos import LogosLexer
from ...spanners.registered_lexers import named_lexer
from ...spanners.specimens import SPECIMENS, build_specimen
from ...tokenizer_arguments import a_lexer
from ...vocab.open_patterns import OPEN_PATTERNS
from ...vocab.patterns import PATTERN_MODELS
from ...vocab.pretrained import pretrained_names

__all__ = ["lexer_code", "name_lexer", "pattern_name", "read_lexer"]

_NAMES = {resolve_pattern(name): name for name in (*reversed(OPEN_PATTERNS), *PATTERN_MODELS)}
_LOOKS_LIKE_A_NAME = re.compile(r"[A-Za-z][\w:-]{2,}")


@checked(word=a_text, pattern=optional(a_text))
def read_lexer(word: str, pattern: str | None = None) -> SpanLexer:
    r"""The lexer that `word` names: KIND:MODEL, KIND:REGULAR EXPRESSION, specimen:NAME, or KIND with a `pattern`.

    KIND is one of `LEXERS` or "auto"; alone it means the lexer of `pattern`, and is refused without one: it says how
    a lexer works, not where it cuts (a registered lexer has its own pattern). A MODEL is any name that `build_lexer`
    knows; a word in its place that is none is taken for a misspelt name, not for a pattern. Raises `UnknownNameError`,
    or `PatternError` as `build_lexer` does.

    >>> read_lexer("logos", "cl100k_base"), read_lexer(r"regex:\w+")
    (<LogosLexer cl100k_base>, <RegexLexer '\\w+'>)
    """
    kind, _, rest = word.partition(":")
    if kind == "specimen":
        return build_specimen(rest)
    if not rest and pattern is None and (registered := named_lexer(kind)) is not None:
        return registered
    if kind not in (*LEXERS, "auto"):
        known = [*LEXERS, "auto", *(f"specimen:{name}" for name in SPECIMENS)]
        raise UnknownNameError("lexer", word, known, "a kind may be followed by ':' and a model or a pattern")
    if _LOOKS_LIKE_A_NAME.fullmatch(rest) and resolve_pattern(rest) == rest:
        known = [*pretrained_names(), *OPEN_PATTERNS]
        raise UnknownNameError("model", rest, known, f"if it is a pattern, write {kind}:(?:{rest})")
    if not rest and pattern is None:
        known = [f"{kind}:{model}" for model in (*PATTERN_MODELS, "llama3")] + [f"{kind}:REGULAR EXPRESSION"]
        hint = (
            "a kind alone does not say which pattern to split by: name that too (in Python, give the "
            "Tokenizer itself; on the command line, --model)"
        )
        raise UnknownNameError("lexer", word, known, hint)
    return build_lexer(rest or str(pattern), kind)


@checked(lexer=a_lexer)
def name_lexer(lexer: SpanLexer) -> str:
    """The word that `read_lexer` reads; for a custom lexer, its own name."""
    if lexer.name in SPECIMENS:
        return f"specimen:{lexer.name}"
    return f"{lexer.kind}:{lexer.name or pattern_name(lexer.pattern)}"


def pattern_name(pattern: str) -> str:
    """The name by which `build_lexer` knows a pattern; a pattern without one is its own name.

    >>> pattern_name(resolve_pattern("p50k_edit")), pattern_name("a+")
    ('r50k_base', 'a+')
    """
    return _NAMES.get(pattern, pattern)


def lexer_code(lexer: SpanLexer) -> str:
    """The Python expression that creates the lexer, with names from `wordchipper_lab.spanners`; "my_lexer" if
    there is none."""
    if lexer.name in SPECIMENS:
        return f"build_specimen({lexer.name!r})"
    if isinstance(lexer, LogosLexer):
        try:
            registered = build_lexer(lexer.pattern, "logos")
        except ValueError:
            return "my_lexer"
        if (registered.definitions, registered.without) != (lexer.definitions, lexer.without):  # type: ignore[attr-defined]
            return "my_lexer"
    return (
        f"build_lexer({(lexer.name or pattern_name(lexer.pattern))!r}, {lexer.kind!r})"
        if lexer.kind in LEXERS.built_in
        else "my_lexer"
    )
