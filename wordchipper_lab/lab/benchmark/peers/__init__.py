"""Other tokenizers, measured beside this one if they are installed (extra ``bench``).

Each gets the vocabulary from this package's bundled files or brings its own; nothing is ever downloaded.
"""

from __future__ import annotations

from .open_peer import PEERS, installed_peers, open_peer, peer_class
from .peer import Peer

__all__ = ["PEERS", "Peer", "installed_peers", "open_peer", "peer_class"]
