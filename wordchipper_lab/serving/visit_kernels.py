"""The kernels as one visit sees them: its kernel is noted, and no other one is kept in its place."""

from __future__ import annotations

from typing import Any

from jupyter_core.utils import ensure_async

from .visits import Visit, Visits

__all__ = ["VisitKernels", "keep_spares_within"]


class VisitKernels:
    """Stands in front of the kernel manager while Voila makes a page."""

    def __init__(self, kernels: Any, visits: Visits, visit: Visit) -> None:
        self._kernels, self._visits, self._visit = kernels, visits, visit

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kernels, name)

    async def start_kernel(self, **options: Any) -> str:
        """A separate kernel for the visitor, when it is the visitor's turn."""
        await self._visits.before_a_start(self._visit)
        self._visit.kernel_id = await ensure_async(self._kernels.start_kernel(**options))
        return self._visit.kernel_id

    async def get_rendered_notebook(self, **options: Any) -> tuple[Any, list[str], str]:
        """A kernel that was waiting for a visitor of this page, and what it has drawn."""
        task, drawn, self._visit.kernel_id = await self._kernels.get_rendered_notebook(**options)
        return task, drawn, self._visit.kernel_id


def keep_spares_within(kernels: Any, visits: Visits) -> None:
    """Let Voila's pool start spare kernels only if there is room for them and no visitor's kernel is being
    started."""
    fill = kernels.fill_if_needed

    def fill_if_there_is_room(*args: Any, **options: Any) -> None:
        if visits.n_kernels < visits.most and not visits.turns.are_all_taken:
            fill(*args, **options)

    kernels.fill_if_needed = fill_if_there_is_room
