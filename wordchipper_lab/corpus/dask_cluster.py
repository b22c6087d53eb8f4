"""Pieces of work on the workers of a Dask cluster, their results in the order of the pieces."""

from __future__ import annotations

import logging
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from ..arguments import wrong_type
from ..cores import count_cores
from ..errors import ClusterError

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["connect", "map_in_order"]

Item = TypeVar("Item")
Result = TypeVar("Result")

_PATIENCE = 30.0
"""Seconds to wait for a scheduler to answer, or for a cluster without workers to get one."""


@contextmanager
def connect(cluster: Client | str | None) -> Iterator[Client]:
    """A Dask client: the given one, one for the scheduler at an address, or one for a cluster on this
    machine.

    The local cluster has one single-threaded process per core, no dashboard, and ends with the context. Its
    processes are spawned, so a script needs ``if __name__ == "__main__":`` around the code that uses it.
    Raises `ClusterError` if Dask is not installed or no scheduler answers.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise ClusterError(
            "working on a cluster needs Dask: pip install 'wordchipper-lab[distributed]'"
        ) from None
    if isinstance(cluster, Client):
        yield cluster
    elif isinstance(cluster, str):
        _check_address(cluster)
        with Client(cluster, timeout=_PATIENCE, set_as_default=False) as client:
            yield client
    elif cluster is not None:
        raise wrong_type("client", cluster, "a Dask client, the address of a scheduler, or None")
    else:
        with (
            LocalCluster(
                n_workers=count_cores(),
                threads_per_worker=1,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",  # None would use port 8787, and warn if it is taken
                scheduler_kwargs={"dashboard": False},
                silence_logs=logging.CRITICAL,
            ) as local,
            Client(local, set_as_default=False) as client,
        ):
            yield client


def _check_address(address: str) -> None:
    """Raise `ClusterError` if no scheduler answers at this address.

    This comes before creating a client: one that fails to connect closes itself when it is garbage collected,
    and if that happens while Dask starts a thread, it hangs (`LoopRunner` waits for its own lock).
    """
    from distributed.comm import get_address_host_port

    try:
        socket.create_connection(get_address_host_port(address), timeout=_PATIENCE).close()
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(
            f"no Dask scheduler answers at {address!r} ({error}): expected an address like tcp://host:8786"
        ) from None


def map_in_order(
    client: Client, function: Callable[..., Result], items: Iterable[Item], *arguments: Any
) -> Iterator[Result]:
    """``function(item, *arguments)`` of each item, run by the workers; results come in the order of the
    items.

    Only some items are submitted ahead, four for each thread of the cluster, so `items` may be long. If a
    worker dies, its pieces go to others. Raises what the function raises, and `ClusterError` for a piece that
    killed several workers (as many as Dask's ``distributed.scheduler.allowed-failures`` allows), or if no
    workers are left.
    """
    waiting: deque[Future] = deque()
    try:
        for item in items:
            waiting.append(client.submit(function, item, *arguments, pure=False))
            if len(waiting) >= 4 * max(1, sum(client.nthreads().values())):
                yield _result(client, waiting[0])
                waiting.popleft()
        while waiting:
            yield _result(client, waiting[0])
            waiting.popleft()
    finally:
        if waiting:
            client.cancel(list(waiting))


def _result(client: Client, future: Future) -> Any:
    """The result of a piece; it may take arbitrarily long, but not without workers."""
    from distributed import KilledWorker, wait
    from distributed.comm import CommClosedError

    without_workers = None
    try:
        while not future.done():
            try:
                with client.as_current():
                    wait([future], timeout=1)
            except TimeoutError:
                if client.nthreads():
                    without_workers = None
                    continue
                without_workers = without_workers or time.monotonic()
                if time.monotonic() - without_workers > _PATIENCE:
                    raise ClusterError(
                        f"the Dask cluster has had no workers for {_PATIENCE:.0f} s: start some and run it "
                        "again"
                    ) from None
        if future.cancelled():
            raise ClusterError(
                "the Dask cluster lost the work, perhaps because its scheduler was restarted: run it again"
            )
        return future.result()
    except KilledWorker as error:
        raise ClusterError(
            f"{error.allowed_failures + 1} workers of the Dask cluster died while working on the same "
            "piece: see their logs; often their memory is too small"
        ) from None
    except CommClosedError as error:
        raise ClusterError(f"the connection to the Dask scheduler is lost: {error}") from None
