"""From a list of merges to ranks, and back.

GPT-2's and Hugging Face's files give each token an id and, apart from that, a list of merges in order of
priority. This engine has one number for both: a token's id is its rank, and of the ways to join two
neighbours into a token only those count that merging ever meets. `check_merges` makes sure that both ways
mean the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from ...errors import UnsupportedVocabError
from ..token_bytes import TokenBytes, pack_tokens_by_id

__all__ = ["check_merges", "derive_pair"]


def derive_pair(token: bytes, rank_of: Mapping[bytes, int]) -> tuple[bytes, bytes] | None:
    """The two tokens that the last merge of `token` joins; None if merging never makes it (or for one byte).

    Merges the bytes of `token` alone, lowest rank first, until two parts are left. In any longer text the
    same merges happen inside of it before it is whole, so the pair is the same everywhere.

    >>> derive_pair(b"abc", {b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"ab": 4, b"abc": 5})
    (b'a', b'bc')
    """
    parts = [token[i : i + 1] for i in range(len(token))]
    while len(parts) > 2:
        mergeable = [
            (rank_of[left + right], i)
            for i, (left, right) in enumerate(pairwise(parts))
            if left + right in rank_of
        ]
        if not mergeable:
            return None
        _, i = min(mergeable)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return (parts[0], parts[1]) if len(parts) == 2 else None


def check_merges(
    name: str,
    ids: Mapping[bytes, int],
    merges: Iterable[tuple[bytes, bytes]],
    *,
    reserved_ids: Iterable[int] = (),
    allow_unmergeable: bool = False,
) -> TokenBytes:
    """Ranked tokens, if merging by `merges` in order and merging by id give the same tokens for every span.

    name: the file, for messages.
    reserved_ids: ids of special tokens; others from 0 to the highest must all be in use.
    allow_unmergeable: whether tokens that no merge makes are fine, because whole spans are looked up first.

    A token may be listed with several pairs (files converted from tiktoken's do); those beside the pair
    that `derive_pair` finds are never met. Raises `UnsupportedVocabError`.
    """

    def unsupported(problem: str) -> UnsupportedVocabError:
        return UnsupportedVocabError(f"{name}: {problem}")

    tokens = pack_tokens_by_id(ids)
    unused = set(range(len(tokens.starts) - 1)).difference(ids.values(), reserved_ids)
    if unused:
        raise unsupported(f"no token has the id {min(unused)}: expected ids without gaps")
    if missing := [byte for byte in range(256) if bytes([byte]) not in ids]:
        raise unsupported(
            f"{len(missing)} of the 256 single bytes have no token (the first is {missing[0]:#04x})"
        )
    pairs_of: dict[bytes, set[tuple[bytes, bytes]]] = {}
    last_id, last_token = -1, b""
    for left, right in merges:
        token = left + right
        if absent := [part for part in (left, right, token) if part not in ids]:
            raise unsupported(f"the merge of {left!r} and {right!r} needs {absent[0]!r}, which has no id")
        if ids[token] < last_id:
            raise unsupported(
                f"ids must follow the order of merges, but {token!r} (id {ids[token]}) is merged after "
                f"{last_token!r} (id {last_id})"
            )
        last_id, last_token = ids[token], token
        pairs_of.setdefault(token, set()).add((left, right))
    for token, token_id in ids.items():
        pair = derive_pair(token, ids)
        listed = pairs_of.get(token, set())
        if len(token) > 1 and pair not in listed and not (pair is None and not listed and allow_unmergeable):
            raise unsupported(
                f"{token!r} (id {token_id}) is "
                + (f"listed as the merge of {min(listed)}" if listed else "made by no merge")
                + (
                    f", but merging by id makes it of {pair}"
                    if pair
                    else ", and merging by id never makes it"
                )
            )
    return tokens
