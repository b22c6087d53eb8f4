"""How many pages may be open at once and how much memory each may use, and the options that change it."""

from __future__ import annotations

from dataclasses import dataclass

from ..cores import count_cores
from ..errors import ServeError
from .free_memory import free_memory
from .socket_limits import MIB
from .visits import THIS_MACHINE

__all__ = ["VisitLimits"]

_PAGE_MIB = 250
"""Private memory of an open page's kernel (Private_Dirty in ``/proc/<pid>/smaps_rollup``) that starts on its own: 75 to
165 MiB when just opened, 210 to 230 after a megabyte in the Explorer with two more vocabularies, or after a run of the
Throughput page. A forked one has 40, 70 and 130."""

_LEAST_MIB = 512  # VmData of a page that has only been opened: 280 to 370 MiB, of which 130 are thread stacks
# of the memory that is free when the server starts; the rest is for large corpora, and for the machine
_SHARE = 0.8
_UNKNOWN = 8  # pages, if the system does not report free memory


@dataclass(frozen=True)
class VisitLimits:
    """Bounds for visitors; raises `ServeError` for one that would exclude everyone.

    Each open page has a kernel, a separate process. At most `pages` kernels live, including those that wait
    for a visitor: by default as many as fit into 80 % of the free memory, at 250 MiB each. One address has at
    most `pages_per_address`: by default half of all, with no default limit for this machine itself or behind
    a proxy. `starting` are started at the same time: by default all cores but one, of two both (`Turns`). A
    kernel's data may grow to `page_mib` (VmData; 560 MiB in a Throughput run over four vocabularies, all
    lexers and encoders); a request that needs more fails on its own page. 0 means no limit. This limit works
    only on Linux. `spares`: whether two kernels wait for the next visitors, not one.
    """

    pages: int | None = None  #: ``--max-visitors``
    pages_per_address: int | None = None  #: ``--max-per-address``
    page_mib: int = 1536  #: ``--visitor-memory``
    starting: int | None = None  #: ``--max-starting``
    spares: bool = True  #: ``--spares``
    idle_seconds: float = 30.0  #: after which a kernel ends whose page never connected

    def __post_init__(self) -> None:
        for option, value in {
            "--max-visitors": self.pages,
            "--max-per-address": self.pages_per_address,
            "--max-starting": self.starting,
        }.items():
            if value is not None and value < 1:
                raise ServeError(f"{option} is {value}: give 1 or more")
        if self.page_mib and self.page_mib < _LEAST_MIB:
            raise ServeError(
                f"--visitor-memory is {self.page_mib} MiB: a page needs {_LEAST_MIB} or more; 0 is no limit"
            )

    @property
    def most_pages(self) -> int:
        """Most live kernels."""
        if self.pages is not None:
            return self.pages
        free = free_memory()
        return _UNKNOWN if free is None else max(1, int(_SHARE * free / (_PAGE_MIB * MIB)))

    @property
    def most_starting(self) -> int:
        """Most kernels being started at the same time."""
        if self.starting is not None:
            return self.starting
        # One core is left for open pages; of two cores both are used, or the last of ten visitors waits for 20 s.
        return 2 if count_cores() == 2 else max(1, count_cores() - 1)

    def describe(self, most: int) -> str:
        """The limits in one line, with their options.

        >>> VisitLimits(page_mib=1024).describe(20)
        'At most 20 pages are open at once (--max-visitors), of 1,024 MiB each (--visitor-memory)'
        """
        memory = f", of {self.page_mib:,} MiB each (--visitor-memory)" if self.page_mib else ""
        return f"At most {most} pages are open at once (--max-visitors){memory}"

    def most_of_one(self, address: str, *, most: int, behind_proxy: bool = False) -> int | None:
        """Most live kernels for one address, of `most` in total; None for no limit.

        Behind a proxy there is a limit only if it was set here. ``""`` is an address that the proxy did not
        report, which may be anyone's.
        """
        if address == "":
            return None
        if self.pages_per_address is not None or behind_proxy or address == THIS_MACHINE:
            return self.pages_per_address
        return max(1, most // 2)
