"""Answers that may take a moment: computed in a thread, so that the event loop keeps reading messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

from ..explain_problem import explain_problem

__all__ = ["Answers", "InThread"]

Q = TypeVar("Q")
A = TypeVar("A")


class InThread:
    """Calls ``use(work())``: `work` in a separate thread, `use` in the event loop's thread.

    Without a running event loop (a plain Python program) both happen immediately.
    """

    def __init__(self, name: str = "answers") -> None:
        self._name = name
        self._executor: ThreadPoolExecutor | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def do(self, work: Callable[[], A], use: Callable[[A], None], *, at_once: bool = False) -> None:
        """Run it; with `at_once` in this thread, before returning."""
        try:
            loop = None if at_once else asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        if loop is None:
            use(work())
            return
        task = loop.create_task(self._do_later(loop, work, use))
        self._tasks.add(task)  # the loop itself keeps only a weak reference
        task.add_done_callback(self._tasks.discard)

    def do_and_tell(
        self, work: Callable[[], A], use: Callable[[A], None], tell: Callable[[str | None], None]
    ) -> None:
        """As `do`; `tell` is then called with what went wrong, in words, or None. Without an event loop
        errors are raised."""

        def guarded() -> tuple[A | None, Exception | None]:
            try:
                return work(), None
            except Exception as error:
                return None, error

        def use_and_tell(done: tuple[A | None, Exception | None]) -> None:
            found, error = done
            try:
                if error is not None:
                    raise error
                use(found)  # type: ignore[arg-type]
            except Exception as problem:
                if not _has_loop():
                    raise
                tell(explain_problem(problem))
            else:
                tell(None)

        self.do(guarded, use_and_tell)

    def close(self) -> None:
        """Release the thread; work in progress is not used."""
        self._is_closed = True
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    async def _do_later(
        self, loop: asyncio.AbstractEventLoop, work: Callable[[], A], use: Callable[[A], None]
    ) -> None:
        if self._is_closed:
            return
        if self._executor is None:
            self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=self._name)
        answer = await loop.run_in_executor(self._executor, work)
        if not self._is_closed:
            use(answer)


def _has_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class Answers(Generic[Q, A]):
    """Calls ``deliver(work(question))`` for the newest question.

    A question superseded while it waited is not worked on; one superseded while it ran is not delivered.
    """

    def __init__(self, work: Callable[[Q], A], deliver: Callable[[A], None]) -> None:
        """`work` may run in another thread; `deliver` never does."""
        self._work, self._deliver = work, deliver
        self._version = self._delivered = 0
        self._waiting: list[Callable[[], None]] = []
        self._thread = InThread()

    def ask(self, question: Q, *, quick: bool) -> None:
        """Take `question`; if it is `quick` to answer, deliver before returning."""
        self._version += 1
        version = self._version
        self._thread.do(
            partial(self._work_if_newest, version, question),
            partial(self._deliver_if_newest, version),
            at_once=quick,
        )

    def when_settled(self, use: Callable[[], None]) -> None:
        """Call ``use()`` once the newest question has been answered: now, if it has been."""
        if self._delivered == self._version:
            use()
        else:
            self._waiting.append(use)

    def _work_if_newest(self, version: int, question: Q) -> A | None:
        return self._work(question) if version == self._version else None

    def _deliver_if_newest(self, version: int, answer: A | None) -> None:
        if answer is None or version != self._version:
            return
        try:
            self._deliver(answer)
        finally:
            self._delivered = version
            waiting, self._waiting = self._waiting, []
            for use in waiting:
                use()

    def close(self) -> None:
        """Release the thread; work in progress is not delivered."""
        self._version += 1
        self._thread.close()
