"""Convert a list of merges to ranks, and back.

GPT-2's and Hugging Face's files give each token an id and, separately, a list of merges in order of priority.
This engine uses one number for both: a token's id is its rank, and of all ways to join two neighbours into a
token, only those that merging actually encounters matter. `check_merges` verifies that both forms mean the
same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...errors import UnsupportedVocabError
from ..tables import build_tables
from ..token_bytes import TokenBytes, iterate_tokens, pack_tokens_by_id

__all__ = ["check_merges", "merge_pairs"]


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
    reserved_ids: ids of special tokens; all others from 0 to the highest must be in use.
    allow_unmergeable: whether to accept tokens that merging never makes, because whole spans are looked up first.
    (Llama 3 lists merges for such tokens. They change nothing: where both parts stood side by side, merging would
    have made both of the token's own bytes, too, and then the token.)

    A token may be listed with several pairs (as in files converted from tiktoken's); merging never encounters
    those other than the pair that `merge_pairs` finds. Raises `UnsupportedVocabError`.
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
    for token, pair in merge_pairs(tokens).items():
        listed = pairs_of.get(token, set())
        if pair not in listed and not (pair is None and allow_unmergeable):
            raise unsupported(
                f"{token!r} (id {ids[token]}) is "
                + (f"listed as the merge of {min(listed)}" if listed else "not made by any merge")
                + (
                    f", but merging by id makes it from {pair}"
                    if pair
                    else ", and merging by id never makes it"
                )
            )
    return tokens
