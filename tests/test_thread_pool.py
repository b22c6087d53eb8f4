"""The threads of a batch: order, failures, nested calls."""

from __future__ import annotations

import threading
import time

import pytest

from wordchipper_lab.thread_pool import map_over_threads


@pytest.mark.parametrize("num_threads", [1, 2, 3, 50])
@pytest.mark.parametrize("n_items", [0, 1, 2, 7, 100])
def test_results_stand_in_the_order_of_the_items(num_threads: int, n_items: int) -> None:
    items = list(range(n_items))
    assert map_over_threads(lambda item: item * item, items, num_threads) == [item * item for item in items]


def test_two_threads_work_at_the_same_time() -> None:
    # Each item waits for the other; with a single thread, the barrier would break.
    barrier = threading.Barrier(2, timeout=30)
    assert sorted(map_over_threads(lambda _: barrier.wait(), ["a", "b"], 2)) == [0, 1]


@pytest.mark.parametrize("fails_in_the_caller", [True, False])
def test_a_failure_reaches_the_caller_and_ends_the_others(fails_in_the_caller: bool) -> None:
    caller = threading.get_ident()
    met = threading.Event()
    done = []

    def work(item: int) -> None:
        if (threading.get_ident() == caller) == fails_in_the_caller:
            met.set()
            raise OSError("no more")
        assert met.wait(30)
        time.sleep(0.01)
        done.append(item)

    with pytest.raises(OSError, match="no more"):
        map_over_threads(work, list(range(1000)), 2)
    time.sleep(0.3)  # a thread that went on would have done about thirty by now
    assert len(done) < 10


def test_calls_inside_calls_do_not_wait_for_each_other() -> None:
    def outer(item: int) -> list[int]:
        return map_over_threads(lambda inner: 10 * item + inner, [0, 1, 2], 2)

    assert map_over_threads(outer, [1, 2, 3, 4], 2) == [
        [10 * item, 10 * item + 1, 10 * item + 2] for item in (1, 2, 3, 4)
    ]
