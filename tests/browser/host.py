"""A host of files, as anybody can have one."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

__all__ = ["Host"]


class Host:
    """A file host on this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        class Quiet(SimpleHTTPRequestHandler):
            def log_message(self, format: str, *args: Any) -> None:
                pass

        handler = partial(Quiet, directory=str(self._folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def to(self, path: str) -> str:
        """The address of "stepper?state=...": a file host has no paths for screens."""
        screen, _, query = path.partition("?")
        return f"{self.address}?screen={screen}{'&' if query else ''}{query}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
