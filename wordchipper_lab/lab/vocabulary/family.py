"""The tokens that differ from one token only by a space before it or by capitals, and why they are different
tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import WordchipperLabError
from ...text.text_bytes import encode_text
from ..divergence.branches import find_branch
from ..exploration import explore
from ..merged_spans import find_whole
from ..pipeline_words import is_plain
from .index import index_vocabulary
from .variants import Variant

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer

__all__ = ["TokenFamily", "token_family"]

_FORMS = {"lower": str.lower, "capitalised": str.capitalize, "upper": str.upper}
_PREFIXES = {"alone": "", "after a space": " "}
_BEFORE = "x"  # a letter, so that the space is one between two words
_LONGEST = 100


@dataclass(frozen=True)
class TokenFamily:
    """The members, and ``why`` a text with and without a space before it are different tokens.

    ``branch`` is the branch of the split pattern that takes the space with what follows ("2: ` ?\\p{L}+`"); empty if
    the lexer cuts between them.
    """

    members: list[Variant]
    why: str
    branch: str


def token_family(tok: Tokenizer, token: int) -> TokenFamily:
    """The family of the ranked `token` of `tok`; without members for anything that is not a text with at most one
    space before it.

    >>> import wordchipper_lab as wl
    >>> family = token_family(wl.Tokenizer.from_pretrained("r50k_base"), 995)
    >>> [(member.text, member.token) for member in family.members[:4]]
    [('world', 6894), ('World', 10603), ('WORLD', None), (' world', 995)]
    >>> family.branch
    '2:  ?\\\\p{L}++'
    """
    index = index_vocabulary(tok)
    place = index.place_of(token)
    if place is None or index.is_special[place] or not index.is_valid[place]:
        return TokenFamily([], "", "")
    text = index.texts[place]
    core = text.removeprefix(" ")
    if core != core.strip() or not 0 < len(core) <= _LONGEST:
        return TokenFamily([], "", "")
    forms = {name: change(core) for name, change in _FORMS.items()}
    if core not in forms.values():
        forms["mixed"] = core
    members = [
        Variant(
            prefix,
            form,
            before + shown,
            find_whole(tok.vocab, encode_text(before + shown)),
            _ids(tok, before + shown),
        )
        for prefix, before in _PREFIXES.items()
        for form, shown in _distinct(forms).items()
    ]
    return TokenFamily(members, *_explain(tok, core))


def _ids(tok: Tokenizer, text: str) -> list[int]:
    return tok.encode(text, special="text")


def _distinct(forms: dict[str, str]) -> dict[str, str]:
    return {form: text for form, text in forms.items() if next(f for f in forms if forms[f] == text) == form}


def _explain(tok: Tokenizer, core: str) -> tuple[str, str]:
    """In words, which span gets the space between two words, and the branch that takes it."""
    if not is_plain(tok.vocab.pipeline):
        return "", ""  # the places of spans do not say which of them has the space
    data = encode_text(f"{_BEFORE} {core}")
    ends = explore(tok, f"{_BEFORE} {core}", "text").span_ends.tolist()
    bare, spaced = encode_text(core), encode_text(f" {core}")
    bytes_differ = (
        f"“ {core}” begins with the byte 20 and “{core}” with {bare[0]:02x}: different bytes, different ids."
    )
    if 2 in ends:
        return (
            f"The lexer cuts between the space and “{core}”: no branch of its pattern takes both. {bytes_differ}",
            "",
        )
    if 1 not in ends or len(data) not in ends or len(ends) != 2:
        return f"The lexer splits a text such as “{_BEFORE} {core}” elsewhere. {bytes_differ}", ""
    try:
        branch = find_branch(tok.pattern, data, 1, 1 + len(spaced))
    except WordchipperLabError:
        branch = None
    what = "word" if core.isalpha() else "text after it"
    named = "a branch" if branch is None else f"branch {branch.index + 1}"
    why = f"The space belongs to the {what}: {named} of the lexer's pattern takes it together with “{core}”."
    return f"{why} {bytes_differ}", "" if branch is None else f"{branch.index + 1}: {branch.source}"
