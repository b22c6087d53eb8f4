"""``python -m wordchipper_lab.serving.visitor_kernel``: the kernel of a page, which does not trust its
visitor.

Its data can grow only so far, and no message can stop it.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import sys

if __name__ == "__main__":
    # Until ipykernel has installed its own handler: Ctrl+C is meant for the server, which ends its kernels
    # without tracebacks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

from ipykernel.kernelapp import IPKernelApp
from traitlets import Int
from traitlets.config import Config

__all__ = ["VisitorKernelApp", "bound_memory"]


class VisitorKernelApp(IPKernelApp):
    """ipykernel with a memory bound, and with its messages read by `read_message`."""

    memory_mib = Int(0, help="MiB that its data may take, threads' stacks and all; 0 for no bound.").tag(
        config=True
    )

    def initialize(self, argv: list[str] | None = None) -> None:
        """Read the command line, and set the bound before any notebook code runs."""
        import_no_debugger()
        self.update_config(
            Config(Session={"unpacker": "wordchipper_lab.serving.kernel_messages.read_message"})
        )
        super().initialize(argv)
        import_no_extensions()
        if self.log_level >= logging.CRITICAL:
            # Otherwise it logs a line whenever a page leaves in a hurry.
            logging.getLogger("tornado.general").setLevel(logging.ERROR)
        if self.memory_mib:
            bound_memory(self.memory_mib << 20)


def import_no_debugger() -> None:
    """Spare this kernel ``debugpy``, which ipykernel imports if it can.

    No visitor can use it, and it takes 0.2 s of processor time and 32 MB (debugpy 1.8.22, measured in forked kernels).
    """
    sys.modules.setdefault("debugpy", None)  # type: ignore[arg-type]  # "not to be found"


def import_no_extensions() -> None:
    """Spare this kernel the packages that extend numba, which it would import with its first compiled function.

    With awkward installed, that is 17 MB and 0.5 s in each kernel, for nothing that a page computes.
    """
    from numba.core import entrypoints

    entrypoints._already_initialized = True


def bound_memory(n_bytes: int) -> None:
    """Bound this process's private writable memory: exceeding it raises ``MemoryError`` instead of exhausting
    the machine.

    ``RLIMIT_DATA`` counts it on Linux (4.7 and later). The whole address space would be the wrong measure: a page takes
    1.3 GB of it, and uses 200 MB.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):  # no such bound here, or a lower one already
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (n_bytes, n_bytes))


if __name__ == "__main__":
    VisitorKernelApp.launch_instance()
