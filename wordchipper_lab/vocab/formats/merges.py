"""From ranks to a list of merges, as GPT-2's and Hugging Face's files have it.

Those files give each token an id and, separately, a list of merges in order of priority. (How a list of merges becomes
ranks is in merge_ranks.py.)
"""

from __future__ import annotations

from ..tables import build_tables
from ..token_bytes import TokenBytes, iterate_tokens

__all__ = ["merge_pairs"]


def merge_pairs(tokens: TokenBytes) -> dict[bytes, tuple[bytes, bytes] | None]:
    """The two tokens from which each token of two or more bytes is merged; None if merging never makes it.

    >>> from wordchipper_lab.vocab.token_bytes import pack_tokens
    >>> single_bytes = [bytes([byte]) for byte in range(256)]
    >>> merge_pairs(pack_tokens([*single_bytes, b"bc", b"ab", b"abc"]))[b"abc"]
    (b'a', b'bc')
    """
    token_of = dict(iterate_tokens(tokens))
    splits = build_tables(tokens).tables.splits.reshape(-1, 2).tolist()
    return {
        token: None
        if splits[token_id][0] == token_id
        else (token_of[splits[token_id][0]], token_of[splits[token_id][1]])
        for token_id, token in token_of.items()
        if len(token) > 1
    }
