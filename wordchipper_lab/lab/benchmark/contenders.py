"""From a case to the function that is timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...errors import PeerError
from ...tokenizer import Tokenizer
from .modes import BATCH_MODES
from .our_call import our_call
from .own_tokenizer import OwnTokenizer, own_call, own_ids, without_memory
from .peers import Peer, installed_peers, open_peer
from .results import OURS, Case

__all__ = ["Contender", "LoadedPeers", "open_contender", "open_own"]


@dataclass(frozen=True)
class Contender:
    """One way to do what a mode measures: ``call(text)``, for a batch ``call(texts)``, for decoding
    ``call(ids)``.

    ``plain`` converts the result of a batch to lists of ids, outside the timed part. ``tokenizer`` is our
    tokenizer, or ``None`` for a peer. Without ``is_compared``, its ids are those of a vocabulary that is not known.
    """

    call: Callable[[Any], Any]
    plain: Callable[[Any], Any] = lambda result: result
    tokenizer: Tokenizer | None = None
    is_compared: bool = True


class LoadedPeers:
    """Peers of one vocabulary, kept so that the next group of cases need not wait: some take a second to
    load. Not for new text, of which a kept peer may have seen the documents in another mode."""

    def __init__(self) -> None:
        self._model = ""
        self._peers: dict[tuple[str, int], Peer | None] = {}

    def __call__(self, name: str, model: str, threads: int) -> Peer | None:
        """As `open_peer`."""
        if model != self._model:
            self._model = model
            self._peers.clear()
        if (name, threads) not in self._peers:
            self._peers[name, threads] = open_peer(name, model, threads)
        return self._peers[name, threads]


def open_contender(case: Case, find_peer: Callable[[str, str, int], Peer | None] = open_peer) -> Contender:
    """Load whatever `case` needs. Raises the errors of loading; `PeerError` for a peer that does not support
    the case.

    >>> open_contender(Case(OURS, "r50k_base", "regex", "tail_sweep", False, 1, "", "encode")).call("hello world")
    [31373, 995]
    """
    if case.contender == OURS:
        tok = Tokenizer.from_pretrained(
            case.model, case.lexer or "auto", case.encoder or "auto", case.threads, memo=case.memo
        )
        return Contender(our_call(tok, case.mode), tokenizer=tok)
    peer = find_peer(case.contender, case.model, case.threads)
    if peer is None:
        installed = case.contender in installed_peers()
        raise PeerError(
            f"{case.contender} " + (f"does not have {case.model}" if installed else "is not installed")
        )
    if case.mode not in BATCH_MODES:
        return Contender(_peer_call(peer, case.mode))
    if peer.fixed_threads is not None:
        raise PeerError(f"{peer.name} uses {peer.fixed_threads} threads, whatever number is requested")
    if case.mode == "decode_batch":
        return Contender(peer.decode_batch)
    if case.mode == "round_trip_batch":
        return Contender(peer.round_trip_batch)
    return Contender(peer.encode_batch, peer.batch_lists)


def open_own(case: Case, own: OwnTokenizer) -> Contender:
    """A tokenizer of the user's, for one case; one of ours begins without a memo of earlier texts."""
    own = without_memory(own)
    plain: Callable[[Any], Any] = int if case.mode == "count" else own_ids
    if case.mode in BATCH_MODES:
        plain = partial(_each, own_ids)
    return Contender(own_call(own, case.mode), plain, is_compared=own.model is not None)


def _each(use: Callable[[Any], Any], results: list[Any]) -> list[Any]:
    return [use(result) for result in results]


def _peer_call(peer: Peer, mode: str) -> Callable[[Any], Any]:
    encode = peer.encode
    if mode == "decode":
        return peer.decode
    if mode in ("encode_array", "latency_array"):
        return encode if peer.encode_array("a") is None else peer.encode_array
    if mode == "count" and peer.count("a") is None:
        return lambda text: len(encode(text))
    return peer.count if mode == "count" else encode
