"""The available peers, which of them are installed, and how to open one."""

from __future__ import annotations

from importlib.util import find_spec

from ....errors import UnknownNameError
from ....vocab.pretrained import pretrained_spec
from .basetenkenizer_peer import BasetenkenizerPeer
from .fastokens_peer import FastokensPeer
from .gigatoken_peer import GigatokenPeer
from .peer import Peer
from .quicktok_peer import QuicktokPeer
from .riptoken_peer import RiptokenPeer
from .splintr_peer import SplintrPeer
from .tiktoken_peer import TiktokenPeer
from .tokenizers_peer import TokenizersPeer
from .toktok_peer import ToktokPeer
from .wordchipper_peer import WordchipperPeer, WordchipperRegexPeer

__all__ = ["PEERS", "installed_peers", "open_peer", "peer_class"]

_CLASSES: dict[str, type[Peer]] = {
    peer.name: peer
    for peer in (
        TiktokenPeer,
        TokenizersPeer,
        WordchipperPeer,
        WordchipperRegexPeer,
        QuicktokPeer,
        ToktokPeer,
        SplintrPeer,
        GigatokenPeer,
        BasetenkenizerPeer,
        FastokensPeer,
        RiptokenPeer,
    )
}

PEERS = tuple(_CLASSES)
"""Names of all peers, installed or not."""


def installed_peers() -> list[str]:
    """Names of the peers whose package is installed, in the order of `PEERS`. Imports none of them."""
    return [name for name, peer in _CLASSES.items() if find_spec(peer.module) is not None]


def peer_class(name: str) -> type[Peer]:
    """The class of peer `name`, which knows its package. Raises `UnknownNameError`.

    >>> peer_class("tiktoken").distribution
    'tiktoken'
    """
    if name not in _CLASSES:
        raise UnknownNameError("peer", name, PEERS)
    return _CLASSES[name]


def open_peer(name: str, model: str, threads: int = 1) -> Peer | None:
    """The peer `name` with the vocabulary `model`; ``None`` if it is not installed or does not have that
    vocabulary.

    threads: for `Peer.encode_batch`; a peer that uses its own number reports it in `Peer.fixed_threads`.
    Raises `UnknownNameError` for an unknown peer or vocabulary.

    >>> open_peer("slowtok", "o200k_base")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    wordchipper_lab.errors.UnknownNameError: unknown peer 'slowtok': expected one of tiktoken, tokenizers, ...
    """
    peer = peer_class(name)
    bare_model = pretrained_spec(model).name
    try:
        return peer(bare_model, threads)
    except (ImportError, LookupError):
        return None
