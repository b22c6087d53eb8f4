"""How much one connection may cost the server, and the options that change it."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import ServeError

__all__ = ["MIB", "SocketLimits"]

MIB = 1 << 20


@dataclass(frozen=True)
class SocketLimits:
    """Bounds of one connection; raises `ServeError` for a bound that would exclude everyone.

    A page's socket closes if a message from it exceeds `message_mib` (the longest legitimate one is a pasted
    text or a file of 8 MiB), or if more than `backlog_mib` wait for a reader that does not read. It is slowed
    down, without losing anything, above `messages_per_second`, and while its kernel has `backlog_mib` to
    answer. HTTP connections, of which a browser opens six, are counted in total and per address; the latter
    not behind a proxy, whose address all visitors share.
    """

    message_mib: int = 32  #: ``--max-message``
    backlog_mib: int = 64  #: ``--max-backlog``
    messages_per_second: int = 100  #: ``--max-message-rate``
    connections: int = 1000  #: ``--max-connections``
    header_seconds: float = 30.0  #: for the whole head of a request, and for an idle connection

    def __post_init__(self) -> None:
        for name, option in _OPTIONS.items():
            if getattr(self, name) < 1:
                raise ServeError(f"{option} is {getattr(self, name)}: give 1 or more")
        if self.backlog_mib < self.message_mib:
            raise ServeError(
                f"--max-backlog is {self.backlog_mib} MiB, less than one message: "
                f"give at least {self.message_mib} (--max-message)"
            )

    @property
    def message_bytes(self) -> int:
        """Longest message from a page."""
        return self.message_mib * MIB

    @property
    def backlog_bytes(self) -> int:
        """Most bytes that wait in the server for a reader, or for a kernel's answers."""
        return self.backlog_mib * MIB

    @property
    def connections_per_address(self) -> int:
        """Most HTTP connections from one address: a quarter of all, so that a single address cannot exclude
        the others."""
        return max(1, self.connections // 4)


_OPTIONS = {
    "message_mib": "--max-message",
    "backlog_mib": "--max-backlog",
    "messages_per_second": "--max-message-rate",
    "connections": "--max-connections",
}
