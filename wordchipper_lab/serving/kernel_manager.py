"""The kernels of all pages: which are culled, which wait for a visitor, and how they are cleaned up."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from .forking import Zygote

__all__ = ["PageKernelManager"]


class PageKernelManager(AsyncMappingKernelManager):
    """Culls a kernel only after it has been without a page for ``cull_idle_timeout`` seconds.

    Jupyter counts from the kernel's last message. A kernel that waited in Voila's pool has already been
    silent for longer than that when a visitor gets it. If it was culled before the page connected, the page
    stayed empty (one visit in 30 after a pause of two minutes). The same happened when a page lost its
    connection for a second. Kernels in the pool are never culled: Voila does not call this method for them.
    """

    zygote: Zygote | None = None  #: what forks the kernels; without it, each starts on its own

    def __init__(self, **kwargs: object) -> None:
        """As Jupyter's own."""
        super().__init__(**kwargs)
        self._alone_since: dict[str, float] = {}
        self._claimed: set[str] = set()
        self.n_ending = 0

    def notify_connect(self, kernel_id: str) -> None:
        """A page uses this kernel."""
        super().notify_connect(kernel_id)
        self._alone_since.pop(kernel_id, None)
        self._claimed.add(kernel_id)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End the kernel if it is idle and has been without a page at every check for long enough."""
        self._alone_since = {known: since for known, since in self._alone_since.items() if known in self}
        if self._kernel_connections.get(kernel_id, 0):
            return
        since = self._alone_since.setdefault(kernel_id, time.monotonic())
        if time.monotonic() - since >= self.cull_idle_timeout:
            await super().cull_kernel_if_idle(kernel_id)

    async def shutdown_kernel(self, kernel_id: str, *args: Any, **kwargs: Any) -> None:
        """End the kernel with everything that it started: measuring memory, for example, starts a process."""
        group = self._group_of(kernel_id)
        await ensure_async(super().shutdown_kernel(kernel_id, *args, **kwargs))
        if kernel_id not in self:
            self._claimed.discard(kernel_id)
            if group is not None:
                with contextlib.suppress(OSError):  # nothing was left of it
                    os.killpg(group, signal.SIGKILL)

    def _group_of(self, kernel_id: str) -> int | None:
        """The process group that the kernel leads; None on systems without process groups."""
        provisioner = self.get_kernel(kernel_id).provisioner if kernel_id in self else None
        group = getattr(provisioner, "pgid", None)
        return group if group and group != os.getpgid(0) else None

    def is_alive(self, kernel_id: str) -> bool:
        """Whether this kernel is still alive."""
        return kernel_id in self

    def is_without_page(self, kernel_id: str) -> bool | None:
        """Whether the page has left again; None while it has not connected yet."""
        if kernel_id not in self._claimed:
            return None
        return not self._kernel_connections.get(kernel_id, 0)

    def spares(self) -> dict[str, int]:
        """How many kernels wait for a visitor, or are being started for one, by notebook, ready ones
        first."""
        pools = self._pools_of_voila().items()
        ready_first = sorted(pools, key=lambda pool: not all(starting.done() for starting in pool[1]))
        return {notebook: len(waiting) for notebook, waiting in ready_first}

    async def end(self, kernel_id: str) -> None:
        """End a visitor's kernel; returns when it has ended."""
        with contextlib.suppress(Exception):  # its page may have ended it meanwhile, which is not an error
            await ensure_async(self.shutdown_kernel(kernel_id, now=True))

    async def end_spare(self, notebook: str) -> None:
        """End a kernel that waits for a visitor of `notebook`."""
        starting = self._pools_of_voila()[notebook].pop()
        self.n_ending += 1
        try:
            with contextlib.suppress(Exception):  # it could not be started, so there is nothing to end
                begun = await starting
                begun["task"].cancel()  # still rendering the page, possibly
                await self.end(begun["kernel_id"])
        finally:
            self.n_ending -= 1

    def _pools_of_voila(self) -> dict[str, list[Any]]:
        """Notebook -> tasks that are starting, or have started, a kernel that nobody has requested yet."""
        return getattr(self, "_pools", {})
