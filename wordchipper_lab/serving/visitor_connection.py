"""Which of a kernel's messages go to its page: no tracebacks, and no printed output."""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

__all__ = ["VisitorConnection"]

_CONTENT = 3  # of header, parent header, metadata, content
_WITHHELD = "Something went wrong on the server. With --debug, its log has details."


class VisitorConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's connection, without what reveals the server: paths, versions, code.

    Our pages draw what their widgets hold. Exceptions and logs, which ipykernel sends as messages of the
    types ``error`` and ``stream`` and inside replies, are not shown on pages, but are readable on the socket.
    They go to the server's log, at level DEBUG.
    """

    def handle_outgoing_message(self, stream: str, outgoing_msg: list[Any]) -> None:
        """Pass on a message of the kernel, if allowed."""
        identities, (signature, *parts) = self.session.feed_identities(outgoing_msg)
        kind = self.session.unpack(parts[0])["msg_type"]
        if kind == "stream":
            self._log(parts)
            return
        if kind == "error" or (kind.endswith("_reply") and b'"traceback"' in parts[_CONTENT]):
            self._log(parts)
            parts[_CONTENT] = self.session.pack(_withheld(self.session.unpack(parts[_CONTENT])))
            signature = self.session.sign(parts[: _CONTENT + 1])
        super().handle_outgoing_message(stream, [*identities, b"<IDS|MSG>", signature, *parts])

    def _log(self, parts: list[Any]) -> None:
        self.log.debug("Not sent to the page of kernel %s: %s", self.kernel_id, parts[_CONTENT])


def _withheld(content: dict[str, Any]) -> dict[str, Any]:
    told = {"ename": "Error", "evalue": _WITHHELD, "traceback": [_WITHHELD]}
    return {key: told.get(key, value) for key, value in content.items()}
