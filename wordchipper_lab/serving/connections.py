"""An HTTP server that withstands a few thousand half-open connections."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream

from .socket_limits import MIB, SocketLimits

__all__ = ["BoundedServer"]

_LONGEST_BODY = 64 << 10  # the only request with a body is the empty one that ends a kernel
_FILES_FOR_KERNELS = 1024  # a kernel's channels use about 20 of the server's file descriptors


class BoundedServer(HTTPServer):
    """Closes connections above the limit, in total and per address, and those with unfinished requests.

    A websocket counts until it is open; after that it counts as its kernel's visitor.
    """

    def initialize(self, application: Any, limits: SocketLimits, *, per_address: bool = True) -> None:  # type: ignore[override]
        """`per_address`: whether addresses tell visitors apart, which they do not behind a proxy."""
        super().initialize(
            application,
            xheaders=not per_address,
            idle_connection_timeout=limits.header_seconds,
            body_timeout=limits.header_seconds,
            max_body_size=_LONGEST_BODY,
            max_buffer_size=limits.message_bytes + MIB,
        )
        self._most = limits.connections
        self._most_per_address = limits.connections_per_address if per_address else limits.connections
        self._by_address: Counter[str] = Counter()
        _allow_files(limits.connections + _FILES_FOR_KERNELS)

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Serve a new connection, or close it."""
        if (
            self._by_address.total() >= self._most
            or self._by_address[_host(address)] >= self._most_per_address
        ):
            stream.close()
            return
        self._by_address[_host(address)] += 1
        super().handle_stream(stream, address)

    def on_close(self, server_conn: Any) -> None:
        """Stop counting it."""
        super().on_close(server_conn)
        host = _host(server_conn.context.address)
        self._by_address[host] -= 1
        if self._by_address[host] <= 0:
            del self._by_address[host]


def _host(address: tuple[Any, ...]) -> str:
    return str(address[0]) if address else ""


def _allow_files(number: int) -> None:
    """Raise this process's limit of open files, as far as the system allows; otherwise a flood fails with
    ``EMFILE`` for all."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < number:
        most = number if hard == resource.RLIM_INFINITY else min(number, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
