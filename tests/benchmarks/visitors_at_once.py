"""Measure what it takes until every one of several visitors, who come at the same moment, sees the first picture.

    python tests/benchmarks/visitors_at_once.py --visitors 10

Serves the dashboard, waits until its spare kernels are there, opens that many pages in Chromium at once, and prints the
seconds until each shows its tokens, and the memory of the kernels: USS, what would be free without it, and PSS, with its
share of what it has in common with others. The browser runs on the same machine, so its time is in the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import time

import psutil
from playwright.async_api import Browser, async_playwright
from served_pages import ARGUMENTS, CHROMIUM, served

PICTURE = ".wcl-run"
# Without the process that Chromium starts beside each page in case another page is opened: 0.3 s of CPU time each.
LEAN = [*ARGUMENTS, "--disable-features=SpareRendererForSitePerProcess"]
READY = 30  # seconds after which the spare kernels are there
PATIENCE = 120_000


async def visit(browser: Browser, address: str) -> float:
    """Open a page of its own; returns the seconds until its tokens are drawn."""
    page = await (await browser.new_context()).new_page()
    begun = time.perf_counter()
    await page.goto(address, wait_until="commit", timeout=PATIENCE)
    await page.wait_for_selector(PICTURE, timeout=PATIENCE)
    return time.perf_counter() - begun


def kernels() -> list[psutil.Process]:
    """The kernels of all visitors, and the spare ones."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):  # it has just ended
            if any("visitor_kernel" in word for word in child.cmdline()):
                found.append(child)
    return found


def used() -> dict[str, float]:
    """Processor seconds of the server with its kernels, and of the browser, which a real server does not have."""
    total = {"server": 0.0, "browser": 0.0}
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            who = "browser" if "chrom" in child.name() else "server"
            total[who] += sum(child.cpu_times()[:2])
    return total


async def measure(address: str, visitors: int) -> None:
    """Print what the visitors waited for, and what their kernels took."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=LEAN)
        before = used()
        took = sorted(await asyncio.gather(*(visit(browser, address) for _ in range(visitors))))
        print("first picture, s:   ", *(f"{seconds:.1f}" for seconds in took))
        spent = {who: seconds - before[who] for who, seconds in used().items()}
        print("processors, s:      ", *(f"{who} {seconds:.1f}" for who, seconds in spent.items()))
        alive = kernels()
        print("kernels, CPU s:     ", *sorted(round(sum(one.cpu_times()[:2]), 1) for one in alive))
        memory = [kernel.memory_full_info() for kernel in alive]
        print("kernels, MB of USS: ", *sorted(one.uss // 10**6 for one in memory))
        print("kernels, MB of PSS: ", *sorted(one.pss // 10**6 for one in memory))
        await browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--visitors", type=int, default=10)
    arguments = parser.parse_args()
    with served() as (_, address):
        time.sleep(READY)
        asyncio.run(measure(address, arguments.visitors))
