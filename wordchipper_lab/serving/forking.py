"""The zygote, as the server sees it: started early, asked to fork."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading

from ..errors import ServeError
from .run_as_one import when_parent_dies

__all__ = ["RETURN_MEMORY", "Zygote", "start_zygote"]

RETURN_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(128 << 10)}
"""Large arrays go back to the system when they are freed. By default glibc raises this threshold with the first of
them, and keeps later ones in its heap: 5 MB of each kernel."""

_PATIENCE = 120.0  # seconds; the first kernel waits until the zygote has loaded what it needs


class Zygote:
    """A process of `zygote.py`, which must be started in the main thread: it ends with the thread that started it."""

    def __init__(self) -> None:
        """Start it."""
        self._one_at_a_time = threading.Lock()
        self._start()

    def _start(self) -> None:
        here, there = socket.socketpair()
        with there:
            self._process = subprocess.Popen(
                [sys.executable, "-m", f"{__package__}.zygote", str(there.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[there.fileno()],
                env=os.environ | RETURN_MEMORY,
                preexec_fn=when_parent_dies(),
                start_new_session=True,
            )
        here.settimeout(_PATIENCE)
        self._socket = here
        self._lines = here.makefile("rw", encoding="utf-8")

    def make_sure(self) -> None:
        """Start it again if it has ended."""
        if self._process.poll() is not None:
            self.close()
            self._start()

    def fork(self, argv: list[str], env: dict[str, str], cwd: str) -> int:
        """Start a kernel with this command line (``python -m MODULE ...``); returns its process id. Raises `ServeError`
        if there is none; the zygote is then started again by `make_sure`."""
        request = json.dumps({"argv": argv, "env": env, "cwd": cwd})
        with self._one_at_a_time:
            try:
                self._lines.write(f"{request}\n")
                self._lines.flush()
                answer = json.loads(self._lines.readline())
            except (OSError, ValueError) as error:
                self._process.kill()  # what it answers later would be taken for the next answer
                answer = {"problem": f"the zygote does not answer: {error}"}
        if "pid" not in answer:
            raise ServeError(f"no kernel was forked: {answer['problem']}; it has to start on its own")
        return int(answer["pid"])

    def close(self) -> None:
        """End it; its kernels end within a second."""
        self._process.kill()
        self._process.wait()
        self._lines.close()
        self._socket.close()


def start_zygote() -> Zygote | None:
    """A zygote; None where each kernel starts on its own: elsewhere, libraries start threads that do not survive a
    fork."""
    return Zygote() if sys.platform.startswith("linux") else None
