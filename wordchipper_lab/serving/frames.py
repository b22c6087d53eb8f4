"""Messages between a page and its kernel as sent over a websocket: checked strictly before use.

Format ``v1.kernel.websocket.jupyter.org``: the number of offsets, the offsets (all little-endian, 8 bytes), then the
channel's name, header, parent header, metadata, content and buffers, each from one offset to the next.

Jupyter's own readers loop over as many offsets as the first 8 bytes state, up to 2^64: one frame of 8 bytes
stopped the server for everyone, growing by 65 MB a second. So nothing reaches them unchecked.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from itertools import pairwise

__all__ = ["PROTOCOL", "BadFrameError", "FrameHead", "read_head", "read_status"]

PROTOCOL = "v1.kernel.websocket.jupyter.org"
CHANNEL = b"shell"
"""The channel that pages use; on the control channel a kernel would run a message in parallel with the
current one."""

_LEAST_OFFSETS = 6  # the beginnings of channel, header, parent header, metadata and content, and an end
_MOST_OFFSETS = _LEAST_OFFSETS + 256  # buffers; our pages send a few
_LONGEST_HEADER = 1 << 16


class BadFrameError(ValueError):
    """A frame is not a message of this format, or not one that a page sends."""


@dataclass(frozen=True)
class FrameHead:
    """What the server needs to know about a message."""

    type: str
    id: str


def read_head(frame: bytes) -> FrameHead:
    """Check a whole frame from a page and read its head; raises `BadFrameError`."""
    parts = _parts(frame)
    if frame[slice(*parts[0])] != CHANNEL:
        raise BadFrameError("messages go to the channel shell")
    begin, end = parts[1]
    if end - begin > _LONGEST_HEADER:
        raise BadFrameError(f"a header has at most {_LONGEST_HEADER:,} bytes")
    try:
        header = json.loads(frame[begin:end])
        kind, name = header["msg_type"], header["msg_id"]
    except (ValueError, TypeError, LookupError, RecursionError):
        raise BadFrameError("a header is a JSON object with msg_type and msg_id") from None
    if not (isinstance(kind, str) and isinstance(name, str)):
        raise BadFrameError("msg_type and msg_id are strings")
    return FrameHead(kind, name)


def read_status(frame: bytes) -> tuple[str, str] | None:
    """State of a kernel and id of the message it refers to, from a frame that this server wrote; None for
    other frames."""
    number = int.from_bytes(frame[:8], "little")
    offsets = struct.unpack_from(f"<{number}Q", frame, 8)
    header, parent, _, content = (frame[slice(*part)] for part in pairwise(offsets[1:6]))
    if json.loads(header).get("msg_type") != "status":
        return None
    return json.loads(content).get("execution_state", ""), json.loads(parent).get("msg_id", "")


def _parts(frame: bytes) -> list[tuple[int, int]]:
    number = int.from_bytes(frame[:8], "little")
    if not _LEAST_OFFSETS <= number <= _MOST_OFFSETS or len(frame) < 8 * (number + 1):
        raise BadFrameError(f"a message has {_LEAST_OFFSETS} to {_MOST_OFFSETS} offsets")
    offsets = struct.unpack_from(f"<{number}Q", frame, 8)
    ascending = all(left <= right for left, right in pairwise(offsets))
    if offsets[0] != 8 * (number + 1) or not ascending or offsets[-1] != len(frame):
        raise BadFrameError("offsets ascend from their own end to the end of the message")
    return list(pairwise(offsets))
