"""A kernel is culled when its page is gone, not for having waited for one."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from jupyter_client.utils import utcnow

from wordchipper_lab.serving import kernel_manager
from wordchipper_lab.serving.explorer_app import OwnKernelSpecManager, dashboard_config
from wordchipper_lab.serving.kernel_manager import PageKernelManager


class Clock:
    """Stands in for the `time` module."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(kernel_manager, "time", clock)
    return clock


def test_the_dashboard_culls_so() -> None:
    config = dashboard_config("127.0.0.1", 8866)
    assert config.VoilaConfiguration.multi_kernel_manager_class is PageKernelManager


def test_only_a_kernel_that_was_long_without_a_page_is_culled(clock) -> None:
    async def use() -> None:
        kernels = PageKernelManager(kernel_spec_manager=OwnKernelSpecManager(), cull_idle_timeout=120)
        kernel_id = await kernels.start_kernel()
        kernel = kernels.get_kernel(kernel_id)

        async def is_culled(*, after: float) -> bool:
            clock.now += after
            kernel.execution_state, kernel.last_activity = "idle", utcnow() - timedelta(hours=1)
            await kernels.cull_kernel_if_idle(kernel_id)
            return kernel_id not in kernels

        assert not await is_culled(after=0)  # from the pool: idle for an hour, its page is about to connect
        kernels.notify_connect(kernel_id)
        assert not await is_culled(after=500)
        kernels.notify_disconnect(kernel_id)
        assert not await is_culled(after=500)  # its page lost the connection and is retrying
        assert not await is_culled(after=90)
        kernels.notify_connect(kernel_id)
        kernels.notify_disconnect(kernel_id)
        assert not await is_culled(after=90)
        assert not await is_culled(after=90)
        assert await is_culled(after=30)

    asyncio.run(use())
