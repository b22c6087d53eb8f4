"""Choose the port before a server starts, so that a busy one gives a message and not a traceback."""

from __future__ import annotations

import errno
import socket

from ..errors import ServeError

__all__ = ["choose_port", "is_loopback"]

_TRIES = 50


def choose_port(host: str, port: int | None, usual: int) -> int:
    """A free port at `host`: `port` itself if given, otherwise the first free one from `usual` on.

    Port 0 takes any free one. Raises `ServeError` if the given port is taken, or if `host` is not an address
    of this machine.
    """
    candidates = [port] if port is not None else [*range(usual, usual + _TRIES), 0]
    for candidate in candidates:
        try:
            return _bind(host, candidate)
        except OSError as error:
            problem = error
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                break
    raise ServeError(_explain(problem, host, candidate))


def _bind(host: str, port: int) -> int:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # as tornado does: a port just released is free
        probe.bind(address)
        return int(probe.getsockname()[1])


def _explain(problem: OSError, host: str, port: int) -> str:
    if problem.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use: choose another one (--port 0 takes any free one)"
    if problem.errno == errno.EACCES:
        return f"port {port} needs more rights than you have: choose one above 1023"
    return f"cannot listen at {host}: {problem.strerror or problem}; --host 127.0.0.1 is this machine"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    return host in {"localhost", "::1"} or host.startswith("127.")
