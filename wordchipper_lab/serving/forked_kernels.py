"""Kernels of pages that are forked by a zygote, as Jupyter sees them."""

from __future__ import annotations

import asyncio
import contextlib
import os
from importlib.metadata import EntryPoint
from typing import Any

import psutil
from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

from ..errors import ServeError
from .forking import Zygote

__all__ = ["PROVISIONER", "ForkedKernel", "ForkedProvisioner", "offer_provisioner"]

PROVISIONER = "wordchipper-lab-zygote"
"""As a kernel specification names it."""


class ForkedKernel(psutil.Process):
    """A kernel of the zygote, with the part of ``subprocess.Popen`` that Jupyter uses."""

    stdin = stdout = stderr = None

    def poll(self) -> int | None:
        """None while it runs. The exit code of another process's child is not known: 0."""
        return None if self.is_running() else 0

    def send_signal(self, sig: int) -> None:
        """Send a signal; nothing happens if the kernel has ended."""
        with contextlib.suppress(psutil.NoSuchProcess):
            super().send_signal(sig)


class ForkedProvisioner(LocalProvisioner):
    """Jupyter's own, but for how a process is started."""

    async def launch_kernel(self, cmd: list[str], **options: Any) -> Any:
        """Let the zygote fork a kernel. If it does not, the kernel starts on its own."""
        zygote: Zygote = self.parent.parent.zygote  # type: ignore[union-attr]  # of the manager of all kernels
        directory = options.get("cwd") or os.getcwd()
        zygote.make_sure()
        try:
            pid = await asyncio.to_thread(zygote.fork, cmd, options["env"], str(directory))
            self.process = ForkedKernel(pid)  # type: ignore[assignment]
        except (ServeError, psutil.NoSuchProcess) as error:
            self.log.error("The zygote failed: %s", error)
            return await super().launch_kernel(cmd, **options)
        self.pid = self.pgid = pid  # type: ignore[assignment]
        self.cwd = directory
        return self.connection_info


def offer_provisioner() -> None:
    """Let Jupyter find `ForkedProvisioner`, in a checkout that is not installed, too."""
    factory = KernelProvisionerFactory.instance()
    found = EntryPoint(PROVISIONER, f"{__name__}:{ForkedProvisioner.__name__}", factory.GROUP_NAME)
    factory.provisioners[PROVISIONER] = found
