"""A page's connection to its kernel: only well-formed messages, with a bounded backlog, ended with its
page."""

from __future__ import annotations

from typing import Any, ClassVar
from weakref import WeakValueDictionary

from jupyter_core.utils import ensure_async
from tornado.ioloop import IOLoop
from tornado.iostream import StreamBufferFullError
from tornado.websocket import WebSocketClosedError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from .flow import Flow
from .frames import PROTOCOL, BadFrameError, read_head, read_status
from .sites import Sites
from .socket_limits import SocketLimits

__all__ = ["ChannelsHandler"]

_GRACE_SECONDS = 5  # for a page that only lost its connection, and tries again within a second or two
_UNSUPPORTED, _AGAINST_RULES = 1003, 1008  # closing codes of RFC 6455


class ChannelsHandler(VoilaKernelWebsocketHandler):
    """Voila's connection to a kernel. It is closed if the client sends what no page sends, or does not read.

    It also ends a kernel whose page disappeared without notice: a tab that crashed, was killed or lost power
    posts nothing. No other page can take over its kernel, and a reload gets a new one.
    """

    _newest: ClassVar[WeakValueDictionary[str, ChannelsHandler]] = WeakValueDictionary()
    _flow: Flow | None = None

    @property
    def limits(self) -> SocketLimits:
        """The limits that the server was started with."""
        return self.settings["socket_limits"]

    async def get(self, kernel_id: str) -> None:
        """Open the connection if a page requests it, in the one format that is safe to read."""
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "").split(",")
        if self.request.headers.get("Upgrade", "").lower() != "websocket":
            self._refuse("this address accepts only websockets")
        elif PROTOCOL not in map(str.strip, offered):
            self._refuse(f"only the subprotocol {PROTOCOL} is supported: offer it")
        else:
            await super().get(kernel_id)

    def _refuse(self, why: str) -> None:
        self.set_status(400)
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{why}\n")

    def check_origin(self, origin: str | None = None) -> bool:
        """Whether the requesting page is one of ours; Jupyter's own check uses only the ``Host`` header."""
        sites: Sites = self.settings["sites"]
        return sites.why_refused(self.request) is None

    async def open(self, kernel_id: str) -> None:
        """Replace an older connection to this kernel: a page has one connection, and opens another when it
        lost it."""
        if older := self._newest.get(kernel_id):
            older.close(_AGAINST_RULES, "another connection to this kernel was opened")
        self._newest[kernel_id] = self
        self._flow = Flow(
            per_second=self.limits.messages_per_second, unanswered_bytes=self.limits.backlog_bytes
        )
        self.ws_connection.stream.max_write_buffer_size = self.limits.backlog_bytes
        await super().open(kernel_id)

    async def on_message(self, message: str | bytes) -> None:
        """Pass a message on when its turn comes; close the connection if it is not a valid message."""
        if isinstance(message, str):
            self.close(_UNSUPPORTED, "messages are binary")
            return
        try:
            head = read_head(message)
        except BadFrameError as error:
            self.close(_AGAINST_RULES, str(error))
            return
        allowed = self.kernel_manager.allowed_message_types
        if self.connection is None or (allowed and head.type not in allowed):
            return
        await self._flow.admit(head.id, len(message))
        if self.connection is not None:
            super().on_message(message)

    def write_message(self, message: bytes | dict[str, Any], binary: bool = False) -> Any:
        """Send to the page; close the connection if so much is waiting that the page cannot be reading."""
        if isinstance(message, bytes):
            self._note_status(message)
        try:
            sent = super().write_message(message, binary)
            if sent is not None:
                sent.add_done_callback(
                    _look_at
                )  # Jupyter does not check: it logs a traceback for each message to a page that has left
            return sent
        except StreamBufferFullError:
            self.log.error(
                "A page that did not read %s MiB was disconnected (--max-backlog).", self.limits.backlog_mib
            )
            self.ws_connection.stream.close()  # at once: a farewell would wait behind everything else
        except WebSocketClosedError:
            pass  # the page has left, and its kernel does not know yet
        return None

    def _note_status(self, message: bytes) -> None:
        """Count the kernel's answers, from the status messages that it sends after each."""
        if self._flow is None or (status := read_status(message)) is None:
            return
        state, message_id = status
        if state == "idle":
            self._flow.answered(message_id)
        elif state in {"restarting", "dead"}:
            self._flow.forget()

    def on_close(self) -> None:
        """Note that the page has left, and check again a little later."""
        if self._flow is not None:
            self._flow.close()
        if self.connection is not None:
            super().on_close()
            IOLoop.current().call_later(_GRACE_SECONDS, self._end_if_left)

    async def _end_if_left(self) -> None:
        kernels, kernel_id = self.kernel_manager, self.kernel_id
        if kernel_id in kernels and kernels.kernel_model(kernel_id)["connections"] == 0:
            await ensure_async(kernels.shutdown_kernel(kernel_id))


def _look_at(sent: Any) -> None:
    if not sent.cancelled():
        sent.exception()
