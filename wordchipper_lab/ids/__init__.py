"""Corpora to ids: `tokenize_corpus` writes shards of integers, `open_corpus` reads them.

Files of a directory: ``index.json`` (the settings; it says "complete" at the end) and for each shard
``shard-00000.bin`` (ids, little-endian uint16 if all of the vocabulary fit, otherwise uint32), ``.ends.npy``
(where its documents end, int64), ``.parquet``, and ``.json``, its manifest, which is written when the shard
is complete. A shard whose manifest says ``continues`` begins with the rest of the previous shard's last
document.
"""

from .corpus_ids import CorpusIds, open_corpus
from .distributed import encode_texts, tokenize_corpus_distributed
from .tokenize_corpus import tokenize_corpus
from .tokenize_progress import TokenizeProgress

__all__ = [
    "CorpusIds",
    "TokenizeProgress",
    "encode_texts",
    "open_corpus",
    "tokenize_corpus",
    "tokenize_corpus_distributed",
]
