"""Questions that come faster than their answers: only the newest one's answer is delivered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

__all__ = ["NewestWins"]

Q = TypeVar("Q")
A = TypeVar("A")


class NewestWins(Generic[Q, A]):
    """Calls ``deliver(work(question))`` for the newest question.

    Long work runs in one thread of its own, so that the kernel goes on reading messages; a question that was
    overtaken while it waited is never worked on, one overtaken while it ran is not delivered. Without a
    running event loop (a plain Python program) everything happens at once.
    """

    def __init__(self, work: Callable[[Q], A], deliver: Callable[[A], None]) -> None:
        """`work` may run in another thread, `deliver` never does."""
        self._work, self._deliver = work, deliver
        self._version = 0
        self._executor: ThreadPoolExecutor | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, question: Q, *, quick: bool) -> None:
        """Take `question`; if it is `quick` to answer, deliver before returning."""
        self._version += 1
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        if quick or loop is None:
            self._deliver(self._work(question))
            return
        task = loop.create_task(self._answer_later(loop, self._version, question))
        self._tasks.add(task)  # the loop itself keeps only a weak reference
        task.add_done_callback(self._tasks.discard)

    async def _answer_later(self, loop: asyncio.AbstractEventLoop, version: int, question: Q) -> None:
        if self._executor is None:
            self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="explorer")
        answer = await loop.run_in_executor(self._executor, self._work_if_newest, version, question)
        if answer is not None and version == self._version:
            self._deliver(answer)

    def _work_if_newest(self, version: int, question: Q) -> A | None:
        return self._work(question) if version == self._version else None

    def close(self) -> None:
        """Let go of the thread; what is under way is not delivered."""
        self._version += 1
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
