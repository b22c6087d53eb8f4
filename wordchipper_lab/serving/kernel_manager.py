"""Which kernels are culled: those that no page has needed for a while, however long they waited for one before."""

from __future__ import annotations

import time

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

__all__ = ["PageKernelManager"]


class PageKernelManager(AsyncMappingKernelManager):
    """Culls a kernel only after it has been without a page for the whole of ``cull_idle_timeout`` seconds.

    Jupyter's own counts from the kernel's last message. A kernel that waited in Voila's pool has been silent for
    longer than that when a visitor gets it: culled before the page connected to it, it left a page on which nothing
    ever appeared (one visit in 30 after a pause of two minutes). So did one whose page lost its connection for a
    second. Kernels in the pool are not culled at all: Voila does not ask here about them.
    """

    def __init__(self, **kwargs: object) -> None:
        """As Jupyter's own."""
        super().__init__(**kwargs)
        self._alone_since: dict[str, float] = {}

    def notify_connect(self, kernel_id: str) -> None:
        """A page uses this kernel."""
        super().notify_connect(kernel_id)
        self._alone_since.pop(kernel_id, None)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End the kernel if it is idle, and every look at it for so long found it without a page."""
        self._alone_since = {known: since for known, since in self._alone_since.items() if known in self}
        if self._kernel_connections.get(kernel_id, 0):
            return
        since = self._alone_since.setdefault(kernel_id, time.monotonic())
        if time.monotonic() - since >= self.cull_idle_timeout:
            await super().cull_kernel_if_idle(kernel_id)
