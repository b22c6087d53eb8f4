"""A spanner for what `special` asks for: a policy, or a set of special tokens."""

from __future__ import annotations

from ..arguments import checked, instance_of
from ..special_policy import Special, SpecialPolicy, as_special_set, check_special_set
from .text_spanner import TextSpanner

__all__ = ["spanner_for"]


@checked(spanner=instance_of("a TextSpanner", TextSpanner))
def spanner_for(spanner: TextSpanner, special: Special) -> tuple[TextSpanner, SpecialPolicy]:
    """A spanner, and the policy under which it finds the special tokens that `special` asks for.

    For a policy it is the one given. For a set of special tokens it is one that knows no others, made anew at each
    call. Raises `UnknownNameError` for an unknown policy, and for special tokens that the spanner does not know.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> spanner = TextSpanner(build_lexer("r50k_base"), {"<a>": 50257, "<b>": 50258})
    >>> chosen, policy = spanner_for(spanner, {"<a>"})
    >>> chosen.special_tokens, policy
    ({'<a>': 50257}, 'parse')
    """
    chosen = as_special_set(special)
    if isinstance(chosen, str):
        return spanner, chosen
    check_special_set(chosen, spanner.special_tokens)
    if not chosen:
        return spanner, "text"
    if len(chosen) == len(spanner.special_tokens):
        return spanner, "parse"
    kept = {text: token for text, token in spanner.special_tokens.items() if text in chosen}
    return spanner.with_special_tokens(kept), "parse"
