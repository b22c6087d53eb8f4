"""What can be measured."""

from __future__ import annotations

__all__ = ["BATCH_MODES", "ENCODE_BATCH_MODES", "MODES", "PEER_MODES", "SINGLE_MODES"]

SINGLE_MODES = ("spans", "encode", "encode_array", "count", "decode", "decode_array")
"""One text per call, one thread: spans alone; ids as a list; ids as an array; their number; text from a list
of ids; text from an array of ids."""

ENCODE_BATCH_MODES = ("batch", "batch_small")
"""Many texts per call, on several threads: documents; texts of 20 to 200 bytes."""

BATCH_MODES = (*ENCODE_BATCH_MODES, "decode_batch", "round_trip_batch")
"""The same, also for the documents' lists of ids to be decoded, and for encoding documents and decoding what comes
out, in whatever form that is."""

MODES = (*SINGLE_MODES, *BATCH_MODES)
"""All modes of a throughput case."""

PEER_MODES = tuple(mode for mode in MODES if mode not in ("spans", "decode_array"))
"""Modes that include peers. If a peer has no array output, its list is used; if it cannot count, it encodes,
as a caller of that package would."""
