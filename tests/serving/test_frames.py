"""Websocket frames: those that pages send are read, and no other frame makes the server hang."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from wire import frame, header

from wordchipper_lab.serving.frames import BadFrameError, read_head, read_status


def test_what_jupyter_writes_is_read() -> None:
    parts = [json.dumps(part).encode() for part in (header("comm_msg", "a"), {}, {}, {"data": 1})]
    for buffers in ([], [b"\0" * 10], [b"", b"x"]):
        head = read_head(serialize_msg_to_ws_v1([*parts, *buffers], "shell"))
        assert (head.type, head.id) == ("comm_msg", "a")


def test_a_kernels_status_is_read() -> None:
    def written(kind: str, content: object) -> bytes:
        parts = (header(kind), {"msg_id": "asked"}, {}, content)
        return serialize_msg_to_ws_v1([json.dumps(part).encode() for part in parts], "iopub")

    assert read_status(written("status", {"execution_state": "idle"})) == ("idle", "asked")
    assert read_status(written("comm_msg", {"execution_state": "idle"})) is None


def changed(message: bytes, at: int, value: int) -> bytes:
    """`message` with one of its leading 8-byte numbers replaced."""
    return message[: 8 * at] + struct.pack("<Q", value) + message[8 * at + 8 :]


GOOD = frame(header("comm_msg"), {"comm_id": "x"})


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"\xff" * 7,
        b"\xff" * 8,  # Jupyter's reader would loop 2^64 times
        b"\xff" * 100,
        changed(GOOD, 0, 1 << 40),
        changed(GOOD, 0, 5),
        changed(GOOD, 1, 0),
        changed(GOOD, 3, 1 << 63),
        changed(GOOD, 3, 57),
        changed(GOOD, 6, len(GOOD) - 1),
        GOOD + b"x",
        GOOD[:-1],
        frame(header("comm_msg"), {}, buffers=(b"",) * 1000),
        frame(header("comm_msg"), {}, "iopub"),
        frame(header("comm_msg"), {}, "control"),
        frame(header("comm_msg"), {}, "sh\0ll"),
        frame([1], {}),
        frame("text", {}),
        frame({"msg_type": "comm_msg"}, {}),
        frame({"msg_type": ["comm_msg"], "msg_id": "x"}, {}),
        frame({"msg_type": "comm_msg", "msg_id": "x" * 100_000}, {}),
        GOOD.replace(b"{", b"[", 1),
        serialize_msg_to_ws_v1([b"[" * 60_000, b"{}", b"{}", b"{}"], "shell"),
        serialize_msg_to_ws_v1([b"\xff\xfe", b"{}", b"{}", b"{}"], "shell"),
    ],
    ids=lambda bad: repr(bad[:12]),
)
def test_anything_else_is_refused(bad: bytes) -> None:
    with pytest.raises(BadFrameError):
        read_head(bad)


@given(st.binary(max_size=300), st.integers(0, 7), st.integers(0, 2**64 - 1))
def test_no_bytes_do_anything_but_be_refused(noise: bytes, at: int, value: int) -> None:
    for message in (noise, changed(GOOD, at, value), GOOD + noise, GOOD[: len(noise)]):
        try:
            assert read_head(message).type == "comm_msg"
        except BadFrameError:
            continue
