"""Work that a visitor asked for and that takes seconds: in a thread, so that the loop that reads messages goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

__all__ = ["Later"]


class Later:
    """Does work in a thread and uses the result in the event loop; where there is none, both at once.

    `ended` hears the name of each piece of work that is over, and the problem, as `explain` words it, or None.
    """

    def __init__(
        self, ended: Callable[[str, str | None], None], explain: Callable[[Exception], str] = str
    ) -> None:
        self._ended, self._explain = ended, explain

    def do(self, name: str, work: Callable[[], Any], use: Callable[[Any], None]) -> None:
        """Call ``use(work())``."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            use(work())
            self._ended(name, None)
            return

        async def work_and_use() -> None:
            problem = None
            try:
                use(await loop.run_in_executor(None, work))
            except Exception as error:
                problem = self._explain(error)
            self._ended(name, problem)

        self._task = loop.create_task(work_and_use())  # the loop itself keeps only a weak reference
