"""``python new_text_memory.py CONTENDER MODEL``: print the bytes of memory that encoding texts adds.

Reads one JSON text per line from stdin.
"""

from __future__ import annotations

import json
import sys

import wordchipper_lab as wl
from wordchipper_lab.lab.benchmark.memory_probe import resident_bytes
from wordchipper_lab.lab.benchmark.peers import open_peer


def main() -> None:
    """Encode the first text to load everything, then the rest one by one, discarding each result."""
    contender, model = sys.argv[1:]
    peer = open_peer(contender, model) if contender != "ours" else None
    encode = peer.encode if peer is not None else wl.Tokenizer.from_pretrained(model).encode
    encode(json.loads(sys.stdin.readline()))
    before = resident_bytes()[0]
    for line in sys.stdin:
        encode(json.loads(line))
    print(resident_bytes()[0] - before)


if __name__ == "__main__":
    main()
